package dev.yardmaster.scheduler;

import static dev.yardmaster.scheduler.PipelineBuilder.pipeline;
import static dev.yardmaster.scheduler.TaskBuilder.task;
import static org.assertj.core.api.Assertions.assertThat;

import dev.yardmaster.scheduler.command.Outcome.Acceptance;
import dev.yardmaster.scheduler.event.Event.EndKind;
import dev.yardmaster.scheduler.view.RunView.TaskState;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Histories that a looser rule gets wrong: they hang, lose work or miscount (semantics §11). */
class HistoriesTest {

  private static final Duration ASK_WITHIN = Duration.ofMinutes(1);

  @RegisterExtension final Yard yard = new Yard();

  /** History 1: two blocks, one worker that goes on with heartbeats but never asks again. */
  @Test
  void aWorkerThatNeverAsksAgainDoesNotHoldItsTaskUp() {
    WorkerId silent = yard.client("silent");
    RunId run = yard.submit(pipeline("p", task("a").blocks(2).askWithin(ASK_WITHIN)));
    yard.asks(silent).completes(silent);
    WorkerId other = yard.client("other");
    yard.asks(other).staysAlive(ASK_WITHIN.minusMillis(1), silent);
    assertThat(yard.taskOf(silent)).contains("a");
    yard.staysAlive(Duration.ofMillis(1), silent);
    assertThat(yard.ends(run, "a")).containsExactly(EndKind.DIRTY);
    yard.work(run, other);
    assertThat(yard.counters(run, "a").workerFailures()).isEqualTo(1);
    assertThat(yard.run(run).state()).isEqualTo(RunState.SUCCEEDED);
  }

  /** History 5: the gpu of a cancelled run is free at the lease's deadline, not before. */
  @Test
  void aHungWorkerOfACancelledRunGivesTheGpuBackAtItsDeadline() {
    WorkerId[] workers = yard.serviceBudget("gpu", 1).clients(2);
    TaskBuilder a = task("a").requires("gpu", 1).blockTimeout(Duration.ofMinutes(10));
    RunId first = yard.submit(pipeline("p", a));
    yard.asks(workers[0]);
    RunId second = yard.submit(pipeline("p", a));
    yard.asks(workers[1]).cancel(first);
    yard.staysAlive(Duration.ofMinutes(10).minusMillis(1), workers[0]);
    assertThat(yard.held(workers[1])).isEmpty();
    assertThat(yard.used("gpu")).isEqualTo(1);
    yard.staysAlive(Duration.ofMillis(1), workers[0]);
    assertThat(yard.held(workers[1])).hasSize(1);
    assertThat(yard.alive(first, "a")).isZero();
    assertThat(yard.counters(second, "a").processing()).isEqualTo(1);
  }

  /** History 6: nobody is sent away at the tail, so that one can do what another dies with. */
  @Test
  void theIdleWorkerDoesTheBlockThatTheOtherDiedWith() {
    WorkerId[] workers = yard.clients(2);
    RunId run = yard.submit(pipeline("p", task("a").blocks(2).maxWorkers(2).maxWorkerRestarts(0)));
    yard.asks(workers).completesAndAsks(workers[1]);
    assertThat(yard.task(run, "a").idle()).isEqualTo(1);
    yard.unbinds(workers[0], 1);
    assertThat(yard.blocksOf(workers[1])).containsExactly(0L);
    yard.completes(workers[1]);
    assertThat(yard.task(run, "a").state()).isEqualTo(TaskState.DONE);
    assertThat(yard.counters(run, "a").completed()).isEqualTo(2);
  }

  /** History 7: the one worker there is leaves the first task for the second. */
  @Test
  void theOnlyWorkerStartsTheSecondTaskOfAChainWhenItAsks() {
    WorkerId worker = yard.client("w");
    RunId run = yard.submit(pipeline("p", task("a"), task("b").matching("a")));
    yard.asks(worker).completes(worker);
    assertThat(yard.task(run, "a").state()).isEqualTo(TaskState.DONE);
    yard.asks(worker);
    assertThat(yard.endedReason(worker)).contains("task_finished");
    yard.asks(worker);
    assertThat(yard.taskOf(worker)).contains("b");
  }

  /** History 8: the failure of a task's last block is counted although the task is over with it. */
  @Test
  void everyFailedBlockUnderEndsWorkerIsAFailedWorker() {
    WorkerId worker = yard.client("w");
    TaskBuilder a = task("a").blocks(2).endsWorker().maxRetries(0);
    TaskBuilder b = task("b").blocks(2).endsWorker().maxRetries(0);
    RunId run = yard.submit(pipeline("p", a, b));
    yard.workBadly(run, worker);
    for (String task : List.of("a", "b")) {
      assertThat(yard.counters(run, task).failed()).isEqualTo(2);
      assertThat(yard.counters(run, task).workerFailures()).isEqualTo(2);
    }
  }

  /** History 9: four blocks that each fail for good with their worker are four deaths. */
  @Test
  void theLastDeathIsCountedToo() {
    WorkerId[] workers = yard.clients(4);
    RunId run = yard.submit(pipeline("p", task("a").blocks(4).maxWorkers(4).maxRetries(0)));
    yard.asks(workers);
    for (WorkerId worker : workers) {
      yard.unbinds(worker, 1);
    }
    assertThat(yard.counters(run, "a").failed()).isEqualTo(4);
    assertThat(yard.counters(run, "a").workerFailures()).isEqualTo(4);
    assertThat(yard.task(run, "a").state()).isEqualTo(TaskState.DONE);
  }

  /** History 10: five leases at once of four seconds each, with ten seconds for each. */
  @Test
  void theDeadlineOfALeaseStartsWhenItIsTheFirst() {
    WorkerId worker = yard.client("w");
    TaskBuilder a = task("a").blocks(5).blockTimeout(Duration.ofSeconds(10));
    RunId run = yard.submit(pipeline("p", a));
    yard.asks(worker, 5);
    for (var block : yard.held(worker)) {
      yard.after(Duration.ofSeconds(4));
      assertThat(yard.release(worker, true, List.of(block)))
          .allMatch(result -> result.outcome() == Acceptance.ACCEPTED);
    }
    assertThat(yard.counters(run, "a").completed()).isEqualTo(5);
    assertThat(yard.counters(run, "a").workerFailures()).isZero();
  }

  /** History 11: who asks for much gets no more than an equal part. */
  @Test
  void fourWorkersThatAskFor64ShareThemEqually() {
    WorkerId[] workers = yard.clients(4);
    for (WorkerId worker : workers) {
      yard.asks(worker, 64);
    }
    yard.submit(pipeline("p", task("a").blocks(64).maxWorkers(4)));
    for (WorkerId worker : workers) {
      assertThat(yard.held(worker)).hasSize(16);
    }
  }

  /** History 12: two equal tasks share workers that come one by one. */
  @Test
  void workersThatAskOneByOneAreSharedEvenly() {
    WorkerId[] workers = yard.clients(4);
    TaskBuilder a = task("a").blocks(8).maxWorkers(4);
    RunId run = yard.submit(pipeline("p", a, task("b").blocks(8).maxWorkers(4)));
    yard.asks(workers);
    assertThat(yard.alive(run, "a")).isEqualTo(2);
    assertThat(yard.alive(run, "b")).isEqualTo(2);
  }
}
