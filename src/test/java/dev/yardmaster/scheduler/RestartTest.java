package dev.yardmaster.scheduler;

import static dev.yardmaster.scheduler.PipelineBuilder.pipeline;
import static dev.yardmaster.scheduler.TaskBuilder.task;
import static org.assertj.core.api.Assertions.assertThat;

import dev.yardmaster.scheduler.command.Outcome;
import dev.yardmaster.scheduler.command.Outcome.LeasedBlock;
import dev.yardmaster.scheduler.event.Event.EndKind;
import dev.yardmaster.scheduler.task.Counters;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The service stops and is rebuilt from what was stored (semantics §10). */
class RestartTest {

  private static final Duration BLOCK_TIMEOUT = Duration.ofMinutes(2);

  /** In which whoever tries again with pauses has come through. */
  private static final Duration GRACE = SchedulerSettings.DEFAULTS.lostAfter();

  @RegisterExtension final Yard yard = new Yard();

  private final WorkerId worker = yard.client("w");

  @Test
  void aWorkerCarriesOnWithTheLeasesItHolds() {
    RunId run = yard.submit(pipeline("p", task("a").blocks(4)));
    yard.asks(worker, 2);
    List<LeasedBlock> held = yard.held(worker);
    yard.restart().asks(worker, 2);
    assertThat(yard.held(worker)).isEqualTo(held);
    yard.completes(worker);
    assertThat(yard.counters(run, "a").completed()).isEqualTo(2);
    yard.work(run, worker);
    assertThat(yard.run(run).state()).isEqualTo(RunState.SUCCEEDED);
    assertThat(yard.counters(run, "a").workerStarts()).isEqualTo(1);
  }

  @Test
  void anAcceptedReleaseThatIsRepeatedAfterwardsCountsOnce() {
    RunId run = yard.submit(pipeline("p", task("a").blocks(2)));
    yard.asks(worker).completes(worker);
    yard.restart();
    assertThat(yard.completes(worker))
        .allMatch(result -> result.outcome() == Outcome.Acceptance.ACCEPTED);
    assertThat(yard.counters(run, "a").completed()).isEqualTo(1);
  }

  @Test
  void budgetsAreTakenAndStartsAreUsedFromTheFirstMoment() {
    WorkerId other = yard.client("other");
    TaskBuilder a = task("a").blocks(2).maxWorkers(2).requires("gpu", 1);
    RunId run = yard.serviceBudget("gpu", 1).submit(pipeline("p", a));
    yard.asks(worker).restart();
    assertThat(yard.used("gpu")).isEqualTo(1);
    yard.asks(other);
    assertThat(yard.taskOf(other)).isEmpty();
    assertThat(yard.counters(run, "a").workerStarts()).isEqualTo(1);
  }

  @Test
  void aDeadlineResumesWithTheTimeThatRemained() {
    RunId run = yard.submit(pipeline("p", task("a").blockTimeout(BLOCK_TIMEOUT)));
    yard.asks(worker).staysAlive(Duration.ofSeconds(50), worker);
    yard.restart().staysAlive(Duration.ofSeconds(70).minusMillis(1), worker);
    assertThat(yard.counters(run, "a").workerFailures()).isZero();
    yard.staysAlive(Duration.ofMillis(1), worker);
    assertThat(yard.counters(run, "a").workerFailures()).isEqualTo(1);
  }

  /** The block may be done, and its worker about to say so for the tenth time. */
  @Test
  void aDeadlineThatIsNearWaitsForThoseWhoTryAgain() {
    RunId run = yard.submit(pipeline("p", task("a").blockTimeout(BLOCK_TIMEOUT)));
    yard.asks(worker).staysAlive(BLOCK_TIMEOUT.minusMillis(1), worker);
    yard.restart().staysAlive(GRACE.minusMillis(1), worker);
    assertThat(yard.counters(run, "a").processing()).isEqualTo(1);
    yard.completes(worker);
    assertThat(yard.run(run).state()).isEqualTo(RunState.SUCCEEDED);
  }

  @Test
  void aDeadlineThatIsNearWaitsNoLongerThanThat() {
    RunId run = yard.submit(pipeline("p", task("a").blockTimeout(BLOCK_TIMEOUT)));
    yard.asks(worker).staysAlive(BLOCK_TIMEOUT.minusMillis(1), worker);
    yard.restart().staysAlive(GRACE, worker);
    assertThat(yard.counters(run, "a").workerFailures()).isEqualTo(1);
  }

  @Test
  void aBlockThatIsHandedOutAfterwardsHasItsOwnTime() {
    Duration brief = Duration.ofSeconds(5);
    RunId run = yard.submit(pipeline("p", task("a").blocks(2).blockTimeout(brief)));
    yard.asks(worker).restart().completesAndAsks(worker);
    yard.after(brief);
    assertThat(yard.counters(run, "a").workerFailures()).isEqualTo(1);
  }

  @Test
  void aLaunchedProcessGetsTheWholeTimeToRegister() {
    yard.launcher("cloud", 1);
    RunId run = yard.submit(pipeline("p", task("a")));
    yard.after(SchedulerSettings.DEFAULTS.startTimeout().minusMillis(1));
    yard.restart().after(GRACE.minusMillis(1));
    assertThat(yard.counters(run, "a").workerFailures()).isZero();
    yard.after(Duration.ofMillis(1));
    assertThat(yard.counters(run, "a").workerFailures()).isEqualTo(1);
  }

