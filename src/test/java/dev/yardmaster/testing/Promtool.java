package dev.yardmaster.testing;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.Assumptions;

/**
 * Prometheus' own checks of metrics, rules and configuration: the program that {@code
 * YARDMASTER_PROMTOOL} names, or {@code promtool} on the path.
 *
 * <p>Where there is none, a test that needs it fails if {@code CI=true}, and is skipped otherwise.
 */
public record Promtool(Path program) {

  private static final long PATIENCE_SECONDS = 60;

  /**
   * @param exit 0 where it found nothing to say
   */
  public record Result(int exit, String output) {}

  public static Promtool find() {
    return candidates()
        .filter(Files::isExecutable)
        .findFirst()
        .map(Promtool::new)
        .orElseGet(Promtool::missing);
  }

  private static Stream<Path> candidates() {
    String named = System.getenv("YARDMASTER_PROMTOOL");
    if (named != null) {
      return Stream.of(Path.of(named));
    }
    return Arrays.stream(System.getenv().getOrDefault("PATH", "").split(File.pathSeparator))
        .filter(folder -> !folder.isEmpty())
        .map(folder -> Path.of(folder).resolve("promtool"));
  }

  private static Promtool missing() {
    String remedy =
        "There is no promtool on the path, nor where YARDMASTER_PROMTOOL says (Debian: it is in the"
            + " package prometheus).";
    if ("true".equals(System.getenv("CI"))) {
      Assertions.fail(remedy);
    }
    return Assumptions.abort(remedy + " This test is skipped.");
  }

  /** Runs it with that text as its input. */
  public Result run(String input, String... arguments) {
    List<String> command = new ArrayList<>(List.of(program.toString()));
    command.addAll(List.of(arguments));
    try {
      // From a file, so that neither waits for the other.
      Path text = Files.createTempFile("promtool-", ".txt");
      try {
        Files.writeString(text, input);
        return run(
            new ProcessBuilder(command).redirectErrorStream(true).redirectInput(text.toFile()));
      } finally {
        Files.delete(text);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Result run(ProcessBuilder builder) throws IOException {
    Process process = builder.start();
    try {
      String output =
          new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
      if (!process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
        throw new AssertionError(builder.command() + " does not end");
      }
      return new Result(process.exitValue(), output);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new AssertionError(e);
    } finally {
      process.destroyForcibly();
    }
  }
}
