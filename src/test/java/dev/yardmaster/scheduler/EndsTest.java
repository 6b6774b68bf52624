package dev.yardmaster.scheduler;

import static dev.yardmaster.scheduler.PipelineBuilder.pipeline;
import static dev.yardmaster.scheduler.TaskBuilder.task;
import static org.assertj.core.api.Assertions.assertThat;

import dev.yardmaster.scheduler.command.Outcome;
import dev.yardmaster.scheduler.event.Event;
import dev.yardmaster.scheduler.event.Event.EndKind;
import dev.yardmaster.scheduler.placement.Waiting;
import dev.yardmaster.scheduler.task.Counters;
import dev.yardmaster.scheduler.view.RunView.TaskState;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The four ends of a binding, and which of them costs what (semantics §6). */
class EndsTest {

  private static final Duration BLOCK_TIMEOUT = Duration.ofSeconds(10);

  @RegisterExtension final Yard yard = new Yard();

  // --- drained ----------------------------------------------------------------------------------

  @Test
  void aFinishedTaskDrainsItsWorkersAndKeepsTheirStarts() {
    WorkerId[] workers = yard.clients(2);
    RunId run = yard.submit(pipeline("p", task("a").blocks(2).maxWorkers(2)));
    yard.asks(workers).completesAndAsks(workers[0]).completesAndAsks(workers[1]);
    assertThat(yard.ends(run, "a")).containsExactly(EndKind.DRAINED, EndKind.DRAINED);
    assertThat(yard.counters(run, "a")).isEqualTo(new Counters(2, 0, 0, 2, 0, 0, 0, 0, 2, 0, 0, 0));
    assertThat(yard.alive(run, "a")).isZero();
    assertThat(yard.endedReason(workers[1])).contains("task_finished");
  }

  // --- clean ------------------------------------------------------------------------------------

  @Test
  void aWorkerThatLeavesIsNoFailureButItsStartStaysUsed() {
    WorkerId worker = yard.client("w");
    RunId run = yard.submit(pipeline("p", task("a").blocks(2)));
    yard.asks(worker).completes(worker);
    yard.leaves(worker);
    assertThat(yard.ends(run, "a")).containsExactly(EndKind.CLEAN);
    assertThat(yard.counters(run, "a")).isEqualTo(new Counters(2, 1, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0));
    assertThat(yard.isThere(worker)).isFalse();
  }

  @Test
  void aProcessThatExitsWithZeroIsCleanAndItsWorkerStays() {
    WorkerId worker = yard.commander("w", "h");
    RunId run = yard.submit(pipeline("p", task("a").blocks(2).stream()));
    yard.asks(worker).completes(worker);
    yard.unbinds(worker, 0);
    assertThat(yard.ends(run, "a")).containsExactly(EndKind.CLEAN);
    assertThat(yard.counters(run, "a").workerFailures()).isZero();
    yard.asks(worker);
    assertThat(yard.counters(run, "a").workerStarts()).isEqualTo(2);
  }

  /** A worker that exits with nothing done would otherwise respawn for ever. */
  @Test
  void politeExitsUseTheStartsUpAsWell() {
    yard.launcher("cloud", 1);
    RunId run = yard.submit(pipeline("p", task("a").blocks(8).maxWorkerRestarts(3)));
    while (!yard.launches().isEmpty()) {
      yard.launchEnds(yard.launches().getFirst(), true);
    }
    assertThat(yard.task(run, "a").state()).isEqualTo(TaskState.ABANDONED);
    assertThat(yard.counters(run, "a")).isEqualTo(new Counters(8, 0, 0, 0, 0, 8, 0, 0, 4, 0, 0, 3));
  }

  // --- dirty ------------------------------------------------------------------------------------

  @Test
  void aNonZeroExitIsDirty() {
    WorkerId worker = yard.client("w");
    RunId run = yard.submit(pipeline("p", task("a").blocks(2)));
    yard.asks(worker).unbinds(worker, 3);
    assertDiedOnce(run, 2);
  }

  @Test
  void aLostHeartbeatIsDirty() {
    WorkerId worker = yard.client("w");
    RunId run = yard.submit(pipeline("p", task("a").blocks(2)));
    yard.asks(worker).after(SchedulerSettings.DEFAULTS.lostAfter().minusMillis(1));
    assertThat(yard.alive(run, "a")).isEqualTo(1);
    yard.after(Duration.ofMillis(1));
    assertThat(yard.isThere(worker)).isFalse();
    assertDiedOnce(run, 2);
  }