  /** It was counted when it began to end; that nobody hears of it again is no second death. */
  @Test
  void whoDoesNotComeBackIsLostOnce() {
    WorkerId commander = yard.commander("c", "h");
    RunId run =
        yard.submit(
            pipeline(
                "p", task("a").blocks(2).maxWorkers(2).blockTimeout(BLOCK_TIMEOUT).perBlock()));
    yard.asks(commander).staysAlive(BLOCK_TIMEOUT, commander);
    assertThat(yard.counters(run, "a").workerFailures()).isEqualTo(1);
    yard.restart().after(GRACE.minusMillis(1));
    assertThat(yard.alive(run, "a")).isEqualTo(1);
    yard.restart().after(Duration.ofHours(1));
    assertThat(yard.alive(run, "a")).isZero();
    assertThat(yard.isThere(commander)).isFalse();
    assertThat(yard.counters(run, "a").workerFailures()).isEqualTo(1);
  }

  @Test
  void nobodyIsReplacedBeforeTheGraceIsOver() {
    WorkerId[] w = yard.clients(4);
    RunId run = yard.submit(pipeline("p", task("a").blocks(10).maxWorkers(2)));
    yard.asks(w[0], w[1]).restart().asks(w[2], w[3]);
    yard.staysAlive(GRACE.minusMillis(1), w[2], w[3]);
    assertThat(yard.counters(run, "a").workerStarts()).isEqualTo(2);
    assertThat(yard.taskOf(w[2])).isEmpty();
    yard.after(Duration.ofMillis(1));
    assertThat(yard.counters(run, "a").workerFailures()).isEqualTo(2);
    assertThat(yard.counters(run, "a").workerStarts()).isEqualTo(4);
    assertThat(yard.taskOf(w[2])).contains("a");
    assertThat(yard.taskOf(w[3])).contains("a");
  }

  @Test
  void workersGetTheWholeTimeToReportBack() {
    RunId run = yard.submit(pipeline("p", task("a")));
    yard.asks(worker).after(Duration.ofSeconds(29));
    yard.restart().after(Duration.ofSeconds(29));
    assertThat(yard.isThere(worker)).isTrue();
    yard.after(Duration.ofSeconds(1));
    assertThat(yard.isThere(worker)).isFalse();
    assertThat(yard.counters(run, "a").workerFailures()).isEqualTo(1);
  }

  /** Who asks is not stored: a worker that had asked all along has not stayed away. */
  @Test
  void anIdleWorkerThatAskedForLongGetsTheWholeTimeToAskAgain() {
    WorkerId other = yard.client("other");
    TaskBuilder a = task("a").blocks(2).maxWorkers(2).askWithin(Duration.ofMinutes(1));
    RunId run = yard.submit(pipeline("p", a));
    yard.asks(worker, other).completesAndAsks(worker);
    yard.staysAlive(Duration.ofMinutes(5), worker, other);
    yard.restart().staysAlive(Duration.ofMinutes(1).minusMillis(1), worker, other);
    assertThat(yard.ends(run, "a")).isEmpty();
    yard.staysAlive(Duration.ofMillis(1), worker, other);
    assertThat(yard.ends(run, "a")).containsExactly(EndKind.DIRTY);
  }

  @Test
  void whatHadEndedHasEnded() {
    RunId done = yard.submit(pipeline("p", task("a")));
    RunId cancelled = yard.submit(pipeline("p", task("a").blocks(3)));
    yard.asks(worker).completesAndAsks(worker).asks(worker).cancel(cancelled);
    Counters counters = yard.counters(cancelled, "a");
    yard.restart();
    assertThat(yard.run(done).state()).isEqualTo(RunState.SUCCEEDED);
    assertThat(yard.run(cancelled).state()).isEqualTo(RunState.CANCELLED);
    assertThat(yard.counters(cancelled, "a")).isEqualTo(counters);
    assertThat(yard.submit(pipeline("p", task("a")))).isEqualTo(new RunId("p-3"));
  }

  @Test
  void whatTheServiceDidNotSayAnyMoreItSaysAfterwards() {
    RunId run = yard.submit(pipeline("p", task("a")));
    yard.asks(worker).completes(worker);
    yard.restart().asks(worker);
    assertThat(yard.endedReason(worker)).contains("task_finished");
    assertThat(yard.alive(run, "a")).isZero();
  }

  @Test
  void aTaskThatNobodyCouldServeIsServedAfterwards() {
    RunId run = yard.submit(pipeline("p", task("a").tags("gpu")));
    yard.restart();
    WorkerId fitting = yard.client("fitting", "h", "gpu");
    yard.asks(fitting);
    assertThat(yard.counters(run, "a").processing()).isEqualTo(1);
  }

  @Test
  void aLauncherThatOffersItselfAgainStartsNoMoreThanItsCapacity() {
    yard.launcher("cloud", 2);
    RunId run = yard.submit(pipeline("p", task("a").blocks(9).maxWorkers(9)));
    yard.restart().launcher("cloud", 2);
    assertThat(yard.alive(run, "a")).isEqualTo(2);
    yard.launchEnds(yard.launches().getFirst(), false);
    assertThat(yard.alive(run, "a")).isEqualTo(2);
    assertThat(yard.peak(run, "a")).isEqualTo(2);
  }
}
