package dev.yardmaster.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.yardmaster.worker.command.process.Processes;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** However a service ends, no command outlives it. */
class OrphansIT {

  /** TERM at once, KILL a second later, and some time for a busy machine. */
  private static final Duration DEATH_TAKES = Duration.ofSeconds(20);

  /** Commands of all modes, each with a child, both deaf to TERM. */
  private static final String PIPELINE =
      """
      name: deaf
      tasks:
        - id: per-block
          blocks: 1
          command: &deaf
            [sh, -c, "trap '' TERM; sh -c 'while :; do sleep 1; done' & echo $$ $! >>pids; wait; wait"]
        - id: stream
          blocks: 1
          mode: stream
          command: *deaf
        - id: client
          blocks: 1
          mode: client
          command: *deaf
      """;

  @RegisterExtension private final Workshop workshop = new Workshop();

  private List<Long> pids() {
    Path file = workshop.directory().resolve("pids");
    return Processes.pidsIn(file);
  }

  private void awaitPids(int count) {
    await().atMost(Program.PATIENCE).until(() -> pids().size() == count);
    assertThat(pids().subList(count - 6, count)).allMatch(Processes::runs);
  }

  private void awaitNoneRuns() {
    await().atMost(DEATH_TAKES).until(() -> pids().stream().noneMatch(Processes::runs));
  }

  @Test
  void neitherAKilledServiceNorOneThatStopsInOrderLeavesAProcess() {
    Service service =
        Service.start(
            workshop,
            workshop.directory(),
            "--yardmaster.workers.embedded.count=3",
            "--yardmaster.workers.embedded.stop-within=1s",
            "--yardmaster.workers.lost-after=5s");
    String run = service.api().submit(PIPELINE, workshop.directory());
    awaitPids(6);

    service.kill();
    awaitNoneRuns();

    service.startAgain();
    awaitPids(12);
    assertThat(service.api().run(run).state()).isEqualTo("running");

    service.program().terminate();
    service.program().ends(0);
    awaitNoneRuns();
  }
}