  @Test
  void aFirstLeasePastItsDeadlineIsDirty() {
    WorkerId worker = yard.client("w");
    RunId run = yard.submit(pipeline("p", task("a").blocks(2).blockTimeout(BLOCK_TIMEOUT)));
    yard.asks(worker).after(BLOCK_TIMEOUT.minusMillis(1));
    assertThat(yard.alive(run, "a")).isEqualTo(1);
    yard.after(Duration.ofMillis(1));
    assertThat(yard.isThere(worker)).isTrue();
    assertDiedOnce(run, 2);
  }

  @Test
  void aFailedBlockUnderEndsWorkerIsDirty() {
    WorkerId worker = yard.client("w");
    RunId run = yard.submit(pipeline("p", task("a").blocks(2).endsWorker()));
    yard.asks(worker).fails(worker);
    assertDiedOnce(run, 2);
  }

  @Test
  void aFailedBlockElsewhereLeavesItsWorkerAlone() {
    WorkerId worker = yard.client("w");
    RunId run = yard.submit(pipeline("p", task("a").blocks(2)));
    yard.asks(worker).failsAndAsks(worker);
    assertThat(yard.taskOf(worker)).contains("a");
    assertThat(yard.counters(run, "a").workerFailures()).isZero();
    assertThat(yard.counters(run, "a").workerStarts()).isEqualTo(1);
  }

  @Test
  void holdingNothingAndNotAskingForTooLongIsDirty() {
    WorkerId worker = yard.client("w");
    TaskBuilder a = task("a").blocks(2).askWithin(BLOCK_TIMEOUT);
    RunId run = yard.submit(pipeline("p", a));
    yard.asks(worker).completes(worker);
    yard.after(BLOCK_TIMEOUT.minusMillis(1));
    assertThat(yard.alive(run, "a")).isEqualTo(1);
    yard.after(Duration.ofMillis(1));
    assertDiedOnce(run, 1);
  }

  @Test
  void aLaunchedProcessThatDoesNotComeUpIsDirtyAndChargesNoBlock() {
    yard.launcher("cloud", 1);
    RunId run = yard.submit(pipeline("p", task("a").maxRetries(0).maxWorkerRestarts(1)));
    yard.after(SchedulerSettings.DEFAULTS.startTimeout().minusMillis(1));
    assertThat(yard.counters(run, "a").workerFailures()).isZero();
    yard.after(Duration.ofMillis(1));
    assertThat(yard.counters(run, "a")).isEqualTo(new Counters(1, 1, 0, 0, 0, 0, 0, 0, 2, 1, 0, 1));
    assertThat(yard.launches()).hasSize(1);
  }

  private void assertDiedOnce(RunId run, long ready) {
    assertThat(yard.ends(run, "a")).containsExactly(EndKind.DIRTY);
    assertThat(yard.counters(run, "a").workerFailures()).isEqualTo(1);
    assertThat(yard.counters(run, "a").workerStarts()).isEqualTo(1);
    assertThat(yard.counters(run, "a").ready()).isEqualTo(ready);
    assertThat(yard.alive(run, "a")).isZero();
  }

  // --- retired ----------------------------------------------------------------------------------

  @Test
  void aRetirementGivesTheStartBackAndCountsApart() {
    WorkerId[] workers = yard.clients(2);
    RunId run = yard.submit(pipeline("p", task("a").blocks(2).maxWorkers(2).maxWorkerRestarts(0)));
    yard.asks(workers).completesAndAsks(workers[1]);
    yard.retires(workers[1]);
    assertThat(yard.ends(run, "a")).containsExactly(EndKind.RETIRED);
    assertThat(yard.endedReason(workers[1])).contains("retired");
    assertThat(yard.counters(run, "a")).isEqualTo(new Counters(2, 0, 1, 1, 0, 0, 0, 0, 1, 0, 1, 0));
  }

