package dev.yardmaster.history;

import static dev.yardmaster.scheduler.PipelineBuilder.pipeline;
import static dev.yardmaster.scheduler.TaskBuilder.task;
import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import dev.yardmaster.history.Curves.Point;
import dev.yardmaster.history.Timeline.Bar;
import dev.yardmaster.scheduler.RunId;
import dev.yardmaster.scheduler.Scheduler;
import dev.yardmaster.scheduler.SchedulerSettings;
import dev.yardmaster.scheduler.TaskId;
import dev.yardmaster.scheduler.WorkerId;
import dev.yardmaster.scheduler.command.Command;
import dev.yardmaster.testing.CapturedLog;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** A scheduler that is followed, second by second. */
class RecorderTest {

  private static final long WALL = HandEngine.WALL;

  private final HandEngine engine = new HandEngine(new Scheduler(SchedulerSettings.DEFAULTS));
  private final MemoryStore store = new MemoryStore();
  private Recorder recorder = follows();

  private Recorder follows() {
    Recorder fresh = new Recorder(engine, store, engine, engine::post);
    engine.follow(fresh);
    engine.passes(1);
    return fresh;
  }

  private RunId tenBlocks() {
    return engine.submits(
        pipeline("demo", task("a").blocks(10).requires("cpu", 1)).budget("cpu", 2));
  }

  private Curves curves(RunId run) {
    return requireNonNull(recorder.curves(run));
  }

  private Timeline timeline(RunId run) {
    return requireNonNull(recorder.timeline(run));
  }

  /** A block a second: after n seconds n are done. */
  private WorkerId worksFor(RunId run, int seconds) {
    WorkerId worker = engine.worker("w");
    for (int second = 0; second < seconds; second++) {
      engine.passes(1);
      engine.completesAndAsks(worker);
    }
    return worker;
  }

  @Test
  void curvesHaveAPointASecond() {
    RunId run = tenBlocks();
    worksFor(run, 5);

    Curves curves = curves(run);
    assertThat(curves.intervalMillis()).isEqualTo(1_000);
    assertThat(curves.points()).hasSize(5);
    assertThat(curves.points().getFirst())
        .isEqualTo(new Point(WALL + 2_000, 0, 0, 0, 1, 9, 1, null));
    assertThat(curves.points().getLast()).isEqualTo(new Point(WALL + 6_000, 4, 0, 0, 1, 5, 1, 1.0));
  }

  @Test
  void budgetsHaveCurvesToo() {
    RunId run = tenBlocks();
    worksFor(run, 3);

    var cpu = curves(run).resources().getFirst();
    assertThat(cpu.name()).isEqualTo("cpu");
    assertThat(cpu.budget()).isEqualTo(2);
    assertThat(cpu.points()).last().isEqualTo(new Curves.ResourcePoint(WALL + 4_000, 1, 0, 0, 1L));
  }

  @Test
  void theTimelineHasABarABlock() {
    RunId run = tenBlocks();
    worksFor(run, 2);

    assertThat(timeline(run).rows().getFirst().bars())
        .containsExactly(
            new Bar("a", WALL + 1_000, WALL + 2_000, 1, 0, false),
            new Bar("a", WALL + 2_000, WALL + 3_000, 1, 0, false),
            new Bar("a", WALL + 3_000, WALL + 3_000, 0, 0, true));
  }

  @Test
  void ratesAreKnownWhileItRuns() {
    RunId run = tenBlocks();
    worksFor(run, 6);
    engine.passes(1);

    assertThat(recorder.rates().rate(new TaskId(run, "a"))).isNotNull();
  }

  @Test
  void aRunThatHasEndedIsInTheStoreAlone() {
    RunId run = tenBlocks();
    worksFor(run, 10);
    engine.passes(1);

    assertThat(recorder.curves(run)).isNull();
    Curves stored = store.curves(run);
    assertThat(stored.points()).last().extracting(Point::completed).isEqualTo(10L);
    assertThat(store.timeline(run).rows().getFirst().bars()).hasSize(10);
  }

  @Test
  void whatRunsIsStoredEveryTenSeconds() {
    RunId run = engine.submits(pipeline("demo", task("a").blocks(1_000)));
    worksFor(run, 9);
    assertThat(store.stored).isEmpty();
    worksFor(run, 1);
    engine.passes(1);
    engine.passes(1);

    assertThat(store.curves(run).points()).hasSizeGreaterThanOrEqualTo(9);
    assertThat(store.saves).isEqualTo(2);
  }

  @Test
  void afterARestartCurvesAndTimelineGoOn() {
    RunId run = tenBlocks();
    WorkerId worker = worksFor(run, 3);
    recorder.saveAll();
    int points = curves(run).points().size();
    int bars = timeline(run).rows().getFirst().bars().size();

    recorder = follows();
    engine.passes(1);
    engine.completesAndAsks(worker);
    engine.passes(1);

    assertThat(curves(run).points()).hasSize(points + 2);
    assertThat(timeline(run).rows()).hasSize(1);
    assertThat(timeline(run).rows().getFirst().bars())
        .hasSize(bars + 1)
        .contains(new Bar("a", WALL + 4_000, WALL + 6_000, 1, 0, false));
  }

  @Test
  void aRunThatEndedWhileNobodyLookedIsStoredAllTheSame() {
    RunId run = tenBlocks();
    worksFor(run, 3);
    recorder.missed();
    engine.does(new Command.CancelRun(run, "enough"));
    engine.passes(3);

    assertThat(recorder.curves(run)).isNull();
    assertThat(store.curves(run).points()).last().extracting(Point::orphaned).isEqualTo(7L);
  }

  @Test
  void aDatabaseThatIsAwayIsTriedAgainAndHoldsNothingUp() {
    try (CapturedLog log = new CapturedLog(Recorder.class.getName())) {
      store.away = true;
      RunId run = tenBlocks();
      worksFor(run, 10);
      engine.passes(30);
      assertThat(recorder.curves(run)).isNotNull();
      assertThat(log.lines()).singleElement().asString().contains("the database is away");

      store.away = false;
      engine.passes(20);

      assertThat(recorder.curves(run)).isNull();
      assertThat(store.curves(run).points()).last().extracting(Point::completed).isEqualTo(10L);
    }
  }

  @Test
  void aRunThatIsNoMoreIsForgotten() {
    RunId run = tenBlocks();
    worksFor(run, 10);
    engine.passes(1);
    assertThat(store.stored).isNotEmpty();

    engine.does(new Command.ForgetRuns(Duration.ofDays(1), 0, 10));

    assertThat(store.stored).isEmpty();
  }
}
