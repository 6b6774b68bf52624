package dev.yardmaster.bench;

import dev.yardmaster.YardmasterApplication;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.web.server.servlet.context.ServletWebServerApplicationContext;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RestController;

/**
 * The service over HTTP on loopback, with its durable H2 file or a PostgreSQL; client and service
 * share this process and the machine's cores. The reference is a POST on the same server that
 * answers what it was sent.
 */
final class HttpBench {

  private static final int CONNECTIONS = 256;
  private static final int WARM_UP_SECONDS = 8;
  private static final int SECONDS = 10;
  private static final int CHAIN = 2_000;

  /** The reference. */
  @RestController
  static class Echo {
    /** About the size of a release with its ask. */
    record Message(String text, List<String> leases) {}

    @PostMapping("/bench/echo")
    Message echo(@RequestBody Message message) {
      return message;
    }
  }

  private final int port;

  HttpBench(int port) {
    this.port = port;
  }

  /**
   * @param database its URL, or null for the service's own file
   */
  static void run(Path data, @Nullable String database)
      throws IOException, InterruptedException, ExecutionException {
    try (ServletWebServerApplicationContext context = start(data, database)) {
      HttpBench bench = new HttpBench(context.getWebServer().getPort());
      double echo = bench.echo();
      double one = bench.blocks(1);
      double again = bench.echo();
      double many = bench.blocks(64);
      double reference = (echo + again) / 2;
      Report.line(
          "http: bare POST echo, before and after",
          "%,.0f and %,.0f calls/s".formatted(echo, again));
      Report.line(
          "http: one-block leases, release + acquire in one trip",
          "%,.0f blocks/s, %.0f %% of the echo".formatted(one, 100 * one / reference));
      Report.line("http: 64-block leases", "%,.0f blocks/s".formatted(many));
      Report.line(
          "http: release to delivery of the block it made ready",
          Report.percentiles(bench.chain()));
    }
  }

  static ServletWebServerApplicationContext start(Path data, @Nullable String database) {
    List<String> settings = new ArrayList<>();
    settings.add("--server.port=0");
    settings.add("--yardmaster.data-dir=" + data.toAbsolutePath());
    settings.add("--yardmaster.workers.embedded.count=0");
    settings.add("--logging.level.root=error");
    settings.add("--logging.level.dev.yardmaster=error");
    if (database != null) {
      settings.add("--spring.datasource.url=" + database);
    }
    return (ServletWebServerApplicationContext)
        new SpringApplicationBuilder(YardmasterApplication.class, Echo.class)
            .run(settings.toArray(String[]::new));
  }

  private double echo() throws InterruptedException, ExecutionException {
    String body =
        "{\"text\":\"release with its ask, about as long as one\",\"leases\":[\"l-123456\"]}";
    return rate(
        (stop, count) -> {
          try (Connection connection = new Connection(port)) {
            while (!stop.get()) {
              connection.post("/bench/echo", "", "application/json", body);
              count.increment();
            }
          }
          return null;
        });
  }

  /** A run of its own, whose workers take so many blocks at a time. */
  double blocks(int maxBlocks) throws IOException, InterruptedException, ExecutionException {
    String tag = "leases-" + maxBlocks;
    submit(
        """
        name: %1$s
        tasks:
          - {id: t, blocks: 1000000000, max_workers: %2$d, max_worker_restarts: 1000, tags: [%1$s]}
        """
            .formatted(tag, CONNECTIONS));
    return rate(
        (stop, count) -> {
          try (BenchWorker worker = new BenchWorker(port, "w", tag)) {
            worker.acquire(maxBlocks);
            while (!stop.get()) {
              count.add(worker.releaseAndAcquire(maxBlocks));
            }
            worker.release();
          }
          return null;
        });
  }

  private void submit(String pipeline) throws IOException {
    try (Connection connection = new Connection(port)) {
      connection.post("/api/v1/runs", "", "application/yaml", pipeline);
    }
  }

  /** Block i of the second task waits for block i of the first. */
  private long[] chain() throws IOException, InterruptedException, ExecutionException {
    submit(
        """
        name: chain
        tasks:
          - {id: first, blocks: %1$d, tags: [first]}
          - {id: second, blocks: %1$d, tags: [second], after: [{task: first, blocks: matching}]}
        """
            .formatted(CHAIN));
    long[] nanos = new long[CHAIN];
    try (BenchWorker first = new BenchWorker(port, "first", "first");
        BenchWorker second = new BenchWorker(port, "second", "second");
        ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      for (int i = 0; i < CHAIN; i++) {
        first.acquire(1);
        Future<Long> delivered =
            threads.submit(
                () -> {
                  second.acquire(1);
                  return System.nanoTime();
                });
        long released = System.nanoTime();
        first.release();
        nanos[i] = delivered.get() - released;
        second.release();
      }
    }
    return nanos;
  }

  /** One client of many: counts what it did until it is told to stop. */
  private interface Client {
    Void run(AtomicBoolean stop, LongAdder count) throws IOException;
  }

  private static double rate(Client client) throws InterruptedException, ExecutionException {
    AtomicBoolean stop = new AtomicBoolean();
    LongAdder count = new LongAdder();
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      List<Future<Void>> running = new ArrayList<>();
      for (int i = 0; i < CONNECTIONS; i++) {
        Callable<Void> one = () -> client.run(stop, count);
        running.add(threads.submit(one));
      }
      pass(WARM_UP_SECONDS);
      long before = count.sum();
      long start = System.nanoTime();
      pass(SECONDS);
      double rate = (count.sum() - before) / CoreBench.seconds(start);
      stop.set(true);
      for (Future<Void> each : running) {
        each.get();
      }
      return rate;
    }
  }

  private static void pass(int seconds) throws InterruptedException {
    boolean early = new CountDownLatch(1).await(seconds, TimeUnit.SECONDS);
    if (early) {
      throw new IllegalStateException("nobody counts down");
    }
  }
}
