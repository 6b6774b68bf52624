package dev.yardmaster.bench;

import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.ExecutionException;
import org.springframework.boot.web.server.servlet.context.ServletWebServerApplicationContext;

/**
 * What those who watch cost: one-block leases over HTTP, by turns without and with a thousand open
 * WebSockets, in one process that has the clients in it too. Half of them follow the run, half all
 * runs.
 */
final class LiveBench {

  private static final int CLIENTS = 1_000;
  private static final int ROUNDS = 3;

  private LiveBench() {}

  static void run(Path data) throws IOException, InterruptedException, ExecutionException {
    try (ServletWebServerApplicationContext context = HttpBench.start(data, null)) {
      int port = context.getWebServer().getPort();
      HttpBench http = new HttpBench(port);
      http.blocks(1);
      double without = 0;
      double with = 0;
      long bytes = 0;
      long messages = 0;
      Processor processor = new Processor();
      for (int round = 1; round <= ROUNDS; round++) {
        without += http.blocks(1) / ROUNDS;
        try (Audience audience = new Audience(port, CLIENTS, "leases-1-" + (2 * round + 1))) {
          processor.start();
          with += http.blocks(1) / ROUNDS;
          processor.stop();
          bytes += audience.bytes();
          messages += audience.reads();
        }
      }
      Report.line(
          "live: one-block leases without anybody who watches",
          "%,.0f blocks/s".formatted(without));
      Report.line(
          "live: the same with %,d WebSockets".formatted(CLIENTS),
          "%,.0f blocks/s, %.1f %% less".formatted(with, 100 * (without - with) / without));
      Report.line(
          "live: processor time, while they watched",
          "%.1f ms a second for the push, %.1f for the clients, %.0f for all"
              .formatted(
                  processor.millisASecond("yardmaster-live"),
                  processor.millisASecond("audience"),
                  processor.millisASecond()));
      Report.line(
          "live: what all of them were sent",
          "%,.0f messages and %,.0f kB a second"
              .formatted(processor.aSecond(messages), processor.aSecond(bytes) / 1e3));
    }
  }
}
