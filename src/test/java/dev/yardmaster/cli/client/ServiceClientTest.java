package dev.yardmaster.cli.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.yardmaster.cli.client.FakeService.Asked;
import dev.yardmaster.cli.client.ServiceException.NotUnderstood;
import dev.yardmaster.cli.client.ServiceException.Refused;
import dev.yardmaster.cli.client.ServiceException.Unavailable;
import dev.yardmaster.cli.client.ServiceException.Unreachable;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class ServiceClientTest {

  private FakeService service;
  private ServiceClient client;

  @BeforeEach
  void start() throws IOException {
    service = FakeService.start();
    client = new ServiceClient(service.url());
  }

  @AfterEach
  void stop() {
    service.close();
  }

  private static Submission submission(Path directory, Map<String, String> params) {
    return new Submission("name: sky", "application/yaml", directory, params, "key-1");
  }

  @Test
  void aSubmissionCarriesTextDirectoryKeyAndParams() {
    service.says("POST /runs", 201, RunJson.run("sky-1", "running").toString());
    Map<String, String> params = new LinkedHashMap<>();
    params.put("image", "a b&c=d.pgm");
    params.put("name", "große");

    RunAnswer run = client.submit(submission(Path.of("/data/sky"), params));

    assertThat(run.id()).isEqualTo("sky-1");
    Asked asked = service.asked().getFirst();
    assertThat(asked.call())
        .isEqualTo("POST /runs?param=image%3Da%20b%26c%3Dd.pgm&param=name%3Dgro%C3%9Fe");
    assertThat(asked.body()).isEqualTo("name: sky");
    assertThat(asked.headers())
        .containsEntry("content-type", "application/yaml")
        .containsEntry("yardmaster-directory", "/data/sky")
        .containsEntry("idempotency-key", "key-1");
  }

  @Test
  void aDirectoryThatIsNotAsciiIsPercentEncoded() {
    service.says("POST /runs", 201, RunJson.run("sky-1", "running").toString());

    client.submit(submission(Path.of("/data/für 100%"), Map.of()));

    assertThat(service.asked().getFirst().headers())
        .containsEntry("yardmaster-directory", "/data/f%C3%BCr 100%25");
  }

  @Test
  void aPathInTheAddressIsKept() {
    ServiceClient behindProxy = new ServiceClient(URI.create(service.url() + "/yard/"));
    service.says("GET /yard/api/v1/runs/sky-1", 200, RunJson.run("sky-1", "succeeded").toString());

    assertThat(behindProxy.run("sky-1").state()).isEqualTo(RunAnswer.State.SUCCEEDED);
    assertThat(behindProxy.service()).hasToString(service.url() + "/yard");
  }

  @Test
  void waitingTellsTheServiceForHowLong() {
    service.says("GET /runs/sky-1/wait", 200, RunJson.run("sky-1", "running").toString());

    client.await("sky-1", Duration.ofMillis(250));

    assertThat(service.asked().getFirst().call()).isEqualTo("GET /runs/sky-1/wait?timeout=PT0.25S");
  }

  @Test
  void aRunIsReadWithItsTasksAndWhyTheyWait() {
    service.says(
        "GET /runs/sky-1",
        200,
        RunJson.run("sky-1", "running")
            .running("detect", 12, 2, 64, 2)
            .waiting("stitch", 1, "upstream", "Its blocks wait for task detect to be done.")
            .toString());

    RunAnswer run = client.run("sky-1");

    assertThat(run.completed()).isEqualTo(12);
    assertThat(run.total()).isEqualTo(65);
    assertThat(run.alive()).isEqualTo(2);
    assertThat(run.tasks().getFirst().counters().ready()).isEqualTo(50);
    assertThat(run.tasks().getFirst().waiting()).isEmpty();
    assertThat(run.tasks().getLast().waiting().getFirst().code()).isEqualTo("upstream");
  }

  @Test
  void fieldsOfANewerServiceAreIgnored() {
    service.says(
        "GET /runs/sky-1",
        200,
        "{\"id\": \"sky-1\", \"state\": \"failed\", \"mood\": \"low\", \"tasks\": []}");

    assertThat(client.run("sky-1").state()).isEqualTo(RunAnswer.State.FAILED);
  }

  @Test
  void failedBlocksComeWithEachAttempt() {
    service.says(
        "GET /runs/sky-1/tasks/detect/blocks",
        200,
        """
        {"blocks": [{"block": 7, "state": "failed", "failures": 2, "attempts": [
          {"attempt": 1, "worker": "w-1", "at": "2026-03-01T10:00:01Z", "error": "bad pixel"},
          {"attempt": 2, "worker": "w-2", "at": "2026-03-01T10:00:02Z"}]}], "next": 7}
        """);

    List<FailedBlock> blocks = client.failedBlocks("sky-1", "detect", 100);

    assertThat(blocks).hasSize(1);
    assertThat(blocks.getFirst().block()).isEqualTo(7);
    assertThat(blocks.getFirst().attempts().getFirst().error()).isEqualTo("bad pixel");
    assertThat(blocks.getFirst().attempts().getLast().error()).isNull();
    assertThat(service.asked().getFirst().call())
        .isEqualTo("GET /runs/sky-1/tasks/detect/blocks?state=failed&limit=100");
  }

  @Test
  void eventsComeInOrder() {
    service.says(
        "GET /runs/sky-1/events",
        200,
        """
        {"events": [{"seq": 4, "at": "2026-03-01T10:00:01Z", "run": "sky-1", "task": "detect",
          "worker": "w-1", "kind": "worker_failed", "message": "exit code 1"}], "next": 4}
        """);

    assertThat(client.events("sky-1", 0, 10))
        .extracting(EventAnswer::kind, EventAnswer::task, EventAnswer::message)
        .containsExactly(
            org.assertj.core.groups.Tuple.tuple("worker_failed", "detect", "exit code 1"));
  }

  @Test
  void aRefusalSaysWhatAndWhatToDo() {
    service.says(
        "GET /runs/sky-9",
        404,
        """
        {"type": "urn:yardmaster:problem:unknown_run", "title": "There is no such run",
         "status": 404, "detail": "There is no run sky-9.", "code": "unknown_run",
         "remedy": "GET /api/v1/runs lists the runs."}
        """);

    Refused refused = catchThrowableOfType(Refused.class, () -> client.run("sky-9"));

    assertThat(refused)
        .hasMessageContaining(service.url().toString())
        .hasMessageContaining("There is no run sky-9. GET /api/v1/runs lists the runs.");
    assertThat(refused.problem().code()).isEqualTo("unknown_run");
    assertThat(refused.problem().status()).isEqualTo(404);
  }

  @Test
  void aCancellationNeedsNoBodyInTheAnswer() {
    service.says("POST /runs/sky-1/cancel", 202, "");

    client.cancel("sky-1");

    assertThat(service.calls()).containsExactly("POST /runs/sky-1/cancel");
  }

  @Test
  void aServiceWhoseDatabaseIsAwayIsUnavailableNotRefusing() {
    service.says("GET /runs/sky-1", 503, "{\"detail\": \"The database does not answer.\"}");

    assertThat(catchThrowableOfType(Unavailable.class, () -> client.run("sky-1")))
        .hasMessageContaining("The database does not answer.");
  }

  @Test
  void nobodyListeningNamesTheAddressAndTheRemedy() {
    service.close();

    assertThat(catchThrowableOfType(Unreachable.class, () -> client.run("sky-1")))
        .hasMessage(
            "No Yardmaster service answers at "
                + service.url()
                + " (connection refused). Start one with the command \"server\", or name another"
                + " with --server URL.");
  }

  @Test
  void anotherServersPageIsNotTakenForAnAnswer() {
    service.says("GET /runs/sky-1", 200, "<html>Welcome to nginx</html>");

    assertThat(catchThrowableOfType(NotUnderstood.class, () -> client.run("sky-1")))
        .hasMessageContaining("not what a Yardmaster service would");
  }

  @Test
  void anotherServersErrorPageIsNotTakenForAProblemDocument() {
    service.says("GET /runs/sky-1", 404, "<html>Not found</html>");

    assertThat(catchThrowableOfType(NotUnderstood.class, () -> client.run("sky-1")))
        .hasMessageContaining("status 404");
  }
}
