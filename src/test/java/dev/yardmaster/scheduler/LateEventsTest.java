package dev.yardmaster.scheduler;

import static dev.yardmaster.scheduler.PipelineBuilder.pipeline;
import static dev.yardmaster.scheduler.TaskBuilder.task;
import static org.assertj.core.api.Assertions.assertThat;

import dev.yardmaster.scheduler.command.Outcome;
import dev.yardmaster.scheduler.command.Outcome.Acceptance;
import dev.yardmaster.scheduler.command.Outcome.LeaseOutcome;
import dev.yardmaster.scheduler.event.Event.EndKind;
import dev.yardmaster.scheduler.task.Counters;
import dev.yardmaster.scheduler.view.RunView.TaskState;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** What comes too late for its task finds nothing to change (semantics §3). */
class LateEventsTest {

  private static final Duration BLOCK_TIMEOUT = Duration.ofSeconds(10);

  @RegisterExtension final Yard yard = new Yard();

  /** First race. */
  @Test
  void aReleaseAfterDirectAbandonmentIsDroppedAndCounted() {
    WorkerId worker = yard.client("w");
    TaskBuilder a = task("a").blocks(2).maxWorkerRestarts(0).blockTimeout(BLOCK_TIMEOUT);
    RunId run = yard.submit(pipeline("p", a));
    yard.asks(worker).after(BLOCK_TIMEOUT);
    Counters abandoned = yard.counters(run, "a");
    assertThat(abandoned).isEqualTo(new Counters(2, 0, 0, 0, 0, 2, 0, 0, 1, 1, 0, 0));
    assertThat(outcomes(yard.completes(worker))).containsExactly(Acceptance.TASK_FINISHED);
    assertThat(yard.counters(run, "a")).isEqualTo(abandoned);
    assertThat(yard.run(run).lateEventsDropped()).isEqualTo(1);
  }

  /** Second race. */
  @Test
  void anUpstreamReleaseMakesNothingReadyInAnAbandonedTask() {
    WorkerId[] workers = yard.clients(2);
    TaskBuilder b = task("b").blocks(2).matching("a").maxWorkerRestarts(0);
    RunId run = yard.submit(pipeline("p", task("a").blocks(2), b));
    yard.asks(workers).completesAndAsks(workers[0]).unbinds(workers[1], 1);
    Counters abandoned = yard.counters(run, "b");
    assertThat(abandoned).isEqualTo(new Counters(2, 0, 0, 0, 0, 2, 0, 0, 1, 1, 0, 0));
    yard.completes(workers[0]);
    assertThat(yard.task(run, "a").state()).isEqualTo(TaskState.DONE);
    assertThat(yard.counters(run, "b")).isEqualTo(abandoned);
  }

  /** Third race. */
  @Test
  void aFailureAfterAbandonmentIsNotTriedAgain() {
    WorkerId worker = yard.client("w");
    RunId run = yard.submit(pipeline("p", task("a").blocks(2).maxRetries(5)));
    yard.asks(worker).cancel(run);
    Counters cancelled = yard.counters(run, "a");
    assertThat(cancelled).isEqualTo(new Counters(2, 0, 0, 0, 0, 2, 0, 0, 1, 0, 0, 0));
    assertThat(outcomes(yard.fails(worker))).containsExactly(Acceptance.TASK_FINISHED);
    assertThat(yard.counters(run, "a")).isEqualTo(cancelled);
    assertThat(yard.run(run).lateEventsDropped()).isEqualTo(1);
  }

  /** Fourth race. */
  @Test
  void aBlockThatIsLostAfterAbandonmentCountsForNothing() {
    WorkerId worker = yard.client("w");
    RunId run = yard.submit(pipeline("p", task("a").blocks(2)));
    yard.asks(worker).cancel(run);
    Counters cancelled = yard.counters(run, "a");
    yard.dies(worker);
    assertThat(yard.isThere(worker)).isFalse();
    assertThat(yard.alive(run, "a")).isZero();
    assertThat(yard.counters(run, "a")).isEqualTo(cancelled);
  }

  @Test
  void aWorkerThatOversleptItsLeaseIsToldWhetherItsTaskIsStillThere() {
    WorkerId[] workers = yard.clients(2);
    RunId run = yard.submit(pipeline("p", task("a").blocks(1).blockTimeout(BLOCK_TIMEOUT)));
    yard.asks(workers[0]).after(BLOCK_TIMEOUT);
    assertThat(outcomes(yard.completes(workers[0]))).containsExactly(Acceptance.STALE);
    yard.asks(workers[1]).completes(workers[1]);
    assertThat(yard.task(run, "a").state()).isEqualTo(TaskState.DONE);
    assertThat(outcomes(yard.completes(workers[0]))).containsExactly(Acceptance.TASK_FINISHED);
    assertThat(yard.counters(run, "a").completed()).isEqualTo(1);
  }

  @Test
  void everyBlockOfALateReleaseIsCounted() {
    WorkerId worker = yard.client("w");
    RunId run = yard.submit(pipeline("p", task("a").blocks(5)));
    yard.asks(worker, 5).cancel(run);
    yard.completes(worker);
    assertThat(yard.run(run).lateEventsDropped()).isEqualTo(5);
  }

  /** The machine is busy until its worker says something. */
  @Test
  void aBindingOfAnEndedTaskStaysInUsedUntilItsWorkersNextCall() {
    WorkerId worker = yard.client("w");
    TaskBuilder a = task("a").requires("gpu", 1);
    RunId run = yard.submit(pipeline("p", a).budget("gpu", 1));
    yard.asks(worker).cancel(run);
    yard.after(Duration.ofSeconds(5));
    assertThat(yard.used(run, "gpu")).isEqualTo(1);
    yard.completes(worker);
    assertThat(yard.used(run, "gpu")).isZero();
    assertThat(yard.ends(run, "a")).containsExactly(EndKind.DRAINED);
  }

  @Test
  void aHeartbeatOfAWorkerThatMayHangFreesNothing() {
    WorkerId worker = yard.client("w");
    RunId run = yard.submit(pipeline("p", task("a").requires("gpu", 1)).budget("gpu", 1));
    yard.asks(worker).cancel(run);
    Outcome.Alive alive = (Outcome.Alive) yard.heartbeat(worker);
    assertThat(alive.revoked()).containsExactly(yard.lastWork(worker).getFirst().lease());
    assertThat(yard.used(run, "gpu")).isEqualTo(1);
  }

  @Test
  void aTaskThatEndsLetsItsWorkersKnowWhenTheyAsk() {
    WorkerId worker = yard.client("w");
    RunId run = yard.submit(pipeline("p", task("a").blocks(2)));
    yard.asks(worker).cancel(run);
    yard.asks(worker);
    assertThat(yard.endedReason(worker)).contains("cancelled");
    assertThat(yard.alive(run, "a")).isZero();
    yard.asks(worker);
    assertThat(yard.answer(worker)).isEmpty();
  }

  private static List<Acceptance> outcomes(List<LeaseOutcome> results) {
    return results.stream().map(LeaseOutcome::outcome).toList();
  }
}
