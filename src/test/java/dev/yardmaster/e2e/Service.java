package dev.yardmaster.e2e;

import java.net.URI;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** A {@code server} with its database in a file. It can be ended and started anew, as often. */
final class Service {

  private static final String READY = "is ready: ";

  private final Workshop workshop;
  private final Path directory;
  private final List<String> settings;
  private Program program;
  private final URI uri;

  private Service(Workshop workshop, Path directory, List<String> settings) {
    this.workshop = workshop;
    this.directory = directory;
    this.settings = new ArrayList<>(settings);
    this.program = launch(0);
    this.uri = awaitReady();
  }

  /**
   * Starts a service on a free port and returns when it answers.
   *
   * @param directory where it works, and keeps its database
   * @param settings such as {@code --yardmaster.workers.embedded.count=1}
   */
  static Service start(Workshop workshop, Path directory, String... settings) {
    return new Service(workshop, directory, List.of(settings));
  }

  URI uri() {
    return uri;
  }

  Api api() {
    return new Api(uri);
  }

  /** Its folder, with its database. */
  Path directory() {
    return directory;
  }

  /** Its process, until it is started anew. */
  Program program() {
    return program;
  }

  /** {@code kill -9}; returns when it is gone. */
  void kill() {
    program.kill();
  }

  /**
   * Starts it anew where it was, and returns when it answers.
   *
   * @param others settings that have another value from now on, such as {@code --server.port=0}
   */
  void startAgain(String... others) {
    for (String other : others) {
      int equals = other.indexOf('=');
      set(other.substring("--".length(), equals), other.substring(equals + 1));
    }
    launchAgain();
    awaitReady();
  }

  /** Starts it anew where it was, and returns at once. */
  void launchAgain() {
    program = launch(uri.getPort());
  }

  /** Whether it has said that it answers. */
  boolean isReady() {
    return program.out().contains(READY);
  }

  /** Waits until it answers. */
  URI awaitReady() {
    return URI.create(program.awaitOut(READY + "(https?://[^/ ]+)/").group(1));
  }

  /** Gives a setting another value, which holds from the next start on. */
  void set(String name, String value) {
    settings.removeIf(setting -> setting.startsWith("--" + name + "="));
    settings.add("--" + name + "=" + value);
  }

  private Program launch(int port) {
    List<String> arguments = new ArrayList<>(List.of("server", "--port", Integer.toString(port)));
    arguments.addAll(settings);
    return workshop.start(
        directory, Map.of(), Project.yardmaster(arguments.toArray(String[]::new)));
  }
}
