package dev.yardmaster.bench;

import dev.yardmaster.testing.PostgresServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.stream.Stream;

/**
 * Runs every benchmark, or those whose names are given: {@code all}, {@code core}, {@code balance},
 * {@code http}, {@code live}; and {@code postgres}, which is {@code http} on a PostgreSQL, where
 * one is installed.
 */
public final class Benchmarks {

  private Benchmarks() {}

  public static void main(String[] names)
      throws IOException, InterruptedException, ExecutionException {
    List<String> named = List.of(names);
    List<String> wanted =
        named.contains("all") ? List.of("core", "balance", "http", "live", "storage") : named;
    Report.line(
        "machine",
        "%d cores, Java %s"
            .formatted(Runtime.getRuntime().availableProcessors(), Runtime.version()));
    if (wanted.contains("core")) {
      CoreBench.run();
    }
    if (wanted.contains("balance")) {
      BalanceBench.run();
    }
    if (wanted.contains("http")) {
      withData(data -> HttpBench.run(data, null));
    }
    if (wanted.contains("live")) {
      withData(LiveBench::run);
    }
    if (wanted.contains("storage")) {
      withData(StorageBench::run);
    }
    if (wanted.contains("postgres")) {
      try (PostgresServer server = PostgresServer.start()) {
        HttpBench.run(Path.of("unused"), server.newDatabase());
      }
    }
  }

  /** One that needs a service, with its database in a folder. */
  private interface OfService {
    void run(Path data) throws IOException, InterruptedException, ExecutionException;
  }

  private static void withData(OfService bench)
      throws IOException, InterruptedException, ExecutionException {
    Path data = Files.createTempDirectory("yardmaster-bench");
    try {
      bench.run(data);
    } finally {
      delete(data);
    }
  }

  private static void delete(Path directory) throws IOException {
    try (Stream<Path> paths = Files.walk(directory)) {
      for (Path path : paths.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(path);
      }
    }
  }
}
