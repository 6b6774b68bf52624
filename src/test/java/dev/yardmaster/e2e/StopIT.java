package dev.yardmaster.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.yardmaster.worker.command.process.Processes;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import tools.jackson.databind.JsonNode;

/** SIGTERM: what is at work is finished or given back, and the next start carries on. */
class StopIT {

  private static final int UNAVAILABLE = 503;

  /** A worker that is lost, or a block that fails, would end it: it has none to spare. */
  private static final String WORK =
      """
      name: work
      tasks:
        - id: wait
          blocks: 3
          max_retries: 0
          max_worker_restarts: 0
          command: [sh, wait.sh]
      """;

  private static final String WAIT =
      """
      echo $$ >>pids
      echo "$YARDMASTER_BLOCK attempt $YARDMASTER_ATTEMPT" >>begun
      while [ ! -e go ]; do sleep 0.1; done
      echo "$YARDMASTER_BLOCK" >>done
      """;

  private static final String CLIENT =
      """
      name: client
      tasks:
        - {id: count, blocks: 2, max_retries: 0, max_worker_restarts: 0}
      """;

  @RegisterExtension private final Workshop workshop = new Workshop();

  private Service start(String stopWithin) {
    workshop.write("wait.sh", WAIT);
    return Service.start(
        workshop,
        workshop.directory(),
        "--yardmaster.workers.embedded.count=1",
        "--yardmaster.workers.embedded.stop-within=" + stopWithin);
  }

  private List<String> lines(String file) {
    Path path = workshop.directory().resolve(file);
    try {
      return Files.exists(path) ? Files.readAllLines(path) : List.of();
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  private String submitAndAwaitTheFirstBlock(Service service) {
    String run = service.api().submit(WORK, workshop.directory());
    await().atMost(Program.PATIENCE).until(() -> lines("begun").size() == 1);
    return run;
  }

  @Test
  void theBlockAtWorkIsFinishedAndNothingElseIsHandedOut() throws IOException {
    Service service = start("10m");
    Api api = service.api();
    String run = submitAndAwaitTheFirstBlock(service);
    String counting = api.submit(CLIENT);
    JsonNode worker = api.post("/api/v1/workers", Map.of("name", "c", "host", "h")).ok();
    String path = "/api/v1/workers/" + worker.path("id").asString();
    String token = worker.path("token").asString();
    JsonNode work = api.post(path + "/acquire", token, Map.of()).ok();
    String lease = work.path("blocks").path(0).path("lease").asString();

    service.program().terminate();

    await("nothing is handed out")
        .atMost(Program.PATIENCE)
        .until(() -> api.post(path + "/acquire", token, Map.of()).status() == UNAVAILABLE);
    assertThat(api.run(run).task("wait").counter("processing")).isEqualTo(1);
    assertThat(service.program().isAlive()).isTrue();
    workshop.write("go", "");
    service.program().ends(0);
    assertThat(service.program().out()).contains("SIGTERM: stopping").doesNotContain("failed");
    assertThat(lines("done")).containsExactly("0");

    service.startAgain();

    RunPicture ended = api.ended(run);
    assertEverythingWentWell(ended);
    assertThat(lines("begun")).containsExactly("0 attempt 1", "1 attempt 1", "2 attempt 1");
    JsonNode released =
        api.post(
                path + "/release",
                token,
                Map.of("results", List.of(Map.of("lease", lease, "ok", true))))
            .ok();
    assertThat(released.path("results").path(0).path("outcome").asString()).isEqualTo("accepted");
    assertThat(api.run(counting).task("count").counter("worker_starts")).isEqualTo(1);
  }

  @Test
  void aBlockThatTakesTooLongIsGivenBackAndHasNotFailed() {
    Service service = start("1s");
    String run = submitAndAwaitTheFirstBlock(service);

    service.program().terminate();

    service.program().ends(0);
    assertThat(lines("done")).isEmpty();
    List<Long> pids = Processes.pidsIn(workshop.directory().resolve("pids"));
    assertThat(pids).hasSize(1).noneMatch(Processes::runs);

    service.startAgain();
    RunPicture now = service.api().run(run);
    assertThat(now.task("wait").counter("failed")).isZero();
    await().atMost(Program.PATIENCE).until(() -> lines("begun").size() == 2);
    workshop.write("go", "");

    assertEverythingWentWell(service.api().ended(run));
    assertThat(lines("begun"))
        .containsExactly("0 attempt 1", "0 attempt 1", "1 attempt 1", "2 attempt 1");
  }

  private static void assertEverythingWentWell(RunPicture run) {
    assertThat(run.state()).as(run.toString()).isEqualTo("succeeded");
    assertThat(run.task("wait").counter("completed")).isEqualTo(3);
    assertThat(run.task("wait").counter("failed")).isZero();
    assertThat(run.task("wait").counter("worker_failures")).isZero();
    assertThat(run.task("wait").counter("worker_starts")).isEqualTo(1);
    assertThat(run.task("wait").counter("worker_retirements")).isEqualTo(1);
  }
}
