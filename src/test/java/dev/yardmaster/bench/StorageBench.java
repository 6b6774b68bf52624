package dev.yardmaster.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import org.springframework.boot.web.server.servlet.context.ServletWebServerApplicationContext;

/**
 * What ten million blocks in twenty runs leave behind: how large the H2 file becomes while they are
 * done, and how much longer a start takes afterwards than one with an empty database, in the same
 * process.
 */
final class StorageBench {

  private static final int RUNS = 20;
  private static final int BLOCKS = 10_000_000;
  private static final int WORKERS = 32;
  private static final int LEASES = 64;
  private static final int MILLIS_BETWEEN_LOOKS = 50;

  private StorageBench() {}

  static void run(Path data) throws IOException, InterruptedException, ExecutionException {
    start(data.resolve("warm-up"));
    double bare = start(data.resolve("empty"));
    Path full = data.resolve("full");
    long largest = fill(full);
    double again = start(full);
    Report.line(
        "storage: the H2 file at its largest while %,d blocks of %d runs are done"
            .formatted(BLOCKS, RUNS),
        "%.1f MB".formatted(largest / 1e6));
    Report.line(
        "storage: a start with an empty database, and with that one",
        "%.1f s and %.1f s".formatted(bare, again));
  }

  /** Until it answers; seconds. */
  private static double start(Path data) {
    long begun = System.nanoTime();
    try (ServletWebServerApplicationContext context = HttpBench.start(data, null)) {
      double seconds = CoreBench.seconds(begun);
      if (!context.isRunning()) {
        throw new IllegalStateException("it did not start");
      }
      return seconds;
    }
  }

  private static long fill(Path data) throws IOException, InterruptedException, ExecutionException {
    try (ServletWebServerApplicationContext context = HttpBench.start(data, null);
        ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      int port = context.getWebServer().getPort();
      submit(port);
      LongAdder done = new LongAdder();
      CountDownLatch working = new CountDownLatch(WORKERS);
      List<Future<?>> workers = new ArrayList<>();
      for (int i = 0; i < WORKERS; i++) {
        workers.add(threads.submit(() -> work(port, done, working)));
      }
      long largest = 0;
      while (!working.await(MILLIS_BETWEEN_LOOKS, TimeUnit.MILLISECONDS)) {
        largest = Math.max(largest, Files.size(data.resolve("yardmaster.mv.db")));
      }
      for (Future<?> worker : workers) {
        worker.get();
      }
      return largest;
    }
  }

  private static void submit(int port) throws IOException {
    try (Connection connection = new Connection(port)) {
      for (int run = 0; run < RUNS; run++) {
        connection.post(
            "/api/v1/runs",
            "",
            "application/yaml",
            """
            name: full
            tasks: [{id: t, blocks: %d, max_workers: %d, max_worker_restarts: 1000, tags: [full]}]
            """
                .formatted(BLOCKS / RUNS, WORKERS));
      }
    }
  }

  private static Void work(int port, LongAdder done, CountDownLatch working) throws IOException {
    try (BenchWorker worker = new BenchWorker(port, "w", "full")) {
      while (done.sum() < BLOCKS) {
        done.add(worker.releaseAndAcquire(LEASES));
      }
    } finally {
      working.countDown();
    }
    return null;
  }
}