  @Test
  void aWorkerThatDiesWhileItIsAskedToLeaveHasDied() {
    WorkerId[] workers = {yard.commander("w1", "h"), yard.commander("w2", "h")};
    RunId run = yard.submit(pipeline("p", task("a").blocks(2).maxWorkers(2).stream()));
    yard.asks(workers).completesAndAsks(workers[1]);
    yard.retires(workers[1]).unbinds(workers[1], 1);
    assertThat(yard.ends(run, "a")).containsExactly(EndKind.DIRTY);
    assertThat(yard.counters(run, "a")).isEqualTo(new Counters(2, 0, 1, 1, 0, 0, 0, 0, 2, 1, 0, 0));
  }

  @Test
  void aProcessThatExitsPolitelyBecauseItWasAskedToIsRetired() {
    WorkerId[] workers = {yard.commander("w1", "h"), yard.commander("w2", "h")};
    RunId run = yard.submit(pipeline("p", task("a").blocks(2).maxWorkers(2).stream()));
    yard.asks(workers).completesAndAsks(workers[1]);
    yard.retires(workers[1]).unbinds(workers[1], 0);
    assertThat(yard.ends(run, "a")).containsExactly(EndKind.RETIRED);
    assertThat(yard.counters(run, "a").workerRetirements()).isEqualTo(1);
    assertThat(yard.counters(run, "a").workerStarts()).isEqualTo(1);
  }

  @Test
  void aStartIsNotGivenBackToATaskThatIsOver() {
    WorkerId[] workers = {yard.commander("w1", "h"), yard.commander("w2", "h")};
    RunId run = yard.submit(pipeline("p", task("a").blocks(2).maxWorkers(2).stream()));
    yard.asks(workers).completesAndAsks(workers[1]);
    yard.retires(workers[1]).completes(workers[0]);
    yard.unbinds(workers[1], 0);
    assertThat(yard.task(run, "a").state()).isEqualTo(TaskState.DONE);
    assertThat(yard.counters(run, "a").workerStarts()).isEqualTo(2);
    assertThat(yard.counters(run, "a").workerRetirements()).isZero();
  }

  // --- dirty wins over clean --------------------------------------------------------------------

  @Test
  void aBindingThatIsDirtyAlreadyStaysSoWhenItsProcessExitsWithZero() {
    WorkerId worker = yard.commander("w", "h");
    RunId run = yard.submit(pipeline("p", task("a").blocks(2).perBlock()));
    yard.asks(worker).failsAndAsks(worker).unbinds(worker, 0);
    assertDiedOnce(run, 2);
  }

  @Test
  void aBindingThatIsDirtyAlreadyDiesOnceWhenItsProcessDiesToo() {
    WorkerId worker = yard.commander("w", "h");
    RunId run = yard.submit(pipeline("p", task("a").blocks(2).perBlock()));
    yard.asks(worker).failsAndAsks(worker).unbinds(worker, 9);
    assertDiedOnce(run, 2);
  }

  // --- the process of a command worker ----------------------------------------------------------

  @Test
  void amountsOfACommandAreFreeWhenItsProcessHasEnded() {
    WorkerId worker = yard.commander("w", "h");
    TaskBuilder a = task("a").blocks(2).perBlock().requires("gpu", 1);
    RunId run = yard.submit(pipeline("p", a).budget("gpu", 1));
    yard.asks(worker).failsAndAsks(worker);
    assertThat(yard.endedReason(worker)).isPresent();
    assertThat(yard.used(run, "gpu")).isEqualTo(1);
    assertThat(yard.waiting(run, "a")).contains(new Waiting.MaxWorkersReached(1));
    yard.unbinds(worker, 1);
    assertThat(yard.used(run, "gpu")).isZero();
  }

  @Test
  void whoHasToStopItsProcessHearsSoWheneverItAsksUntilItHas() {
    WorkerId worker = yard.commander("w", "h");
    RunId run = yard.submit(pipeline("p", task("a").stream()));
    yard.asks(worker).completesAndAsks(worker);
    assertThat(yard.endedReason(worker)).contains("task_finished");
    yard.asks(worker);
    assertThat(yard.endedReason(worker)).contains("task_finished");
    assertThat(yard.alive(run, "a")).isEqualTo(1);
    yard.unbinds(worker, 0);
    assertThat(yard.ends(run, "a")).containsExactly(EndKind.DRAINED);
    assertThat(yard.unbinds(worker, 0)).isEqualTo(new Outcome.Unbound());
  }

