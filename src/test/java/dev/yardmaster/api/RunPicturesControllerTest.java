package dev.yardmaster.api;

import static org.assertj.core.api.Assertions.assertThat;

import dev.yardmaster.config.HttpTest;
import dev.yardmaster.engine.Journal.FailedAttempt;
import dev.yardmaster.history.Curves;
import dev.yardmaster.history.Timeline;
import dev.yardmaster.scheduler.view.TilesView;
import dev.yardmaster.testing.FakeService;
import dev.yardmaster.testing.Samples;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.test.web.servlet.assertj.MockMvcTester;

@HttpTest
class RunPicturesControllerTest {

  private static final String RUN = "/api/v1/runs/deepfield-12";

  @Autowired private MockMvcTester mvc;
  @Autowired private FakeService service;

  @BeforeEach
  void oneRun() {
    service.reset();
    service.views().show(Samples.running());
  }

  @Test
  void curvesArePointsInTime() {
    service
        .histories()
        .hold(
            Samples.RUN,
            new Curves(
                2_000,
                List.of(
                    new Curves.Point(Samples.NOON, 0, 0, 0, 4, 60, 4, null),
                    new Curves.Point(Samples.NOON + 2_000, 8, 1, 0, 4, 51, 4, 4.5)),
                List.of(
                    new Curves.ResourceCurve(
                        "cpu", 4L, List.of(new Curves.ResourcePoint(Samples.NOON, 2, 1, 0, 1L))))));

    assertThat(mvc.get().uri(RUN + "/history").exchange())
        .hasStatusOk()
        .bodyJson()
        .isStrictlyEqualTo(
            """
            {
              "run": "deepfield-12", "interval_seconds": 2.0,
              "points": [
                {
                  "at": "2026-03-01T12:00:00Z", "completed": 0, "failed": 0, "orphaned": 0,
                  "processing": 4, "ready": 60, "alive": 4
                },
                {
                  "at": "2026-03-01T12:00:02Z", "completed": 8, "failed": 1, "orphaned": 0,
                  "processing": 4, "ready": 51, "alive": 4, "rate": 4.5
                }
              ],
              "resources": [
                {
                  "name": "cpu", "budget": 4,
                  "points": [
                    {"at": "2026-03-01T12:00:00Z", "used": 2, "idle": 1, "kept": 0, "free": 1}
                  ]
                }
              ]
            }
            """);
  }

  @Test
  void aRunOfWhichNothingIsKnownYetHasEmptyPictures() {
    assertThat(mvc.get().uri(RUN + "/history").exchange())
        .bodyJson()
        .isStrictlyEqualTo(
            """
            {"run": "deepfield-12", "interval_seconds": 1.0, "points": [], "resources": []}
            """);
    assertThat(mvc.get().uri(RUN + "/timeline").exchange())
        .bodyJson()
        .isStrictlyEqualTo(
            """
            {"run": "deepfield-12", "resolution_seconds": 0.0, "rows": [], "more_workers": 0}
            """);
  }

  @Test
  void theTimelineHasARowAWorker() {
    service
        .histories()
        .hold(
            Samples.RUN,
            new Timeline(
                Samples.NOON,
                Samples.NOON + 3_000,
                20,
                List.of(
                    new Timeline.Row(
                        "w-1",
                        "node",
                        "h1",
                        List.of(
                            new Timeline.Bar(
                                "detect", Samples.NOON, Samples.NOON + 3_000, 2, 1, true))),
                    new Timeline.Row("w-2", "node", "h2", List.of())),
                3));

    assertThat(mvc.get().uri(RUN + "/timeline").queryParam("limit", "1").exchange())
        .hasStatusOk()
        .bodyJson()
        .isStrictlyEqualTo(
            """
            {
              "run": "deepfield-12", "from": "2026-03-01T12:00:00Z", "to": "2026-03-01T12:00:03Z",
              "resolution_seconds": 0.02,
              "rows": [
                {
                  "worker": "w-1", "name": "node", "host": "h1",
                  "bars": [
                    {
                      "task": "detect", "from": "2026-03-01T12:00:00Z",
                      "to": "2026-03-01T12:00:03Z", "blocks": 2, "failed": 1, "open": true
                    }
                  ]
                }
              ],
              "more_workers": 4
            }
            """);
  }

