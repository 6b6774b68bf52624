package dev.yardmaster.api;

import static org.assertj.core.api.Assertions.assertThat;

import dev.yardmaster.config.HttpTest;
import dev.yardmaster.engine.Journal.AuditEntry;
import dev.yardmaster.engine.Journal.FailedAttempt;
import dev.yardmaster.scheduler.RunId;
import dev.yardmaster.scheduler.view.BlockView;
import dev.yardmaster.scheduler.view.BlockView.BlockState;
import dev.yardmaster.testing.FakeService;
import dev.yardmaster.testing.Samples;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.test.web.servlet.assertj.MockMvcTester;

@HttpTest
class RunDetailsControllerTest {

  private static final String EVENTS = "/api/v1/runs/deepfield-12/events";
  private static final String BLOCKS = "/api/v1/runs/deepfield-12/tasks/detect/blocks";

  @Autowired private MockMvcTester mvc;
  @Autowired private FakeService service;

  @BeforeEach
  void oneRun() {
    service.reset();
    service.views().show(Samples.running());
  }

  private void happened(long seq, String run, String kind) {
    service
        .journal()
        .hold(
            new AuditEntry(
                seq, Samples.NOON + seq, new RunId(run), "detect", "w-7", kind, "It happened."));
  }

  @Test
  void theAuditTrailIsReadInOrderPageByPage() {
    happened(3, "deepfield-12", "run_submitted");
    happened(4, "other-13", "run_submitted");
    happened(5, "deepfield-12", "binding_started");
    happened(9, "deepfield-12", "worker_failed");

    assertThat(mvc.get().uri(EVENTS).queryParam("limit", "2").exchange())
        .hasStatusOk()
        .bodyJson()
        .isStrictlyEqualTo(
            """
            {
              "events": [
                {
                  "seq": 3, "at": "2026-03-01T12:00:00.003Z", "run": "deepfield-12",
                  "task": "detect", "worker": "w-7", "kind": "run_submitted",
                  "message": "It happened."
                },
                {
                  "seq": 5, "at": "2026-03-01T12:00:00.005Z", "run": "deepfield-12",
                  "task": "detect", "worker": "w-7", "kind": "binding_started",
                  "message": "It happened."
                }
              ],
              "next": 5
            }
            """);
    assertThat(mvc.get().uri(EVENTS).queryParam("after", "5").exchange())
        .bodyJson()
        .extractingPath("$.events[*].seq")
        .asArray()
        .containsExactly(9);
  }

  @Test
  void whoHasReadEverythingIsToldWhereToGoOn() {
    assertThat(mvc.get().uri(EVENTS).queryParam("after", "9").exchange())
        .bodyJson()
        .isStrictlyEqualTo("{\"events\": [], \"next\": 9}");
  }

  @Test
  void failedBlocksShowEachAttemptItsWorkerAndItsError() {
    service
        .views()
        .show(
            Samples.DETECT,
            new BlockView(0, BlockState.COMPLETED, 1),
            new BlockView(7, BlockState.FAILED, 2),
            new BlockView(8, BlockState.READY, 0));
    service
        .journal()
        .hold(
            Samples.DETECT,
            new FailedAttempt(0, 1, "w-1", Samples.NOON, "unlucky"),
            new FailedAttempt(7, 1, "w-1", Samples.NOON + 1_000, "no such file"),
            new FailedAttempt(7, 2, "w-2", Samples.NOON + 2_000, null));

    assertThat(mvc.get().uri(BLOCKS).queryParam("state", "failed").exchange())
        .hasStatusOk()
        .bodyJson()
        .isStrictlyEqualTo(
            """
            {
              "blocks": [
                {
                  "block": 7, "state": "failed", "failures": 2,
                  "attempts": [
                    {
                      "attempt": 1, "worker": "w-1", "at": "2026-03-01T12:00:01Z",
                      "error": "no such file"
                    },
                    {"attempt": 2, "worker": "w-2", "at": "2026-03-01T12:00:02Z"}
                  ]
                }
              ]
            }
            """);
  }

  @Test
  void blocksArePaged() {
    service
        .views()
        .show(
            Samples.DETECT,
            new BlockView(0, BlockState.READY, 0),
            new BlockView(1, BlockState.READY, 0),
            new BlockView(5, BlockState.READY, 0));

    assertThat(mvc.get().uri(BLOCKS).queryParam("limit", "2").exchange())
        .bodyJson()
        .hasPathSatisfying(
            "$.blocks[*].block", blocks -> blocks.assertThat().asArray().containsExactly(0, 1))
        .hasPathSatisfying("$.next", next -> next.assertThat().isEqualTo(1));
    assertThat(mvc.get().uri(BLOCKS).queryParam("after", "1").exchange())
        .bodyJson()
        .hasPathSatisfying(
            "$.blocks[*].block", blocks -> blocks.assertThat().asArray().containsExactly(5))
        .doesNotHavePath("$.next");
    assertThat(mvc.get().uri(BLOCKS).queryParam("after", "" + Long.MAX_VALUE).exchange())
        .hasStatusOk();
  }

  @Test
  void anUnknownTaskIsNotFound() {
    assertThat(mvc.get().uri("/api/v1/runs/deepfield-12/tasks/nope/blocks").exchange())
        .hasStatus(404)
        .bodyJson()
        .extractingPath("$.code")
        .isEqualTo("unknown_task");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        EVENTS + "?limit=0",
        EVENTS + "?limit=501",
        EVENTS + "?after=-5",
        EVENTS + "?after=yesterday",
        BLOCKS + "?state=broken",
        BLOCKS + "?limit=501",
        BLOCKS + "?after=-2"
      })
  void nonsenseInTheQueryIsRefused(String uri) {
    assertThat(mvc.get().uri(uri).exchange())
        .hasStatus(400)
        .bodyJson()
        .extractingPath("$.code")
        .isEqualTo("invalid_parameter");
  }
}
