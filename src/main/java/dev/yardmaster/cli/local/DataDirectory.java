package dev.yardmaster.cli.local;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.LocalDateTime;
import java.time.format.DateTimeFormatter;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/**
 * Where the service inside {@code run} keeps its database.
 *
 * <p>Each invocation has a directory of its own, {@code .yardmaster/runs/<time>-<pipeline>} below
 * the working directory, so that two at the same time never wait for one lock. It is removed after
 * a success, and stays after anything else, for somebody to look at; only the newest few do.
 */
public final class DataDirectory {

  /** As many failures as somebody would still compare. */
  private static final int KEPT = 10;

  /** Invocations in one second that get names of their own. */
  private static final int MOST_AT_ONCE = 1000;

  private static final DateTimeFormatter NAME =
      DateTimeFormatter.ofPattern("yyyyMMdd-HHmmss", Locale.ROOT);

  private final Path path;
  private final boolean given;

  private DataDirectory(Path path, boolean given) {
    this.path = path;
    this.given = given;
  }

  /** One that a person has named; it is never removed. */
  public static DataDirectory given(Path path) {
    return new DataDirectory(path, true);
  }

  /**
   * Whether a database can be there. Its path becomes part of an address in which a semicolon
   * begins a setting, and of a configuration in which {@code ${…}} is a reference.
   */
  public static boolean usable(Path path) {
    return !path.toString().contains(";") && !path.toString().contains("${");
  }

  /**
   * A new one.
   *
   * @param working where {@code .yardmaster} is or will be; where that cannot be written to, the
   *     directory for temporary files serves
   * @throws StartupProblem if neither can be written to
   */
  public static DataDirectory create(Path working, String name, LocalDateTime now)
      throws StartupProblem {
    if (usable(working)) {
      try {
        return new DataDirectory(inWorkingDirectory(working, name, now), false);
      } catch (IOException readOnly) {
        // the directory for temporary files, then
      }
    }
    try {
      return new DataDirectory(Files.createTempDirectory("yardmaster-"), false);
    } catch (IOException nowhere) {
      throw StartupProblem.noRoom(working, nowhere);
    }
  }

  public Path path() {
    return path;
  }

  /** After a success; nothing for one that a person has named. */
  public void discard() {
    if (!given) {
      delete(path);
    }
  }

  private static Path inWorkingDirectory(Path working, String name, LocalDateTime now)
      throws IOException {
    Path home = working.resolve(".yardmaster");
    Path runs = Files.createDirectories(home.resolve("runs"));
    ignoreByGit(home);
    prune(runs);
    return unused(runs, NAME.format(now) + "-" + name);
  }

  private static Path unused(Path runs, String name) throws IOException {
    for (int number = 1; number < MOST_AT_ONCE; number++) {
      try {
        return Files.createDirectory(runs.resolve(number == 1 ? name : name + "-" + number));
      } catch (FileAlreadyExistsException taken) {
        // another invocation of this second has it: the next number
      }
    }
    throw new IOException("no unused name is left in " + runs);
  }

  private static void ignoreByGit(Path home) throws IOException {
    try {
      Files.writeString(home.resolve(".gitignore"), "*\n", StandardOpenOption.CREATE_NEW);
    } catch (FileAlreadyExistsException done) {
      // by an earlier invocation
    }
  }

  /** The names begin with the time: all but the last few are old. */
  private static void prune(Path runs) throws IOException {
    try (Stream<Path> entries = Files.list(runs)) {
      List<Path> newestFirst =
          entries.filter(Files::isDirectory).sorted(Comparator.reverseOrder()).toList();
      newestFirst.stream().skip(KEPT).filter(old -> !inUse(old)).forEach(DataDirectory::delete);
    }
  }

  /** Whether a service has its database open: it holds a lock on the file. */
  private static boolean inUse(Path directory) {
    try (Stream<Path> files = Files.list(directory)) {
      return files
          .filter(file -> file.toString().endsWith(".mv.db"))
          .anyMatch(DataDirectory::locked);
    } catch (IOException unreadable) {
      return true;
    }
  }

  private static boolean locked(Path database) {
    try (FileChannel channel = FileChannel.open(database, StandardOpenOption.WRITE);
        FileLock lock = channel.tryLock()) {
      return lock == null;
    } catch (IOException | OverlappingFileLockException held) {
      return true;
    }
  }

  /** What cannot be deleted stays; the next invocation tries again. */
  private static void delete(Path directory) {
    try (Stream<Path> tree = Files.walk(directory)) {
      tree.sorted(Comparator.reverseOrder()).forEach(DataDirectory::deleteOne);
    } catch (IOException gone) {
      // another invocation was faster
    }
  }

  private static void deleteOne(Path path) {
    try {
      Files.deleteIfExists(path);
    } catch (IOException inTheWay) {
      // as above
    }
  }
}
