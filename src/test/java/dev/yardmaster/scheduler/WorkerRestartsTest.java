package dev.yardmaster.scheduler;

import static dev.yardmaster.scheduler.PipelineBuilder.pipeline;
import static dev.yardmaster.scheduler.TaskBuilder.task;
import static org.assertj.core.api.Assertions.assertThat;

import dev.yardmaster.scheduler.task.AbandonReason;
import dev.yardmaster.scheduler.task.Counters;
import dev.yardmaster.scheduler.view.RunView.TaskState;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Workers that die, the starts this costs, and what becomes of the task. */
class WorkerRestartsTest {

  @RegisterExtension final Yard yard = new Yard();

  /** Marked as orphaned, to be exact: the rest was never executed. */
  @Test
  void restartCapTerminatesTaskAndMarksRemainingFailed() {
    yard.launcher("cloud", 1);
    RunId run = yard.submit(pipeline("p", task("a").blocks(8).maxWorkerRestarts(3)));
    for (int death = 1; death <= 4; death++) {
      yard.launchEnds(yard.launches().getFirst(), false);
    }
    assertThat(yard.launches()).isEmpty();
    assertThat(yard.task(run, "a").reason()).isEqualTo(AbandonReason.RESTART_CAP_EXHAUSTED);
    assertThat(yard.counters(run, "a")).isEqualTo(new Counters(8, 0, 0, 0, 0, 8, 0, 0, 4, 4, 0, 3));
    assertThat(yard.run(run).state()).isEqualTo(RunState.FAILED);
  }

  @Test
  void taskAbandonmentDoesNotBlockOtherTasks() {
    WorkerId[] workers = yard.clients(2);
    TaskBuilder bad = task("bad").blocks(4).maxWorkerRestarts(0);
    RunId run = yard.submit(pipeline("p", bad, task("good").blocks(4)));
    yard.asks(workers).unbinds(workers[0], 1);
    assertThat(yard.task(run, "bad").state()).isEqualTo(TaskState.ABANDONED);
    yard.work(run, workers);
    assertThat(yard.task(run, "good").state()).isEqualTo(TaskState.DONE);
    assertThat(yard.counters(run, "good").completed()).isEqualTo(4);
  }

  @Test
  void abandonedUpstreamUnblocksDownstream() {
    WorkerId worker = yard.client("w");
    TaskBuilder a = task("a").blocks(3).maxWorkerRestarts(0);
    TaskBuilder b = task("b").blocks(3).matching("a");
    RunId run = yard.submit(pipeline("p", a, b, task("c").blocks(2).all("b")));
    yard.asks(worker).unbinds(worker, 1);
    assertThat(yard.task(run, "b").reason()).isEqualTo(AbandonReason.UPSTREAM_ABANDONED);
    assertThat(yard.task(run, "c").reason()).isEqualTo(AbandonReason.UPSTREAM_ABANDONED);
    assertThat(yard.counters(run, "b").orphaned()).isEqualTo(3);
    assertThat(yard.counters(run, "c").orphaned()).isEqualTo(2);
    assertThat(yard.run(run).state()).isEqualTo(RunState.FAILED);
  }

  /** The three messages of one death take different ways and come in any order. */
  @ParameterizedTest
  @CsvSource({
    "RELEASE, EXIT, SWEEP, 1",
    "RELEASE, SWEEP, EXIT, 1",
    "EXIT, RELEASE, SWEEP, 0",
    "EXIT, SWEEP, RELEASE, 0",
    "SWEEP, RELEASE, EXIT, 0",
    "SWEEP, EXIT, RELEASE, 0"
  })
  void abandonmentHandlesInFlightBlockReleaseRace(
      Message first, Message second, Message third, long completed) {
    WorkerId worker = yard.client("w");
    RunId run = yard.submit(pipeline("p", task("a").blocks(8).maxWorkerRestarts(0)));
    yard.asks(worker);
    List.of(first, second, third).forEach(message -> arrives(message, worker));
    assertThat(yard.counters(run, "a"))
        .isEqualTo(new Counters(8, 0, 0, completed, 0, 8 - completed, 0, 0, 1, 1, 0, 0));
    assertThat(yard.run(run).state()).isEqualTo(RunState.FAILED);
  }

  private enum Message {
    RELEASE,
    EXIT,
    SWEEP
  }

  private void arrives(Message message, WorkerId worker) {
    switch (message) {
      case RELEASE -> yard.reportsLast(worker, true);
      case EXIT -> yard.unbinds(worker, 1);
      case SWEEP -> yard.dies(worker);
    }
  }

  @Test
  void blockFunctionFailureKillsWorkerAndDrivesAbandonment() {
    WorkerId worker = yard.commander("w", "h");
    TaskBuilder a = task("a").blocks(8).perBlock().maxRetries(0).maxWorkerRestarts(3);
    RunId run = yard.submit(pipeline("p", a));
    for (int failure = 1; failure <= 4; failure++) {
      yard.asks(worker).failsAndAsks(worker).unbinds(worker, 1);
    }
    assertThat(yard.task(run, "a").state()).isEqualTo(TaskState.ABANDONED);
    assertThat(yard.counters(run, "a")).isEqualTo(new Counters(8, 0, 0, 0, 4, 4, 0, 0, 4, 4, 0, 3));
  }

  @Test
  void healthyUpstreamDoesNotRepopulateAbandonedDownstream() {
    WorkerId[] workers = yard.clients(2);
    TaskBuilder b = task("b").blocks(3).matching("a").maxWorkerRestarts(0);
    RunId run = yard.submit(pipeline("p", task("a").blocks(3), b));
    yard.asks(workers).completesAndAsks(workers[0]);
    assertThat(yard.taskOf(workers[1])).contains("b");
    yard.unbinds(workers[1], 1);
    assertThat(yard.counters(run, "b").orphaned()).isEqualTo(3);
    yard.work(run, workers);
    assertThat(yard.task(run, "a").state()).isEqualTo(TaskState.DONE);
    assertThat(yard.counters(run, "b").orphaned()).isEqualTo(3);
    assertThat(yard.counters(run, "b").ready()).isZero();
  }
}
