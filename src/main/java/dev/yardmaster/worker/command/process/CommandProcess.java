package dev.yardmaster.worker.command.process;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * One running command with all its descendants. Its stderr is always read to the end, so that it
 * never blocks on a full pipe; the last 4 KiB are kept. Thread-safe.
 */
public final class CommandProcess {

  /** After this a killed process hangs in the kernel, and waiting longer does not help. */
  private static final Duration KILL_TAKES_AT_MOST = Duration.ofSeconds(5);

  /** A descendant that left the process group may hold stderr open; its last words can wait. */
  private static final Duration LAST_WORDS_WITHIN = Duration.ofSeconds(1);

  /**
   * Our own configuration is not the command's business: it may hold passwords, and stale values of
   * an outer Yardmaster would be taken for its own.
   */
  private static final List<String> PRIVATE_VARIABLES =
      List.of("YARDMASTER_", "SPRING_", "SERVER_SSL_");

  private final ProcessGuard guard;
  private final Process process;
  private final OutputTail tail = new OutputTail();
  private final CompletableFuture<ProcessEnd> exited = new CompletableFuture<>();
  private volatile boolean stopped;

  private CommandProcess(ProcessGuard guard, Process process) {
    this.guard = guard;
    this.process = process;
  }

  /**
   * Starts a command in a process group of its own.
   *
   * @param log gets the whole output, if there is one
   * @throws IOException if the process could not be started; the message is fit for a person. A
   *     program that does not exist is not such a case: it ends with exit code 127
   */
  public static CommandProcess start(ProcessGuard guard, ProcessSpec spec, @Nullable OutputLog log)
      throws IOException {
    if (spec.directory() != null && !Files.isDirectory(spec.directory())) {
      throw new IOException("the working directory " + spec.directory() + " is not there");
    }
    CommandProcess started = new CommandProcess(guard, launch(guard, spec, log));
    started.watch(spec, log);
    return started;
  }

  private static Process launch(ProcessGuard guard, ProcessSpec spec, @Nullable OutputLog log)
      throws IOException {
    ProcessBuilder builder = new ProcessBuilder(guard.wrap(spec.command()));
    if (spec.directory() != null) {
      builder.directory(spec.directory().toFile());
    }
    builder.environment().keySet().removeIf(CommandProcess::isPrivate);
    try {
      builder.environment().putAll(spec.environment());
    } catch (IllegalArgumentException e) {
      throw new IOException("the environment of the command is not valid: " + e.getMessage(), e);
    }
    if (!spec.conversation()) {
      builder.redirectInput(new File("/dev/null"));
      if (log == null) {
        builder.redirectOutput(ProcessBuilder.Redirect.DISCARD);
      }
    }
    return builder.start();
  }

  /** Whether a variable of our own environment is kept from commands. */
  static boolean isPrivate(String variable) {
    return PRIVATE_VARIABLES.stream().anyMatch(variable::startsWith);
  }

  private void watch(ProcessSpec spec, @Nullable OutputLog log) {
    Thread errors = pump(process.getErrorStream(), tail, log);
    if (!spec.conversation() && log != null) {
      pump(process.getInputStream(), null, log);
    }
    // Not process.onExit(): it needs the common pool, which anybody in this JVM may be blocking.
    Thread.ofVirtual().name("yardmaster-exit").start(() -> awaitExit(errors));
  }

  private void awaitExit(Thread errors) {
    try {
      int exitCode = process.waitFor();
      guard.ended(process.pid());
      errors.join(LAST_WORDS_WITHIN);
      exited.complete(new ProcessEnd(exitCode, tail.text(), stopped));
    } catch (InterruptedException e) {
      throw new IllegalStateException("nobody interrupts this thread", e);
    }
  }

  /** A platform thread: a read from a pipe would block a virtual thread's carrier for minutes. */
  private static Thread pump(InputStream from, @Nullable OutputTail tail, @Nullable OutputLog log) {
    return Thread.ofPlatform()
        .daemon()
        .name("yardmaster-output")
        .start(() -> copy(from, tail, log));
  }

  private static void copy(InputStream from, @Nullable OutputTail tail, @Nullable OutputLog log) {
    byte[] buffer = new byte[8192];
    try (from) {
      for (int length = from.read(buffer); length >= 0; length = from.read(buffer)) {
        if (tail != null) {
          tail.append(buffer, length);
        }
        if (log != null) {
          log.write(buffer, length);
        }
      }
    } catch (IOException e) {
      // the stream was closed with its process: that is its end
    }
  }

  public long pid() {
    return process.pid();
  }

  /** The process's stdin; meaningful in a conversation only. */
  public OutputStream stdin() {
    return process.getOutputStream();
  }

  /** The process's stdout; meaningful in a conversation only. */
  public InputStream stdout() {
    return process.getInputStream();
  }

  /** Completes, never exceptionally, when the process has ended and its stderr is read. */
  public CompletableFuture<ProcessEnd> exited() {
    return exited;
  }

  /** What it wrote to stderr so far, the last 4 KiB. */
  public String stderrTail() {
    return tail.text();
  }

  /** Asks the process and its group to end, and does not wait for it. */
  public void terminate() {
    if (!exited.isDone()) {
      stopped = true;
      guard.terminate(process.pid());
    }
  }

  /**
   * Stops the process and everything it started: TERM, and KILL for what is left after the grace.
   * Blocks until it has ended, at most grace and five seconds.
   *
   * @return how it ended; a process that hangs in the kernel counts as killed
   */
  public ProcessEnd stop(Duration grace) {
    if (exited.isDone()) {
      return exited.join();
    }
    List<ProcessHandle> descendants = process.descendants().toList();
    terminate();
    if (waitFor(grace) == null) {
      guard.kill(process.pid());
      process.destroyForcibly();
    }
    // The group died with its leader; these may have left it.
    descendants.forEach(ProcessHandle::destroyForcibly);
    ProcessEnd end = waitFor(KILL_TAKES_AT_MOST);
    return end == null ? new ProcessEnd(137, tail.text(), true) : end;
  }

  /** How it ended, or null if it still runs after the given time. */
  public @Nullable ProcessEnd waitFor(Duration atMost) {
    try {
      return exited.get(atMost.toMillis(), TimeUnit.MILLISECONDS);
    } catch (TimeoutException e) {
      return null;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return null;
    } catch (ExecutionException e) {
      throw new IllegalStateException("an exit is never exceptional", e);
    }
  }
}
