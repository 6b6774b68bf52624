package dev.yardmaster.e2e;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Stream;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.RegisterExtension;

/**
 * Where a test's processes live: a folder for them to work in, and a list of all that were started.
 * When the test is over, they are; when it has failed, what they have said is shown. To be
 * registered as a field with {@link RegisterExtension}.
 */
final class Workshop implements AfterEachCallback, AutoCloseable {

  private final Path root;
  private final List<Program> programs = new CopyOnWriteArrayList<>();
  private volatile boolean over;
  private final Thread lastResort = new Thread(this::endAll, "end of all processes of a test");

  Workshop() {
    try {
      root = Files.createTempDirectory("yardmaster-e2e-").toRealPath();
      Files.createDirectories(directory());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    Runtime.getRuntime().addShutdownHook(lastResort);
  }

  /** Where things are started; empty at first. */
  Path directory() {
    return root.resolve("here");
  }

  /** Writes a file below {@link #directory}. */
  Path write(String name, String content) {
    try {
      Path file = directory().resolve(name);
      Files.createDirectories(file.getParent());
      return Files.writeString(file, content);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Starts the program; see {@link Project#yardmaster}. */
  Program yardmaster(String... arguments) {
    return start(directory(), Map.of(), Project.yardmaster(arguments));
  }

  Program start(Path directory, Map<String, String> environment, List<String> command) {
    ProcessBuilder builder = new ProcessBuilder(command).directory(directory.toFile());
    builder.environment().putAll(environment);
    return start(builder);
  }

  Program start(ProcessBuilder builder) {
    String title = String.join(" ", builder.command());
    Program program = Program.start(title, builder, root.resolve("said-" + programs.size()));
    programs.add(program);
    if (over) {
      // Somebody beside the test was about to start it, and has not heard of the end.
      program.end();
    }
    return program;
  }

  /** What all programs have said, in the order of their start. */
  String story() {
    List<String> stories = new ArrayList<>();
    programs.forEach(program -> stories.add(program.story()));
    return String.join("", stories);
  }

  @Override
  public void afterEach(ExtensionContext context) {
    if (context.getExecutionException().isPresent()) {
      System.out.println("What the processes of " + context.getDisplayName() + " have said:");
      System.out.println(story());
    }
    close();
  }

  @Override
  public void close() {
    endAll();
    delete(root);
    Runtime.getRuntime().removeShutdownHook(lastResort);
  }

  private void endAll() {
    over = true;
    programs.reversed().forEach(Program::end);
  }

  /** What a dying process still writes to may stay; the system tidies its temporary folder. */
  private static void delete(Path root) {
    try (Stream<Path> tree = Files.walk(root)) {
      for (Path path : tree.sorted(Comparator.reverseOrder()).toList()) {
        Files.deleteIfExists(path);
      }
    } catch (IOException | UncheckedIOException inTheWay) {
      // see above
    }
  }
}
