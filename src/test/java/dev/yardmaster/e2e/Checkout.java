package dev.yardmaster.e2e;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.nio.file.StandardCopyOption.COPY_ATTRIBUTES;
import static java.nio.file.StandardOpenOption.APPEND;
import static java.nio.file.StandardOpenOption.CREATE;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Set;
import org.jspecify.annotations.Nullable;

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

  /** The file in which a project keeps options for its Maven. */
  private static void buildOffline(Path directory) throws IOException {
    StringBuilder options = new StringBuilder("--offline\n");
    option(options, "-Dmaven.repo.local=", System.getProperty("yardmaster.maven.repository"));
    String settings = System.getProperty("yardmaster.maven.settings", "");
    if (Files.exists(Path.of(settings)) && !settings.isEmpty()) {
      option(options, "--settings=", settings);
    }
    Path config = directory.resolve(".mvn/maven.config");
    Files.createDirectories(config.getParent());
    Files.writeString(config, options, UTF_8, CREATE, APPEND);
  }

  private static void option(StringBuilder options, String name, @Nullable String value) {
    if (value != null) {
      options.append(name).append(value).append('\n');
    }
  }
}