  /** It was stopped by a signal because it was told to stop: that is no failure. */
  @Test
  void aProcessThatIsKilledBecauseItsTaskIsOverWasDrained() {
    WorkerId worker = yard.commander("w", "h");
    RunId run = yard.submit(pipeline("p", task("a").stream()));
    yard.asks(worker).cancel(run);
    yard.asks(worker).unbinds(worker, 143);
    assertThat(yard.ends(run, "a")).containsExactly(EndKind.DRAINED);
  }

  @Test
  void aCommandWorkerThatDoesNotStopInTimeIsLost() {
    WorkerId worker = yard.commander("w", "h");
    TaskBuilder a = task("a").blocks(2).perBlock().requires("gpu", 1);
    RunId run = yard.submit(pipeline("p", a).budget("gpu", 1));
    yard.asks(worker).failsAndAsks(worker);
    Duration stopWithin = SchedulerSettings.DEFAULTS.stopWithin();
    yard.staysAlive(stopWithin.minusMillis(1), worker);
    assertThat(yard.used(run, "gpu")).isEqualTo(1);
    yard.staysAlive(Duration.ofMillis(1), worker);
    assertThat(yard.used(run, "gpu")).isZero();
    assertThat(yard.isThere(worker)).isFalse();
    assertDiedOnce(run, 2);
  }

  @Test
  void aCancelledCommandIsToldWithAHeartbeatAndHasToStopInTime() {
    WorkerId worker = yard.commander("w", "h");
    TaskBuilder a = task("a").perBlock().requires("gpu", 1);
    RunId run = yard.submit(pipeline("p", a).budget("gpu", 1));
    yard.asks(worker).cancel(run);
    yard.heartbeat(worker);
    yard.staysAlive(SchedulerSettings.DEFAULTS.stopWithin().minusMillis(1), worker);
    assertThat(yard.used(run, "gpu")).isEqualTo(1);
    yard.staysAlive(Duration.ofMillis(1), worker);
    assertThat(yard.used(run, "gpu")).isZero();
    assertThat(yard.counters(run, "a").workerFailures()).isZero();
  }

  /** Nobody was told anything, so the reason must not say so. */
  @Test
  void aCommandWorkerThatWasNeverToldIsNotBlamedForNotStopping() {
    WorkerId worker = yard.commander("w", "h");
    RunId run = yard.submit(pipeline("p", task("a").perBlock().blockTimeout(BLOCK_TIMEOUT)));
    yard.asks(worker).cancel(run);
    yard.after(BLOCK_TIMEOUT);
    assertThat(yard.alive(run, "a")).isZero();
    assertThat(yard.events())
        .filteredOn(Event.WorkerRemoved.class::isInstance)
        .extracting(event -> ((Event.WorkerRemoved) event).why())
        .containsExactly("did not come back after its binding was over");
  }

  // --- afterwards -------------------------------------------------------------------------------

  /** One broken machine would otherwise burn all starts in a second. */
  @Test
  void otherWorkersAreTriedBeforeOneThatDiedOnTheTask() {
    WorkerId broken = yard.client("broken", "h1");
    WorkerId neighbour = yard.client("neighbour", "h1");
    WorkerId other = yard.client("other", "h2");
    WorkerId keeper = yard.client("keeper", "h3");
    RunId run = yard.submit(pipeline("p", task("a").blocks(4).endsWorker()));
    yard.asks(broken).fails(broken);
    yard.asks(keeper, broken).asks(broken, neighbour, other).leaves(keeper);
    assertThat(yard.taskOf(other)).contains("a");
    yard.leaves(other);
    assertThat(yard.taskOf(neighbour)).contains("a");
    yard.leaves(neighbour);
    assertThat(yard.taskOf(broken)).contains("a");
    assertThat(yard.counters(run, "a").workerStarts()).isEqualTo(5);
  }

  @Test
  void anIdleWorkerStaysBecauseItMayBeNeeded() {
    WorkerId[] workers = yard.clients(2);
    TaskBuilder b = task("b").blocks(2).matching("a").maxWorkers(2);
    RunId run = yard.submit(pipeline("p", task("a").blocks(2), b));
    yard.asks(workers).completesAndAsks(workers[0]).completesAndAsks(workers[1]);
    assertThat(yard.task(run, "b").idle()).isEqualTo(1);
    yard.staysAlive(Duration.ofMinutes(5), workers);
    assertThat(yard.taskOf(workers[1])).contains("b");
  }
}
