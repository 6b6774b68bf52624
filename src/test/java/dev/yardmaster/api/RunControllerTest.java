package dev.yardmaster.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.yardmaster.config.HttpTest;
import dev.yardmaster.scheduler.RunId;
import dev.yardmaster.scheduler.RunState;
import dev.yardmaster.scheduler.command.Command;
import dev.yardmaster.scheduler.command.Outcome;
import dev.yardmaster.testing.FakeService;
import dev.yardmaster.testing.Samples;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.test.web.servlet.assertj.MockMvcTester;
import org.springframework.test.web.servlet.assertj.MvcTestResult;

@HttpTest
class RunControllerTest {

  private static final String RUN = "/api/v1/runs/deepfield-12";

  @Autowired private MockMvcTester mvc;
  @Autowired private FakeService service;

  @BeforeEach
  void oneRunAtWork() {
    service.reset();
    service.views().show(Samples.running());
  }

  @Test
  void aRunSaysWhatItsTasksDoAndWhyTheyWait() {
    assertThat(mvc.get().uri(RUN).exchange())
        .hasStatusOk()
        .hasContentType("application/json")
        .bodyJson()
        .isStrictlyEqualTo(
            """
            {
              "id": "deepfield-12",
              "pipeline": "deepfield",
              "state": "running",
              "submitted_at": "2026-03-01T12:00:00Z",
              "late_events_dropped": 0,
              "params": {"threshold": 80},
              "resources": {"budget": {"cpu": 4}, "used": {"cpu": 2}},
              "tasks": [
                {
                  "id": "detect",
                  "state": "running",
                  "counters": {
                    "total": 64, "ready": 50, "processing": 4, "completed": 10, "failed": 0,
                    "orphaned": 0, "pending": 0, "skipped": 0, "worker_starts": 5,
                    "worker_failures": 1, "worker_retirements": 0, "worker_restarts": 1
                  },
                  "alive": 2,
                  "idle": 0,
                  "max_workers": 4,
                  "starts_allowed": 14,
                  "after": [],
                  "requires": {"cpu": 1},
                  "tags": ["linux"],
                  "waiting": [
                    {
                      "code": "workers_busy",
                      "text": "All 3 workers that fit are bound already.",
                      "fitting": 3
                    }
                  ],
                  "started_at": "2026-03-01T12:00:01Z"
                },
                {
                  "id": "merge",
                  "state": "running",
                  "counters": {
                    "total": 1, "ready": 0, "processing": 0, "completed": 0, "failed": 0,
                    "orphaned": 0, "pending": 1, "skipped": 0, "worker_starts": 0,
                    "worker_failures": 0, "worker_retirements": 0, "worker_restarts": 0
                  },
                  "alive": 0,
                  "idle": 0,
                  "max_workers": 4,
                  "starts_allowed": 14,
                  "after": [{"task": "detect", "blocks": "all"}],
                  "requires": {"cpu": 1},
                  "tags": ["linux"],
                  "waiting": [
                    {
                      "code": "upstream",
                      "text": "Its blocks wait for task detect to be done.",
                      "tasks": ["detect"]
                    }
                  ]
                }
              ]
            }
            """);
  }

  @Test
  void aCancelledRunSaysWhy() {
    service
        .views()
        .show(Samples.run(RunState.CANCELLED, "timeout of 2h", Samples.NOON + 7_200_000));

    assertThat(mvc.get().uri(RUN).exchange())
        .bodyJson()
        .hasPathSatisfying("$.state", state -> state.assertThat().isEqualTo("cancelled"))
        .hasPathSatisfying("$.why", why -> why.assertThat().isEqualTo("timeout of 2h"))
        .hasPathSatisfying(
            "$.ended_at", ended -> ended.assertThat().isEqualTo("2026-03-01T14:00:00Z"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/api/v1/runs/nope-1",
        "/api/v1/runs/nope-1/wait",
        "/api/v1/runs/nope-1/events",
        "/api/v1/runs/nope-1/tasks/detect/blocks",
        "/api/v1/runs/%F0%9F%92%A5"
      })
  void anUnknownRunIsNotFound(String uri) {
    assertThat(mvc.get().uri(java.net.URI.create(uri)).exchange())
        .hasStatus(404)
        .hasContentType("application/problem+json")
        .bodyJson()
        .extractingPath("$.code")
        .isEqualTo("unknown_run");
  }

  @Test
  void runsAreListedNewestFirstAndPaged() {
    service.views().show(Samples.summary("deepfield-12", RunState.RUNNING));
    service.views().show(Samples.summary("other-11", RunState.FAILED));
    service.views().show(Samples.summary("deepfield-10", RunState.SUCCEEDED));

    assertThat(mvc.get().uri("/api/v1/runs").queryParam("limit", "2").exchange())
        .hasStatusOk()
        .bodyJson()
        .hasPathSatisfying(
            "$.runs[*].id",
            ids -> ids.assertThat().asArray().containsExactly("deepfield-12", "other-11"))
        .hasPathSatisfying("$.runs[0].settled", settled -> settled.assertThat().isEqualTo(10))
        .hasPathSatisfying("$.runs[0].blocks", blocks -> blocks.assertThat().isEqualTo(65))
        .hasPathSatisfying("$.next", next -> next.assertThat().isEqualTo("other-11"));

    assertThat(mvc.get().uri("/api/v1/runs").queryParam("after", "deepfield-12").exchange())
        .bodyJson()
        .hasPathSatisfying(
            "$.runs[*].id",
            ids -> ids.assertThat().asArray().containsExactly("other-11", "deepfield-10"))
        .doesNotHavePath("$.next");
  }

  @Test
  void runsAreFilteredByStateAndPipeline() {
    service.views().show(Samples.summary("deepfield-12", RunState.RUNNING));
    service.views().show(Samples.summary("other-11", RunState.FAILED));
    service.views().show(Samples.summary("deepfield-10", RunState.FAILED));

    assertThat(
            mvc.get()
                .uri("/api/v1/runs")
                .queryParam("state", "failed")
                .queryParam("pipeline", "deepfield")
                .exchange())
        .bodyJson()
        .extractingPath("$.runs[*].id")
        .asArray()
        .containsExactly("deepfield-10");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "state=ended",
        "after=nope-1",
        "limit=0",
        "limit=-1",
        "limit=501",
        "limit=ten",
        "limit=99999999999",
        "limit=1.5",
        "order=up"
      })
  void nonsenseInTheQueryIsSaidAndNoFailure(String query) {
    assertThat(mvc.get().uri("/api/v1/runs?" + query).exchange())
        .hasStatus(400)
        .hasContentType("application/problem+json")
        .bodyJson()
        .extractingPath("$.code")
        .isEqualTo("invalid_parameter");
  }

