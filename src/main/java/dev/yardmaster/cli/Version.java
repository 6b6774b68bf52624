package dev.yardmaster.cli;

import picocli.CommandLine.IVersionProvider;

/** What {@code --version} says. */
final class Version implements IVersionProvider {

  private final Class<?> application;

  Version(Class<?> application) {
    this.application = application;
  }

  /** The jar's manifest knows; there is none where classes are run as they were compiled. */
  @Override
  public String[] getVersion() {
    String version = application.getPackage().getImplementationVersion();
    return new String[] {
      "yardmaster " + (version == null ? "(working copy)" : version), "Java " + Runtime.version()
    };
  }
}
