package dev.yardmaster.e2e;

import static java.nio.file.StandardCopyOption.COPY_ATTRIBUTES;
import static java.nio.file.StandardOpenOption.APPEND;
import static java.nio.file.StandardOpenOption.CREATE;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/**
 * A copy of the project, in which its build can be run without disturbing the one that runs this
 * test. It looks for nothing on the network: whatever it needs, the build that runs this test has
 * needed before.
 */
final class Checkout {

  /** What is no part of the project, or made by its build, or by somebody who tried it. */
  private static final Set<String> LEFT_OUT =
      Set.of(".git", "target", ".yardmaster", "data", "node_modules", "out", "__pycache__");

  private final Path directory;

  private Checkout(Path directory) {
    this.directory = directory;
  }

  /** Makes one. */
  static Checkout copyTo(Path directory) {
    try {
      copy(Project.directory(), directory);
      copyCompiled(Project.directory(), directory);
      buildOffline(directory);
      return new Checkout(directory);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  Path directory() {
    return directory;
  }

  /** Writes a file in it. */
  void write(String name, String content) {
    try {
      Path file = directory.resolve(name);
      Files.createDirectories(file.getParent());
      Files.writeString(file, content);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void copy(Path from, Path to) throws IOException {
    Files.walkFileTree(
        from,
        new SimpleFileVisitor<>() {
          @Override
          public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes)
              throws IOException {
            if (LEFT_OUT.contains(folder.getFileName().toString()) && !folder.equals(from)) {
              return FileVisitResult.SKIP_SUBTREE;
            }
            Files.createDirectories(to.resolve(from.relativize(folder)));
            return FileVisitResult.CONTINUE;
          }

          @Override
          public FileVisitResult visitFile(Path file, BasicFileAttributes attributes)
              throws IOException {
            Files.copy(file, to.resolve(from.relativize(file)), COPY_ATTRIBUTES);
            return FileVisitResult.CONTINUE;
          }
        });
  }

  /**
   * What is compiled already need not be compiled again: that takes most of the time. Maven keeps
   * notes of what it has compiled, with absolute paths; if they were of another kind one day, it
   * would only compile again.
   */
  private static void copyCompiled(Path from, Path to) throws IOException {
    for (String folder : List.of("classes", "test-classes", "maven-status")) {
      copy(from.resolve("target").resolve(folder), to.resolve("target").resolve(folder));
    }
    try (Stream<Path> notes = Files.walk(to.resolve("target/maven-status"))) {
      for (Path note : notes.filter(Files::isRegularFile).toList()) {
        Files.writeString(
            note, Files.readString(note).replace(from + File.separator, to + File.separator));
      }
    }
  }

  /** Into the file in which a project keeps options for its Maven, an option a line. */
  private static void buildOffline(Path directory) throws IOException {
    List<String> options = new ArrayList<>(List.of("--offline"));
    String repository = System.getProperty("yardmaster.maven.repository");
    if (repository != null) {
      options.add(repository);
    }
    String settings = System.getProperty("yardmaster.maven.settings");
    if (settings != null && Files.exists(Path.of(settings.replace("--settings=", "")))) {
      options.add(settings);
    }
    Path config = directory.resolve(".mvn/maven.config");
    Files.createDirectories(config.getParent());
    Files.write(config, options, CREATE, APPEND);
  }
}
