package dev.yardmaster.e2e;

import java.net.URI;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** A {@code server} with its database in a file. It can be ended and started anew, as often. */
final class Service {

  private final Workshop workshop;
  private final Path directory;
  private final List<String> settings;
  private Program program;
  private final URI uri;

  private Service(Workshop workshop, Path directory, List<String> settings) {
    this.workshop = workshop;
    this.directory = directory;
    this.settings = settings;
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
   * @param others settings that differ from those of the first start
   */
  void startAgain(String... others) {
    program = launch(uri.getPort(), others);
    awaitReady();
  }

  private Program launch(int port, String... others) {
    List<String> arguments = new ArrayList<>(List.of("server", "--port", Integer.toString(port)));
    arguments.addAll(settings);
    for (String other : others) {
      String name = other.substring(0, other.indexOf('=') + 1);
      arguments.removeIf(setting -> setting.startsWith(name));
      arguments.add(other);
    }
    return workshop.start(
        directory, Map.of(), Project.yardmaster(arguments.toArray(String[]::new)));
  }

  private URI awaitReady() {
    return URI.create(program.awaitOut("is ready: (http://[^/ ]+)/").group(1));
  }
}
