package dev.yardmaster.worker.command.process;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** What tests need to know of real processes. */
public final class Processes {

  private Processes() {}

  /** Whether the process runs; one that only waits to be collected by its parent does not. */
  public static boolean runs(long pid) {
    try {
      Process ps =
          new ProcessBuilder("ps", "-o", "stat=", "-p", Long.toString(pid))
              .redirectErrorStream(true)
              .start();
      String state = new String(ps.getInputStream().readAllBytes(), StandardCharsets.US_ASCII);
      return !state.isBlank() && !state.strip().startsWith("Z");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The whole numbers in a file that a command wrote; none while it is not there. */
  public static List<Long> pidsIn(Path file) {
    try {
      return Files.exists(file)
          ? Stream.of(Files.readString(file).split("\\s+"))
              .filter(text -> text.matches("\\d+"))
              .map(Long::valueOf)
              .toList()
          : List.of();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