  @Test
  void theMapCountsTheBlocksOfEachTile() {
    service
        .views()
        .show(
            Samples.DETECT,
            new TilesView(
                64,
                32,
                List.of(
                    new TilesView.Tile(1, 2, 20, 3, 4, 2), new TilesView.Tile(32, 0, 0, 0, 0, 0))));

    assertThat(mvc.get().uri(RUN + "/tasks/detect/map").queryParam("tiles", "2").exchange())
        .hasStatusOk()
        .bodyJson()
        .isStrictlyEqualTo(
            """
            {
              "task": "detect", "blocks": 64, "blocks_a_tile": 32,
              "tiles": [[1, 2, 20, 3, 4, 2, 0], [32, 0, 0, 0, 0, 0, 0]]
            }
            """);
  }

  @Test
  void failuresWithTheSameErrorAreOneGroup() {
    service
        .journal()
        .hold(
            Samples.DETECT,
            new FailedAttempt(3, 1, "w-1", Samples.NOON, "no such file"),
            new FailedAttempt(3, 2, "w-2", Samples.NOON + 1_000, "no such file"),
            new FailedAttempt(4, 1, "w-1", Samples.NOON + 2_000, null),
            new FailedAttempt(9, 1, "w-1", Samples.NOON + 3_000, "no such file"));

    assertThat(mvc.get().uri(RUN + "/failures").exchange())
        .hasStatusOk()
        .bodyJson()
        .isStrictlyEqualTo(
            """
            {
              "run": "deepfield-12",
              "groups": [
                {
                  "task": "detect", "error": "no such file", "attempts": 3, "blocks": [3, 9],
                  "more_blocks": 0, "workers": ["w-1", "w-2"], "last_at": "2026-03-01T12:00:03Z"
                },
                {
                  "task": "detect", "attempts": 1, "blocks": [4], "more_blocks": 0,
                  "workers": ["w-1"], "last_at": "2026-03-01T12:00:02Z"
                }
              ],
              "more": false
            }
            """);
  }

  /** More than a page, with blocks that begin on one and go on on the next. */
  @Test
  void eachFailureIsCountedOnceHoweverManyThereAre() {
    List<FailedAttempt> attempts = new ArrayList<>();
    for (long block = 0; block < 900; block++) {
      for (int attempt = 1; attempt <= 3; attempt++) {
        attempts.add(new FailedAttempt(block, attempt, "w-1", Samples.NOON, "boom"));
      }
    }
    service.journal().hold(Samples.DETECT, attempts.toArray(FailedAttempt[]::new));

    assertThat(mvc.get().uri(RUN + "/failures").exchange())
        .bodyJson()
        .extractingPath("$.groups[0].attempts")
        .isEqualTo(2_700);
    assertThat(mvc.get().uri(RUN + "/failures").exchange())
        .bodyJson()
        .extractingPath("$.groups[0].more_blocks")
        .isEqualTo(890);
  }

  @Test
  void tasksHaveARateAndTheTimeLeft() {
    service.histories().hold(Samples.DETECT, 4.0);

    assertThat(mvc.get().uri(RUN).exchange())
        .bodyJson()
        .extractingPath("$.tasks[0].remaining_seconds")
        .isEqualTo(13.5);
    assertThat(mvc.get().uri(RUN).exchange())
        .bodyJson()
        .doesNotHavePath("$.tasks[1].remaining_seconds");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/timeline?limit=0",
        "/timeline?limit=201",
        "/timeline?limit=x",
        "/timeline?rows=3",
        "/history?limit=3",
        "/tasks/detect/map?tiles=0",
        "/tasks/detect/map?tiles=2001"
      })
  void wrongParametersAreRefused(String path) {
    assertThat(mvc.get().uri(RUN + path).exchange())
        .hasStatus(400)
        .bodyJson()
        .extractingPath("$.code")
        .isEqualTo("invalid_parameter");
  }

  @ParameterizedTest
  @CsvSource({
    "/api/v1/runs/nope-1/history, unknown_run",
    "/api/v1/runs/nope-1/timeline, unknown_run",
    "/api/v1/runs/nope-1/failures, unknown_run",
    "/api/v1/runs/nope-1/tasks/detect/map, unknown_run",
    "/api/v1/runs/deepfield-12/tasks/nope/map, unknown_task"
  })
  void whatIsNotThereIsNotFound(String path, String code) {
    assertThat(mvc.get().uri(path).exchange())
        .hasStatus(404)
        .bodyJson()
        .extractingPath("$.code")
        .isEqualTo(code);
  }
}
