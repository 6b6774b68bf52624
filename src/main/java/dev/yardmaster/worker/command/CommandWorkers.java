package dev.yardmaster.worker.command;

import dev.yardmaster.worker.command.process.OutputLog;
import dev.yardmaster.worker.command.process.ProcessGuard;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.http.HttpClient;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executors;
import org.jspecify.annotations.Nullable;

/**
 * A group of workers that run commands for one service, one block at a time each. Starts and stops
 * them together; needs {@code /bin/sh} and thus Linux, macOS or another POSIX system. Thread-safe.
 */
public final class CommandWorkers implements AutoCloseable {

  /** How long a connection may take to come about before the attempt is repeated. */
  private static final Duration CONNECT_WITHIN = Duration.ofSeconds(5);

  /** Beyond the kill itself: a last word to the service, which may not answer. */
  private static final Duration FAREWELL = Duration.ofSeconds(10);

  private final CommandWorkerSettings settings;
  private final WorkerListener listener;
  private final Timing timing;
  private final CompletableFuture<Void> stopNow = new CompletableFuture<>();
  private final List<Slot> slots = new ArrayList<>();
  private @Nullable HttpClient http;
  private @Nullable ProcessGuard guard;

  private record Slot(CommandWorker worker, CompletableFuture<Void> stop, Thread thread) {}

  /** Prepares workers; nothing happens before {@link #start}. */
  public CommandWorkers(CommandWorkerSettings settings, WorkerListener listener) {
    this(settings, listener, Timing.DEFAULTS);
  }

  CommandWorkers(CommandWorkerSettings settings, WorkerListener listener, Timing timing) {
    this.settings = settings;
    this.listener = listener;
    this.timing = timing;
  }

  /**
   * Starts every worker and returns at once; a service that is not there yet is waited for.
   *
   * @throws UncheckedIOException if this machine cannot run commands, or the log directory cannot
   *     be written
   * @throws IllegalStateException if they were started before
   */
  public synchronized void start() {
    if (guard != null) {
      throw new IllegalStateException("command workers start once");
    }
    try {
      guard = ProcessGuard.start();
    } catch (IOException e) {
      throw new UncheckedIOException(
          "command workers need a POSIX shell at /bin/sh and a temporary directory: "
              + e.getMessage(),
          e);
    }
    http = client();
    for (int slot = 1; slot <= settings.slots(); slot++) {
      slots.add(startOne(settings.name() + "-" + slot, guard, http));
    }
  }

  private HttpClient client() {
    HttpClient.Builder client =
        HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(CONNECT_WITHIN)
            .executor(Executors.newVirtualThreadPerTaskExecutor());
    return settings.trust() == null ? client.build() : client.sslContext(settings.trust()).build();
  }

  private Slot startOne(String label, ProcessGuard guard, HttpClient http) {
    CompletableFuture<Void> stop = new CompletableFuture<>();
    Equipment equipment = new Equipment(label, stop, stopNow, guard, log(label), timing, listener);
    WorkerClient client = new WorkerClient(http, settings.server(), label, timing, listener);
    CommandWorker worker = new CommandWorker(settings, client, equipment);
    return new Slot(worker, stop, Thread.ofVirtual().name(label).start(worker));
  }

  private @Nullable OutputLog log(String label) {
    return settings.logDirectory() == null
        ? null
        : new OutputLog(
            settings.logDirectory().resolve(label.replaceAll("[^A-Za-z0-9._-]", "_") + ".log"));
  }

  /**
   * Stops politely: every worker finishes the block in its hands, with heartbeats, takes no new one
   * and leaves. What is not finished within the limit is broken off. Blocks until all have ended.
   *
   * @return whether all of them finished within the limit
   */
  public boolean stop(Duration within) {
    List<Slot> all = all();
    all.forEach(slot -> slot.stop().complete(null));
    boolean finished = await(all, within);
    if (!finished) {
      stopNow();
    }
    release();
    return finished;
  }

  /** Stops at once: kills every process, leaves, and blocks until that is done. */
  public void stopNow() {
    List<Slot> all = all();
    stopNow.complete(null);
    all.forEach(slot -> slot.stop().complete(null));
    await(all, timing.killGrace().plus(FAREWELL));
    release();
  }

  @Override
  public void close() {
    stopNow();
  }

  /**
   * Waits until every worker has ended, whether it was stopped or refused.
   *
   * @return false if the time was up before
   */
  public boolean awaitEnd(Duration atMost) {
    return await(all(), atMost);
  }

  /**
   * Why the service refused a worker for good, such as a wrong access token; empty if it did not.
   */
  public Optional<String> refusal() {
    return all().stream().map(slot -> slot.worker().refusal()).filter(Objects::nonNull).findFirst();
  }

  private synchronized List<Slot> all() {
    return List.copyOf(slots);
  }

  private static boolean await(List<Slot> all, Duration atMost) {
    long deadline = System.nanoTime() + atMost.toNanos();
    try {
      for (Slot slot : all) {
        Duration left = Duration.ofNanos(Math.max(0, deadline - System.nanoTime()));
        if (!slot.thread().join(left)) {
          return false;
        }
      }
      return true;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  private synchronized void release() {
    if (guard != null) {
      guard.close();
    }
    if (http != null) {
      http.shutdownNow();
    }
  }
}
