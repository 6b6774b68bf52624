package dev.yardmaster.worker.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.yardmaster.worker.command.FakeService.Offer;
import dev.yardmaster.worker.command.process.Processes;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code kill -9} of the JVM that runs commands leaves none of them, nor what they started. */
class OrphanTest {

  private static final Duration START_TAKES = Duration.ofSeconds(60);

  /** TERM at once, KILL a second later, and some time for a busy machine. */
  private static final Duration DEATH_TAKES = Duration.ofSeconds(10);

  @TempDir Path directory;

  @Test
  void aKilledJvmLeavesNoProcessInAnyMode() throws IOException {
    try (FakeService service = new FakeService()) {
      service.offer(stubborn("per_block"));
      service.offer(stubborn("stream"));
      service.offer(stubborn("client"));
      Process jvm = startWorkers(service.uri());
      try {
        Path pids = directory.resolve("pids");
        await().atMost(START_TAKES).until(() -> Processes.pidsIn(pids).size() == 6);
        assertThat(Processes.pidsIn(pids)).allMatch(Processes::runs);

        jvm.destroyForcibly();

        await()
            .atMost(DEATH_TAKES)
            .until(() -> Processes.pidsIn(pids).stream().noneMatch(Processes::runs));
      } finally {
        jvm.destroyForcibly();
      }
    }
  }

  /** A command with a child, both deaf to TERM. */
  private Offer stubborn(String mode) {
    String script =
        "trap '' TERM; sh -c 'while :; do sleep 1; done' & echo $$ $! >>pids; wait; wait";
    return new Offer(mode, 1, List.of("sh", "-c", script)).in(directory);
  }

  private static Process startWorkers(URI service) throws IOException {
    return new ProcessBuilder(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-cp",
            System.getProperty("java.class.path"),
            ThreeWorkers.class.getName(),
            service.toString())
        .inheritIO()
        .start();
  }

  /** What the killed JVM runs. */
  static final class ThreeWorkers {
    public static void main(String[] arguments) throws InterruptedException {
      CommandWorkers workers =
          new CommandWorkers(
              CommandWorkerSettings.of(URI.create(arguments[0]), "doomed", Set.of(), 3),
              event -> {});
      workers.start();
      Thread.currentThread().join();
    }
  }
}
