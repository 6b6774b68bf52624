package dev.yardmaster.scheduler;

import static dev.yardmaster.scheduler.PipelineBuilder.pipeline;
import static dev.yardmaster.scheduler.TaskBuilder.task;
import static org.assertj.core.api.Assertions.assertThat;

import dev.yardmaster.scheduler.event.Event.EndKind;
import dev.yardmaster.scheduler.task.AbandonReason;
import dev.yardmaster.scheduler.task.Counters;
import dev.yardmaster.scheduler.view.BlockView.BlockState;
import dev.yardmaster.scheduler.view.RunView.TaskState;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** When a task is given up, and what that does to those that wait for it (semantics §6). */
class AbandonmentTest {

  @RegisterExtension final Yard yard = new Yard();

  /** The example: every worker dies at once before it has taken a block. */
  @Test
  void fourStartsThreeRestartsFourFailuresEightOrphansNoneFailed() {
    yard.launcher("cloud", 1);
    TaskBuilder a = task("a").blocks(8).maxWorkers(1).maxWorkerRestarts(3);
    RunId run = yard.submit(pipeline("p", a));
    while (!yard.launches().isEmpty()) {
      yard.launchEnds(yard.launches().getFirst(), false);
    }
    Counters counters = yard.counters(run, "a");
    assertThat(counters.workerStarts()).isEqualTo(4);
    assertThat(counters.workerRestarts()).isEqualTo(3);
    assertThat(counters.workerFailures()).isEqualTo(4);
    assertThat(counters.orphaned()).isEqualTo(8);
    assertThat(counters.failed()).isZero();
  }

  /** The same where every block fails and a failed block ends its worker. */
  @Test
  void perBlockWithoutRetriesFourFailAndFourAreOrphaned() {
    WorkerId worker = yard.commander("w", "h");
    TaskBuilder a = task("a").blocks(8).perBlock().maxRetries(0).maxWorkerRestarts(3);
    RunId run = yard.submit(pipeline("p", a));
    while (yard.run(run).state() == RunState.RUNNING) {
      yard.asks(worker).failsAndAsks(worker).unbinds(worker, 1);
    }
    assertThat(yard.counters(run, "a")).isEqualTo(new Counters(8, 0, 0, 0, 4, 4, 0, 0, 4, 4, 0, 3));
    assertThat(yard.task(run, "a").reason()).isEqualTo(AbandonReason.RESTART_CAP_EXHAUSTED);
  }

  /** At most max_workers + max_worker_restarts blocks fail, with several workers too. */
  @Test
  void aBrokenBlockFunctionFailsNoMoreBlocksThanWorkersMayStart() {
    WorkerId[] workers = yard.clients(3);
    TaskBuilder a = task("a").blocks(100).endsWorker().maxRetries(0);
    RunId run = yard.submit(pipeline("p", a.maxWorkers(3).maxWorkerRestarts(4)));
    yard.workBadly(run, workers);
    assertThat(yard.counters(run, "a").failed()).isEqualTo(7);
    assertThat(yard.counters(run, "a").workerStarts()).isEqualTo(7);
    assertThat(yard.counters(run, "a").orphaned()).isEqualTo(93);
  }

  @Test
  void aTaskIsNotGivenUpWhileAWorkerOfItIsAlive() {
    WorkerId[] workers = yard.clients(2);
    RunId run = yard.submit(pipeline("p", task("a").blocks(4).maxWorkers(2).maxWorkerRestarts(0)));
    yard.asks(workers).unbinds(workers[0], 1);
    assertThat(yard.task(run, "a").state()).isEqualTo(TaskState.RUNNING);
    yard.unbinds(workers[1], 1);
    assertThat(yard.task(run, "a").state()).isEqualTo(TaskState.ABANDONED);
  }

  /** The last block is done with the last worker's death: that is finished, not given up. */
  @Test
  void finishingComesBeforeGivingUp() {
    WorkerId worker = yard.client("w");
    TaskBuilder a = task("a").endsWorker().maxRetries(0).maxWorkerRestarts(0);
    RunId run = yard.submit(pipeline("p", a));
    yard.asks(worker).fails(worker);
    assertThat(yard.task(run, "a").state()).isEqualTo(TaskState.DONE);
    assertThat(yard.counters(run, "a").failed()).isEqualTo(1);
  }

  // --- on_abandon: stop -------------------------------------------------------------------------

  @Test
  void stopAbandonsEverythingDownstreamAtOnceAndLetsItsWorkersGo() {
    WorkerId[] workers = yard.clients(2);
    TaskBuilder a = task("a").blocks(3).maxWorkerRestarts(0);
    TaskBuilder b = task("b").blocks(3).matching("a");
    RunId run = yard.submit(pipeline("p", a, b, task("c").all("b"), task("other")));
    yard.asks(workers[0]).completesAndAsks(workers[0]).asks(workers[1]);
    assertThat(yard.taskOf(workers[1])).contains("b");
    yard.unbinds(workers[0], 1);
    assertThat(yard.task(run, "b").reason()).isEqualTo(AbandonReason.UPSTREAM_ABANDONED);
    assertThat(yard.task(run, "c").reason()).isEqualTo(AbandonReason.UPSTREAM_ABANDONED);
    assertThat(yard.task(run, "other").state()).isEqualTo(TaskState.RUNNING);
    yard.asks(workers[1]);
    assertThat(yard.endedReason(workers[1])).contains("upstream_abandoned");
    assertThat(yard.ends(run, "b")).containsExactly(EndKind.DRAINED);
  }

