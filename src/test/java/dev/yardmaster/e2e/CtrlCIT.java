package dev.yardmaster.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.yardmaster.worker.command.process.Processes;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Ctrl-C on {@code run}, as a terminal sends it. */
class CtrlCIT {

  /**
   * A stubborn command has 5 s between TERM and KILL, and a second Ctrl-C is to be quicker than
   * that. Leaves room for a machine that is busy with other things.
   */
  private static final Duration AT_ONCE = Duration.ofSeconds(4);

  /** Each command notes its process and one that it has started. */
  private static final String PIPELINE =
      """
      name: long
      tasks:
        - id: work
          blocks: 10
          max_workers: 2
          command: [sh, -c, "%s sleep 600 & echo $$ $! >>pids; wait; wait"]
        - id: more
          blocks: 5
          after: [{task: work, blocks: all}]
          command: ["true"]
      """;

  @RegisterExtension private final Workshop workshop = new Workshop();

  private Program atWork(String trap) {
    workshop.write("long.yaml", PIPELINE.formatted(trap));
    Program run = workshop.yardmaster("run", "long.yaml", "--workers", "2");
    run.awaitOut("^long-1: 2 tasks, 15 blocks$");
    await().atMost(Program.PATIENCE).until(() -> pids().size() == 4);
    assertThat(pids()).allMatch(Processes::runs);
    return run;
  }

  private List<Long> pids() {
    Path file = workshop.directory().resolve("pids");
    return Processes.pidsIn(file);
  }

  @Test
  void theRunIsCancelledItsWorkersStopAndOneHearsWhatWasDone() {
    Program run = atWork("");

    run.pressCtrlC();

    run.ends(3);
    assertThat(run.out())
        .contains("Ctrl-C: cancelling long-1")
        .contains("long-1 was cancelled", "0 of 15 blocks completed")
        .contains("15 blocks were not completed; no worker of the run is left.")
        .contains("server --data-dir " + workshop.directory().resolve(".yardmaster"));
    assertThat(run.err()).doesNotContain("Exception");
    assertThat(pids()).hasSize(4).noneMatch(Processes::runs);
  }

  /** The commands are deaf to TERM: without the second Ctrl-C one would wait for them. */
  @Test
  void theSecondCtrlCEndsAtOnceWhateverIsAtWork() {
    Program run = atWork("trap '' TERM;");
    run.pressCtrlC();
    run.awaitOut("Once more ends this at once");

    await("a second Ctrl-C, which a person repeats, as what comes at once is the same wish")
        .atMost(AT_ONCE)
        .ignoreException(IllegalStateException.class)
        .until(
            () -> {
              if (run.isAlive()) {
                run.pressCtrlC();
              }
              return !run.isAlive();
            });

    assertThat(run.awaitExit(AT_ONCE)).isEqualTo(3);
    assertThat(run.err()).contains("Ending at once");
    await().until(() -> pids().stream().noneMatch(Processes::runs));
  }
}
