package dev.yardmaster.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.RegisterExtension;

/**
 * Semantics §7 with real processes: nobody waits behind somebody idle. In both stories a worker
 * dies at a block's first attempt, so that its task needs a start again while another task's worker
 * has taken what it needs, and idles. A looser rule hangs here for ever.
 */
@ExtendWith(SharedService.class)
class SharingIT {

  /** Does every block but one, at whose first attempt it dies; an argument says which. */
  private static final String MORTAL =
      """
      import json, sys
      for line in sys.stdin:
          asked = json.loads(line)
          if asked["attempt"] == 1 and str(asked["block"]) in sys.argv[1:]:
              sys.exit("dies holding block %d" % asked["block"])
          print('{"ok": true}', flush=True)
      """;

  @RegisterExtension private final Workshop workshop = new Workshop();

  /** {@code x} comes first in the document, and so before its feeders when all may start. */
  @Test
  void anIdleWorkerGivesItsCpuToTheFeederThatNeedsAllFour(Service service) {
    workshop.write("mortal.py", MORTAL);
    String run =
        service
            .api()
            .submit(
                """
                name: two-feeders
                resources: {cpu: 4}
                tasks:
                  - id: x
                    blocks: 2
                    requires: {cpu: 1}
                    after: [{task: a}, {task: b}]
                    mode: stream
                    command: [python3, mortal.py]
                  - id: a
                    blocks: 2
                    requires: {cpu: 1}
                    mode: stream
                    command: [python3, mortal.py]
                  - id: b
                    blocks: 2
                    requires: {cpu: 4}
                    mode: stream
                    command: [python3, mortal.py, "1"]
                """,
                workshop.directory());

    RunPicture ended = service.api().ended(run);

    assertThat(ended.state()).isEqualTo("succeeded");
    assertThat(ended.task("x").counter("completed")).isEqualTo(2);
    assertThat(ended.task("b").counter("worker_failures")).isEqualTo(1);
    assertThat(ended.task("x").counter("worker_retirements")).isPositive();
    assertThat(ended.task("x").counter("worker_failures")).isZero();
  }

  @Test
  void aChainOnOneCpuEndsThoughTheFirstTasksWorkerDiesHoldingItsLastBlock(Service service) {
    workshop.write("mortal.py", MORTAL);
    String run =
        service
            .api()
            .submit(
                """
                name: chain
                resources: {cpu: 1}
                tasks:
                  - id: b
                    blocks: 3
                    requires: {cpu: 1}
                    after: [{task: a}]
                    mode: stream
                    command: [python3, mortal.py]
                  - id: a
                    blocks: 3
                    requires: {cpu: 1}
                    mode: stream
                    command: [python3, mortal.py, "2"]
                """,
                workshop.directory());

    RunPicture ended = service.api().ended(run);

    assertThat(ended.state()).isEqualTo("succeeded");
    assertThat(ended.task("a").counter("worker_failures")).isEqualTo(1);
    assertThat(ended.task("a").counter("completed")).isEqualTo(3);
    assertThat(ended.task("b").counter("worker_retirements")).isPositive();
    assertThat(ended.task("b").counter("completed")).isEqualTo(3);
    await("the cpu is given back")
        .atMost(Program.PATIENCE)
        .until(() -> !service.api().run(run).uses("cpu"));
  }
}