  @Test
  void aWrongStateIsAnsweredWithTheRightOnes() {
    assertThat(mvc.get().uri("/api/v1/runs?state=ended").exchange())
        .bodyJson()
        .extractingPath("$.detail")
        .asString()
        .isEqualTo("state is \"ended\", but must be one of running, succeeded, failed, cancelled");
  }

  @Test
  void aWaitEndsWhenTheRunDoes() {
    CompletableFuture<MvcTestResult> waiting =
        CompletableFuture.supplyAsync(() -> mvc.get().uri(RUN + "/wait?timeout=60s").exchange());
    await().until(() -> service.engine().isAwaited(Samples.RUN));
    assertThat(waiting).isNotDone();

    service.views().show(Samples.run(RunState.SUCCEEDED, null, Samples.NOON + 5_000));
    service.engine().ended(Samples.RUN);

    assertThat(waiting.join())
        .hasStatusOk()
        .bodyJson()
        .extractingPath("$.state")
        .isEqualTo("succeeded");
  }

  @Test
  void aWaitForARunThatHasEndedDoesNotWait() {
    service.views().show(Samples.run(RunState.FAILED, null, Samples.NOON + 5_000));

    assertThat(mvc.get().uri(RUN + "/wait?timeout=60s").exchange())
        .hasStatusOk()
        .bodyJson()
        .extractingPath("$.state")
        .isEqualTo("failed");
    assertThat(service.engine().isAwaited(Samples.RUN)).isFalse();
  }

  @ParameterizedTest
  @ValueSource(strings = {"0s", "1ms", "PT0.001S"})
  void aWaitAnswersAfterItsTimeoutWithTheRunAsItIs(String timeout) {
    assertThat(mvc.get().uri(RUN + "/wait").queryParam("timeout", timeout).exchange())
        .hasStatusOk()
        .bodyJson()
        .extractingPath("$.state")
        .isEqualTo("running");
  }

  @ParameterizedTest
  @ValueSource(strings = {"soon", "-1s", "30", "P1Y", "PT-5S"})
  void aTimeoutThatIsNoneIsRefused(String timeout) {
    assertThat(mvc.get().uri(RUN + "/wait").queryParam("timeout", timeout).exchange())
        .hasStatus(400)
        .bodyJson()
        .extractingPath("$.code")
        .isEqualTo("invalid_parameter");
  }

  @Test
  void cancellingIsTaken() {
    service.engine().answers(new Outcome.Cancelled(Samples.RUN, false));

    assertThat(mvc.post().uri(RUN + "/cancel").exchange())
        .hasStatus(202)
        .bodyJson()
        .extractingPath("$.id")
        .isEqualTo("deepfield-12");
    assertThat(((Command.CancelRun) service.engine().command()).run()).isEqualTo(Samples.RUN);
  }

  @Test
  void cancellingAgainChangesNothing() {
    service.engine().answers(new Outcome.Cancelled(Samples.RUN, true));
    assertThat(mvc.post().uri(RUN + "/cancel").exchange()).hasStatus(200);
  }

  @Test
  void cancellingAFinishedRunIsAConflict() {
    service.engine().answers(new Outcome.AlreadyEnded(Samples.RUN));

    assertThat(mvc.post().uri(RUN + "/cancel").exchange())
        .hasStatus(409)
        .bodyJson()
        .extractingPath("$.code")
        .isEqualTo("already_ended");
  }

  @Test
  void cancellingAnUnknownRunIsNotFound() {
    service.engine().answers(new Outcome.UnknownRun(new RunId("nope-1")));
    assertThat(mvc.post().uri("/api/v1/runs/nope-1/cancel").exchange())
        .hasStatus(404)
        .bodyJson()
        .extractingPath("$.code")
        .isEqualTo("unknown_run");
  }
}
