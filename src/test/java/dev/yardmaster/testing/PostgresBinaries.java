package dev.yardmaster.testing;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.UserPrincipal;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The programs of an installed PostgreSQL. They refuse to run as root, and are then run as the user
 * {@code postgres}, which the package has made.
 */
final class PostgresBinaries {

  private static final Path DEBIAN = Path.of("/usr/lib/postgresql");
  private static final boolean ROOT = "root".equals(System.getProperty("user.name"));
  private static final String OWNER = "postgres";

  private final Path folder;
  private final @Nullable Path setpriv;

  private PostgresBinaries(Path folder, @Nullable Path setpriv) {
    this.folder = folder;
    this.setpriv = setpriv;
  }

  /** The newest of Debian's, else the one on the path, else null. */
  static @Nullable PostgresBinaries find() {
    return Stream.concat(debian(), path())
        .filter(folder -> Files.isExecutable(folder.resolve("initdb")))
        .filter(folder -> Files.isExecutable(folder.resolve("postgres")))
        .findFirst()
        .map(folder -> new PostgresBinaries(folder, onPath("setpriv").orElse(null)))
        .orElse(null);
  }

  /** A command line that runs one of them, and ends it with the thread that has started it. */
  List<String> command(String program, String... arguments) {
    List<String> command = new ArrayList<>();
    if (setpriv != null) {
      command.addAll(List.of(setpriv.toString(), "--pdeathsig", "QUIT"));
      if (ROOT) {
        command.addAll(List.of("--reuid", OWNER, "--regid", OWNER, "--init-groups"));
      }
      command.add("--");
    }
    command.add(folder.resolve(program).toString());
    command.addAll(List.of(arguments));
    return command;
  }

  /** A temporary folder that they can write to. */
  Path newDirectory() {
    try {
      Path directory = Files.createTempDirectory("yardmaster-postgres-").toRealPath();
      if (ROOT) {
        UserPrincipal owner =
            directory.getFileSystem().getUserPrincipalLookupService().lookupPrincipalByName(OWNER);
        Files.setOwner(directory, owner);
      }
      return directory;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Stream<Path> debian() {
    String[] versions = DEBIAN.toFile().list((folder, name) -> name.matches("\\d+"));
    return Arrays.stream(versions == null ? new String[0] : versions)
        .sorted(Comparator.comparingInt((String version) -> Integer.parseInt(version)).reversed())
        .map(version -> DEBIAN.resolve(version).resolve("bin"));
  }

  private static Stream<Path> path() {
    return Arrays.stream(System.getenv().getOrDefault("PATH", "").split(File.pathSeparator))
        .filter(folder -> !folder.isEmpty())
        .map(Path::of);
  }

  private static Optional<Path> onPath(String program) {
    return path().map(folder -> folder.resolve(program)).filter(Files::isExecutable).findFirst();
  }
}
