package dev.yardmaster.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * A process that a test has started. What it says goes into files, so that it never waits for a
 * reader, and is all there after {@code kill -9}.
 */
final class Program {

  /** How long anything that is known to come may take on a machine that is very busy. */
  static final Duration PATIENCE = Duration.ofMinutes(4);

  /**
   * Gives the process a group of its own, as a terminal does, and the usual answer to Ctrl-C, which
   * a shell switches off for what it starts in the background.
   */
  private static final List<String> AS_IN_A_TERMINAL =
      List.of(
          "python3",
          "-c",
          "import os, signal, sys; os.setsid(); signal.signal(signal.SIGINT, signal.SIG_DFL);"
              + " os.execvp(sys.argv[1], sys.argv[1:])");

  private final String title;
  private final Process process;
  private final Path out;
  private final Path err;
  private volatile boolean gone;

  /** Class paths and scripts go on for pages. */
  private static final int LONGEST_TITLE = 300;

  private Program(String title, Process process, Path out, Path err) {
    this.title = title;
    this.process = process;
    this.out = out;
    this.err = err;
  }

  /**
   * Starts it.
   *
   * @param builder with command, folder and environment
   * @param said where its output goes, two files of this name with an ending each
   */
  static Program start(String title, ProcessBuilder builder, Path said) {
    Path out = said.resolveSibling(said.getFileName() + ".out");
    Path err = said.resolveSibling(said.getFileName() + ".err");
    List<String> command = builder.command();
    builder.command(Stream.concat(AS_IN_A_TERMINAL.stream(), command.stream()).toList());
    builder.redirectInput(Path.of("/dev/null").toFile());
    builder.redirectOutput(out.toFile()).redirectError(err.toFile());
    try {
      return new Program(shortened(title), builder.start(), out, err);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String shortened(String title) {
    return title.length() <= LONGEST_TITLE ? title : title.substring(0, LONGEST_TITLE) + "...";
  }

  long pid() {
    return process.pid();
  }

  boolean isAlive() {
    return process.isAlive();
  }

  /** What it has written to stdout so far. */
  String out() {
    return read(out);
  }

  /** What it has written to stderr so far. */
  String err() {
    return read(err);
  }

  /** Everything about it that helps to understand a failure. */
  String story() {
    String state = isAlive() ? "running" : "exit code " + process.exitValue();
    return "---- %s (%s)%n%s%n---- its stderr%n%s%n".formatted(title, state, out(), err());
  }

  /** Waits until stdout has a match. */
  MatchResult awaitOut(String pattern) {
    Pattern sought = Pattern.compile(pattern, Pattern.MULTILINE);
    await(title + " says " + pattern)
        .atMost(PATIENCE)
        .until(() -> !isAlive() || sought.matcher(out()).find());
    Matcher found = sought.matcher(out());
    assertThat(found.find()).as("%s%nhas said %s", story(), pattern).isTrue();
    return found.toMatchResult();
  }

  /** Waits for its end, and answers its exit code. */
  int awaitExit() {
    return awaitExit(PATIENCE);
  }

  /** As above, where it matters how long that takes. */
  int awaitExit(Duration atMost) {
    try {
      assertThat(process.waitFor(atMost.toMillis(), TimeUnit.MILLISECONDS))
          .as("%s%nends within %s", story(), atMost)
          .isTrue();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(title + " was waited for in vain", e);
    }
    return process.exitValue();
  }

  /** Waits for its end, which has to have this exit code. */
  Program ends(int exitCode) {
    int code = awaitExit();
    assertThat(code).as("exit code of%n%s", story()).isEqualTo(exitCode);
    return this;
  }

  /** Ctrl-C, as a terminal does it: to everything in the foreground. */
  void pressCtrlC() {
    signal("INT", "-" + pid());
  }

  /** SIGTERM, as an init system does it. */
  void terminate() {
    signal("TERM", Long.toString(pid()));
  }

  /** {@code kill -9} of this process alone; returns when it is gone. */
  void kill() {
    process.destroyForcibly();
    awaitExit();
  }

  /** Those it has started, and those that they have. */
  Stream<ProcessHandle> descendants() {
    return process.descendants();
  }

  /** Nothing of it is left, so that by now its number may be another's: {@link #end} keeps off. */
  void gone() {
    gone = true;
  }

  /** Kills it and all that it has started. */
  void end() {
    if (gone) {
      return;
    }
    List<ProcessHandle> all = process.descendants().toList();
    process.destroyForcibly();
    all.forEach(ProcessHandle::destroyForcibly);
    try {
      signal("KILL", "-" + pid());
    } catch (IllegalStateException gone) {
      // nobody of its group is left
    }
  }

  private void signal(String signal, String receiver) {
    try {
      Process kill = new ProcessBuilder("kill", "-s", signal, "--", receiver).start();
      if (kill.waitFor() != 0) {
        throw new IllegalStateException("kill -s " + signal + " " + receiver + " failed: " + title);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private static String read(Path file) {
    try {
      return new String(Files.readAllBytes(file), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
