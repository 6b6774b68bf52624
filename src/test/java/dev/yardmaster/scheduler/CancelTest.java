package dev.yardmaster.scheduler;

import static dev.yardmaster.scheduler.PipelineBuilder.pipeline;
import static dev.yardmaster.scheduler.TaskBuilder.task;
import static org.assertj.core.api.Assertions.assertThat;

import dev.yardmaster.scheduler.command.Outcome;
import dev.yardmaster.scheduler.task.AbandonReason;
import dev.yardmaster.scheduler.view.RunView.TaskState;
import dev.yardmaster.scheduler.view.RunView.TaskView;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** A run is cancelled by a person or by its timeout (semantics §9). */
class CancelTest {

  private static final Duration TIMEOUT = Duration.ofMinutes(10);

  @RegisterExtension final Yard yard = new Yard();

  private final WorkerId worker = yard.client("w");

  @Test
  void everyRunningTaskIsAbandonedAndWhatIsDoneStaysDone() {
    RunId run =
        yard.submit(pipeline("p", task("a"), task("b").blocks(4).all("a"), task("c").all("b")));
    yard.asks(worker).completesAndAsks(worker).asks(worker).completesAndAsks(worker);
    assertThat(yard.cancel(run)).isEqualTo(new Outcome.Cancelled(run, false));
    assertThat(yard.run(run).state()).isEqualTo(RunState.CANCELLED);
    assertThat(yard.task(run, "a").state()).isEqualTo(TaskState.DONE);
    assertThat(yard.task(run, "b").reason()).isEqualTo(AbandonReason.CANCELLED);
    assertThat(yard.task(run, "c").reason()).isEqualTo(AbandonReason.CANCELLED);
    assertThat(yard.counters(run, "b").completed()).isEqualTo(1);
    assertThat(yard.counters(run, "b").orphaned()).isEqualTo(3);
  }

  @Test
  void noFurtherBlockIsHandedOut() {
    RunId run = yard.submit(pipeline("p", task("a").blocks(4)));
    yard.asks(worker).cancel(run);
    yard.completesAndAsks(worker);
    assertThat(yard.endedReason(worker)).contains("cancelled");
    yard.asks(worker);
    assertThat(yard.held(worker)).isEmpty();
  }

  @Test
  void idleWorkersAreLetGoAtOnce() {
    WorkerId idle = yard.client("idle");
    RunId run = yard.submit(pipeline("p", task("a").blocks(2).maxWorkers(2)));
    yard.asks(worker, idle).completesAndAsks(idle).cancel(run);
    assertThat(yard.endedReason(idle)).contains("cancelled");
    assertThat(yard.taskOf(idle)).isEmpty();
  }

  @Test
  void cancellingAgainChangesNothing() {
    RunId run = yard.submit(pipeline("p", task("a")));
    yard.cancel(run);
    yard.after(Duration.ofSeconds(5));
    Long endedAt = yard.run(run).endedAt();
    assertThat(yard.cancel(run)).isEqualTo(new Outcome.Cancelled(run, true));
    assertThat(yard.run(run).endedAt()).isEqualTo(endedAt);
  }

  @Test
  void cancellingWhatHasEndedIsAConflict() {
    RunId run = yard.submit(pipeline("p", task("a")));
    yard.asks(worker).completes(worker);
    assertThat(yard.cancel(run)).isEqualTo(new Outcome.AlreadyEnded(run));
    assertThat(yard.run(run).state()).isEqualTo(RunState.SUCCEEDED);
  }

  @Test
  void theTimeoutOfAPipelineCancelsItsRunAndSaysSo() {
    RunId run = yard.submit(pipeline("p", task("a")).timeout(TIMEOUT));
    yard.after(TIMEOUT.minusMillis(1));
    assertThat(yard.run(run).state()).isEqualTo(RunState.RUNNING);
    yard.after(Duration.ofMillis(1));
    assertThat(yard.run(run).state()).isEqualTo(RunState.CANCELLED);
    assertThat(yard.run(run).why()).contains("timeout").contains("10m");
    assertThat(yard.run(run).tasks())
        .extracting(TaskView::reason)
        .containsOnly(AbandonReason.CANCELLED);
  }

  @Test
  void aTimeoutAfterTheEndChangesNothing() {
    RunId run = yard.submit(pipeline("p", task("a")).timeout(TIMEOUT));
    yard.asks(worker).completes(worker);
    yard.after(TIMEOUT.multipliedBy(2));
    assertThat(yard.run(run).state()).isEqualTo(RunState.SUCCEEDED);
  }

  /** Run b-1 and binding b-1 are due at the same moment: neither may hide the other. */
  @Test
  void aRunAndABindingOfTheSameNameKeepTheirOwnDeadlines() {
    TaskBuilder a = task("a").blockTimeout(TIMEOUT).requires("gpu", 1);
    RunId run = yard.submit(pipeline("b", a).timeout(TIMEOUT).budget("gpu", 1));
    yard.asks(worker).staysAlive(TIMEOUT, worker);
    assertThat(yard.run(run).state()).isEqualTo(RunState.CANCELLED);
    assertThat(yard.used(run, "gpu")).isZero();
  }

  @Test
  void otherRunsGoOn() {
    RunId cancelled = yard.submit(pipeline("p", task("a")));
    RunId other = yard.submit(pipeline("p", task("a")));
    yard.cancel(cancelled);
    yard.work(other, worker);
    assertThat(yard.run(other).state()).isEqualTo(RunState.SUCCEEDED);
  }
}
