package dev.yardmaster.e2e;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The checkout that is tested, and what was built from it. */
final class Project {

  private Project() {}

  /** The folder of the build; its tests run in it. */
  static Path directory() {
    return Path.of("").toAbsolutePath();
  }

  static Path examples() {
    return directory().resolve("examples");
  }

  /** The packaged program. */
  static Path jar() {
    Path jar = Path.of(System.getProperty("yardmaster.jar", "target/yardmaster.jar"));
    if (!Files.isRegularFile(jar)) {
      throw new IllegalStateException(
          jar.toAbsolutePath() + " is missing; ./mvnw package -DskipTests makes it");
    }
    return jar.toAbsolutePath();
  }

  /** The folder of the Java that runs the tests, and so of the one that the build has chosen. */
  static Path javaHome() {
    return Path.of(System.getProperty("java.home"));
  }

  static String java() {
    return javaHome().resolve("bin").resolve("java").toString();
  }

  /**
   * Java for a process of some seconds or minutes: it spares a machine with few cores the work of
   * optimising what does not live long, and changes nothing else.
   */
  static List<String> shortLivedJava() {
    return List.of(java(), "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC");
  }

  /** The command line that runs the program. */
  static List<String> yardmaster(String... arguments) {
    List<String> command = new ArrayList<>(shortLivedJava());
    command.addAll(List.of("-jar", jar().toString()));
    command.addAll(List.of(arguments));
    return command;
  }

  /** Whether this is continuous integration, where nothing may be left out. */
  static boolean isContinuousIntegration() {
    return "true".equals(System.getenv("CI"));
  }
}
