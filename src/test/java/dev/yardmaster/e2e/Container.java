package dev.yardmaster.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * A container without an engine: the folders of the image, made by the steps that make the image;
 * and processes that see them as a container sees them, if this machine allows that much: as user
 * 10001, without any capability, with {@code /app} and everything else read-only, and only the data
 * and {@code /tmp} to write to.
 */
final class Container {

  /** What the image's user is. */
  static final int USER = 10001;

  /**
   * Arguments: folder of the application, folder of the data, command. In a name space of its own,
   * so nothing of it is seen outside. {@code /mnt} stands for the root of the image: what is below
   * {@code /tmp}, as a test's files are, is out of sight in the end.
   */
  private static final String CONFINE =
      """
      set -e
      app=$1 data=$2
      shift 2
      mount --make-rprivate /
      mount -t tmpfs tmpfs /mnt
      mkdir /mnt/app /mnt/data
      mount --bind "$app" /mnt/app
      mount -o remount,bind,ro /mnt/app
      mount --bind "$data" /mnt/data
      mount -o remount,ro /mnt
      mount -o remount,bind,ro /
      mount -t tmpfs tmpfs /tmp
      cd /mnt/app
      if [ "$ROOT" = true ]; then
        exec setpriv --reuid 10001 --regid 10001 --clear-groups --no-new-privs \\
          --inh-caps=-all --bounding-set=-all "$@"
      fi
      exec "$@"
      """;

  private static final boolean ROOT = "root".equals(System.getProperty("user.name"));

  private final Workshop workshop;
  private final Dockerfile dockerfile = Dockerfile.read();
  private final Path app;
  private final boolean confined;

  private Container(Workshop workshop, Path app) {
    this.workshop = workshop;
    this.app = app;
    this.confined = run(newData(), Map.of(), confined(newData(), List.of("true"))).awaitExit() == 0;
  }

  /** Runs the steps of the image. */
  static Container build(Workshop workshop) {
    Path app = workshop.directory().resolve("app");
    Path layers = workshop.directory().resolve("layers");
    step(workshop, "extract", Project.jar().toString(), layers.toString());
    // As the Dockerfile copies them: the layers, and the files that do not come from another stage.
    String files =
        Dockerfile.read().ofTheImage("COPY").stream()
            .filter(copy -> !copy.startsWith("--from"))
            .map(copy -> copy.replaceFirst(" /app/$", ""))
            .collect(Collectors.joining(" "));
    String copies = "mkdir app && cp -a layers/*/. app && cd \"$0\" && cp -a " + files + " \"$1\"";
    workshop
        .start(
            workshop.directory(),
            Map.of(),
            List.of("sh", "-c", copies, Project.directory().toString(), app.toString()))
        .ends(0);
    step(workshop, "train", app.toString(), app.resolve("yardmaster.aot").toString());
    step(workshop, "check", app.toString());
    return new Container(workshop, app);
  }

  /** One step, such as {@code check /app}; returns what it said. */
  static String step(Workshop workshop, String... arguments) {
    List<String> command = new ArrayList<>();
    command.add(Project.directory().resolve("docker/steps.sh").toString());
    command.addAll(List.of(arguments));
    return workshop
        .start(workshop.directory(), Map.of("JAVA", Project.java()), command)
        .ends(0)
        .out();
  }

  Path app() {
    return app;
  }

  /** Whether this machine allows a read-only root and another user. */
  boolean isConfined() {
    return confined;
  }

  /** Whether processes in it run as {@link #USER}. */
  boolean isOfAnotherUser() {
    return confined && ROOT;
  }

  /** What the image runs by itself, at a free port of this machine alone, and without workers. */
  Program start(Path data, boolean withCache) {
    return start(data, withCache, dockerfile.command());
  }

  /** What it runs when it is told something else, such as {@code worker}. */
  Program start(Path data, boolean withCache, List<String> arguments) {
    List<String> command = new ArrayList<>();
    for (String word : dockerfile.entrypoint()) {
      if (withCache || !word.startsWith("-XX:AOTCache")) {
        command.add(word.equals("java") ? Project.java() : inside(word, data));
      }
    }
    command.addAll(arguments);
    Map<String, String> environment = new HashMap<>();
    dockerfile.environment().forEach((name, value) -> environment.put(name, inside(value, data)));
    // Strangers are let in with tokens only, and here are none.
    environment.put("SERVER_ADDRESS", "127.0.0.1");
    environment.put("SERVER_PORT", "0");
    environment.put("YARDMASTER_WORKERS_EMBEDDED_COUNT", "0");
    return run(data, environment, confined ? confined(data, command) : command);
  }

  /** What looks after its health, for the service at a port; the exit code. */
  int healthCheck(int port, String... arguments) {
    List<String> command = new ArrayList<>();
    dockerfile.healthCheck().forEach(word -> command.add(word.replace("/app/", app + "/")));
    command.addAll(List.of(arguments));
    return workshop
        .start(app, Map.of("SERVER_PORT", Integer.toString(port)), command)
        .awaitExit(Duration.ofSeconds(30));
  }

  /** A folder for a database, which the image's user may write to. */
  Path newData() {
    try {
      Path data = Files.createTempDirectory(workshop.directory(), "data-");
      if (ROOT) {
        Files.setAttribute(data, "unix:uid", USER);
        Files.setAttribute(data, "unix:gid", USER);
      }
      return data;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Paths of the image, as the process sees them. */
  private String inside(String text, Path data) {
    String root = confined ? "/mnt" : "";
    String words = text.replace("/app/", (confined ? root + "/app" : app) + "/");
    return words.equals("/data") ? (confined ? root + "/data" : data.toString()) : words;
  }

  private List<String> confined(Path data, List<String> command) {
    List<String> whole = new ArrayList<>(List.of("unshare"));
    if (!ROOT) {
      whole.addAll(List.of("--user", "--map-root-user"));
    }
    whole.addAll(List.of("--mount", "bash", "-c", CONFINE, "confine"));
    whole.addAll(List.of(app.toString(), data.toString()));
    whole.addAll(command);
    return whole;
  }

  private Program run(Path data, Map<String, String> environment, List<String> command) {
    assertThat(data).isDirectory();
    Map<String, String> more = new HashMap<>(environment);
    more.put("ROOT", Boolean.toString(ROOT));
    return workshop.start(app, more, command);
  }
}