  @Test
  void stopLeavesWhatWasDoneBefore() {
    WorkerId worker = yard.client("w");
    RunId run =
        yard.submit(
            pipeline(
                "p",
                task("a"),
                task("b").blocks(2).all("a").maxWorkerRestarts(0),
                task("c").all("b")));
    yard.asks(worker).completesAndAsks(worker).asks(worker).unbinds(worker, 1);
    assertThat(yard.task(run, "a").state()).isEqualTo(TaskState.DONE);
    assertThat(yard.task(run, "b").reason()).isEqualTo(AbandonReason.RESTART_CAP_EXHAUSTED);
    assertThat(yard.run(run).state()).isEqualTo(RunState.FAILED);
  }

  // --- on_abandon: finish_reachable -------------------------------------------------------------

  @Test
  void finishReachableWorksOffWhatDoesNotWaitForAnOrphan() {
    WorkerId[] workers = yard.clients(2);
    TaskBuilder a = task("a").blocks(3).maxWorkerRestarts(0);
    TaskBuilder b = task("b").blocks(3).matching("a");
    RunId run = yard.submit(pipeline("p", a, b).finishReachable());
    yard.asks(workers[0]).completesAndAsks(workers[0]).completesAndAsks(workers[0]);
    yard.unbinds(workers[0], 1);
    assertThat(yard.task(run, "b").state()).isEqualTo(TaskState.RUNNING);
    assertThat(yard.blocks(run, "b"))
        .containsExactly(BlockState.READY, BlockState.READY, BlockState.ORPHANED);
    yard.work(run, workers[1]);
    assertThat(yard.counters(run, "b").completed()).isEqualTo(2);
    assertThat(yard.task(run, "b").reason()).isEqualTo(AbandonReason.UPSTREAM_ABANDONED);
    assertThat(yard.run(run).state()).isEqualTo(RunState.FAILED);
  }

  @Test
  void finishReachableSpreadsThroughMatchingAndAll() {
    WorkerId worker = yard.client("w");
    TaskBuilder a = task("a").blocks(2).maxWorkerRestarts(0);
    TaskBuilder b = task("b").blocks(2).matching("a");
    TaskBuilder c = task("c").blocks(2).matching("b");
    TaskBuilder d = task("d").blocks(5).all("c");
    RunId run = yard.submit(pipeline("p", a, b, c, d, task("e").all("d")).finishReachable());
    yard.asks(worker).completesAndAsks(worker).unbinds(worker, 1);
    assertThat(yard.blocks(run, "c")).containsExactly(BlockState.PENDING, BlockState.ORPHANED);
    assertThat(yard.task(run, "d").reason()).isEqualTo(AbandonReason.UPSTREAM_ABANDONED);
    assertThat(yard.counters(run, "d").orphaned()).isEqualTo(5);
    assertThat(yard.counters(run, "e").orphaned()).isEqualTo(1);
    yard.work(run, worker);
    assertThat(yard.counters(run, "c").completed()).isEqualTo(1);
    assertThat(yard.task(run, "c").reason()).isEqualTo(AbandonReason.UPSTREAM_ABANDONED);
  }

  @Test
  void finishReachableLeavesTasksAloneThatWaitForNothingOfIt() {
    WorkerId[] workers = yard.clients(2);
    TaskBuilder bad = task("bad").blocks(2).maxWorkerRestarts(0);
    TaskBuilder good = task("good").blocks(2);
    TaskBuilder next = task("next").blocks(2).matching("good");
    RunId run = yard.submit(pipeline("p", bad, good, next).finishReachable());
    yard.asks(workers).unbinds(workers[0], 1);
    yard.work(run, workers);
    assertThat(yard.task(run, "next").state()).isEqualTo(TaskState.DONE);
    assertThat(yard.counters(run, "next").completed()).isEqualTo(2);
  }

  /** Blocks of a waiting task may all be done, where a task without blocks stands in between. */
  @Test
  void finishReachableThroughATaskWithoutBlocksOrphansNothing() {
    WorkerId[] workers = yard.clients(2);
    TaskBuilder a = task("a").blocks(2).maxWorkerRestarts(0);
    TaskBuilder nothing = task("nothing").blocks(0).all("a");
    TaskBuilder c = task("c").all("nothing");
    RunId run = yard.submit(pipeline("p", a, nothing, c, task("d").all("c")).finishReachable());
    yard.asks(workers).unbinds(workers[0], 1);
    yard.completesAndAsks(workers[1]);
    assertThat(yard.counters(run, "c").completed()).isEqualTo(1);
    yard.work(run, workers[1]);
    assertThat(yard.counters(run, "d").completed()).isEqualTo(1);
    assertThat(yard.task(run, "d").reason()).isEqualTo(AbandonReason.UPSTREAM_ABANDONED);
  }
}
