package dev.yardmaster.cli;

import dev.yardmaster.cli.local.DataDirectory;
import dev.yardmaster.cli.progress.Progress;
import dev.yardmaster.cli.progress.ProgressMode;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/**
 * What a command finds around it.
 *
 * @param out for what was asked for
 * @param err for what went wrong
 * @param directory the working directory, absolute
 * @param application the Spring application that is the service
 */
record Surroundings(
    PrintStream out,
    PrintStream err,
    Map<String, String> environment,
    Path directory,
    Class<?> application) {

  void print(List<String> lines) {
    lines.forEach(out::println);
  }

  Progress progress(ProgressMode mode) {
    return mode.open(out, environment);
  }

  /** Where a file that was named on the command line is. */
  Path resolve(Path file) {
    return directory.resolve(file).normalize();
  }

  /**
   * Where the database is to be.
   *
   * @throws BadInputException if it cannot be there
   */
  Path dataDirectory(Path named) {
    Path directory = resolve(named);
    if (!DataDirectory.usable(directory)) {
      throw new BadInputException(
          "--data-dir=" + named + ": a path with \";\" or \"${\" in it cannot hold a database");
    }
    return directory;
  }
}
