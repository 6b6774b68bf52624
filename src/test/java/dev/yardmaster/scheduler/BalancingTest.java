package dev.yardmaster.scheduler;

import static dev.yardmaster.scheduler.PipelineBuilder.pipeline;
import static dev.yardmaster.scheduler.TaskBuilder.task;
import static org.assertj.core.api.Assertions.assertThat;

import dev.yardmaster.scheduler.command.Outcome;
import dev.yardmaster.scheduler.event.Event;
import dev.yardmaster.scheduler.placement.BalanceMode;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Semantics §8: bindings go over to less loaded hosts, between two blocks. */
class BalancingTest {

  private static final Duration PLANNED = Duration.ofSeconds(2);

  @RegisterExtension final Yard yard = new Yard();

  @Test
  void aBindingMovesToAHostThatJoinsAtItsNextBlockBoundary() {
    WorkerId first = yard.client("w1", "h1");
    WorkerId second = yard.client("w2", "h1");
    RunId run = yard.submit(pipeline("p", task("a").blocks(20).maxWorkers(2)));
    yard.asks(first, second);
    WorkerId fresh = yard.client("w3", "h2");
    yard.asks(fresh).after(PLANNED);
    assertThat(yard.taskOf(fresh)).as("not before a block boundary").isEmpty();
    yard.completesAndAsks(second);
    assertThat(yard.answer(second)).get().isInstanceOf(Outcome.Ended.class);
    assertThat(yard.taskOf(fresh)).contains("a");
    assertThat(yard.held(fresh)).hasSize(1);
    assertThat(yard.counters(run, "a").workerStarts()).isEqualTo(2);
    assertThat(yard.counters(run, "a").workerRetirements()).isEqualTo(1);
    assertThat(yard.counters(run, "a").completed()).isEqualTo(1);
  }

  @Test
  void aLoadThatDiffersByOneStaysAsItIs() {
    WorkerId first = yard.client("w1", "h1");
    yard.submit(pipeline("p", task("a").blocks(20)));
    yard.asks(first);
    WorkerId idle = yard.client("w2", "h2");
    yard.asks(idle).after(PLANNED).completesAndAsks(first);
    assertThat(yard.count(Event.BindingStarted.class)).isEqualTo(1);
  }

  @Test
  void nothingMovesBeforeItIsOldEnough() {
    WorkerId first = yard.client("w1", "h1");
    WorkerId second = yard.client("w2", "h1");
    yard.submit(
        pipeline("p", task("a").blocks(20).maxWorkers(2).minBinding(Duration.ofSeconds(30))));
    yard.asks(first, second);
    WorkerId fresh = yard.client("w3", "h2");
    yard.asks(fresh).after(PLANNED).completesAndAsks(second);
    assertThat(yard.taskOf(fresh)).isEmpty();
    yard.after(Duration.ofSeconds(30)).completesAndAsks(first).after(PLANNED);
    yard.completesAndAsks(second);
    assertThat(yard.taskOf(fresh)).contains("a");
  }

  @Test
  void nothingMovesWithoutAReadyBlockToGoOnWith() {
    WorkerId first = yard.client("w1", "h1");
    WorkerId second = yard.client("w2", "h1");
    yard.submit(pipeline("p", task("a").blocks(2).maxWorkers(2)));
    yard.asks(first, second);
    WorkerId fresh = yard.client("w3", "h2");
    yard.asks(fresh).after(PLANNED).completesAndAsks(second);
    assertThat(yard.taskOf(fresh)).isEmpty();
    assertThat(yard.count(Event.BindingStarted.class)).isEqualTo(2);
  }

  /** It would give back two of four in use, and could take none of three again. */
  @Test
  void nothingMovesThatCouldNotStartAgainUnderALoweredBudget() {
    yard.serviceBudget("cpu", 4);
    WorkerId first = yard.client("w1", "h1");
    WorkerId second = yard.client("w2", "h1");
    RunId run = yard.submit(pipeline("p", task("a").blocks(20).maxWorkers(2).requires("cpu", 2)));
    yard.asks(first, second);
    WorkerId fresh = yard.client("w3", "h2");
    yard.asks(fresh).after(PLANNED).serviceBudget("cpu", 3).completesAndAsks(second);
    assertThat(yard.taskOf(fresh)).isEmpty();
    assertThat(yard.counters(run, "a").processing()).isEqualTo(2);
    assertThat(yard.used("cpu")).isEqualTo(4);
  }

  @Test
  void aChainOfMovesFollowsTheTags() {
    WorkerId h1 = yard.client("w1", "h1", "linux", "gpu");
    yard.submit(pipeline("p", task("linux").blocks(50).tags("linux")));
    yard.asks(h1);
    WorkerId h3 = yard.client("w3", "h3", "gpu");
    WorkerId other = yard.client("w4", "h3", "gpu");
    yard.submit(pipeline("q", task("gpu").blocks(50).tags("gpu").maxWorkers(2)));
    yard.asks(h3, other);
    WorkerId freeOnH1 = yard.client("w5", "h1", "linux", "gpu");
    WorkerId freeOnH2 = yard.client("w6", "h2", "linux");
    yard.asks(freeOnH1, freeOnH2);
    for (int i = 0; i < 6; i++) {
      yard.after(PLANNED);
      for (WorkerId worker : new WorkerId[] {h1, h3, other, freeOnH1, freeOnH2}) {
        if (!yard.held(worker).isEmpty()) {
          yard.completesAndAsks(worker);
        } else if (yard.answer(worker).isPresent()) {
          yard.asks(worker);
        }
      }
    }
    assertThat(yard.taskOf(freeOnH2)).contains("linux");
    assertThat(yard.taskOf(h3).isPresent()).isNotEqualTo(yard.taskOf(other).isPresent());
    assertThat(yard.taskOf(h1).isPresent()).isNotEqualTo(yard.taskOf(freeOnH1).isPresent());
    assertThat(yard.count(Event.BindingStarted.class)).as("each moved at most once").isEqualTo(5);
  }

  @Test
  void offMeansOff() {
    SchedulerSettings usual = SchedulerSettings.DEFAULTS;
    Yard still =
        new Yard(
            new SchedulerSettings(
                usual.lostAfter(),
                usual.stopWithin(),
                usual.startTimeout(),
                usual.fairAfter(),
                usual.idleGrace(),
                BalanceMode.OFF));
    WorkerId first = still.client("w1", "h1");
    WorkerId second = still.client("w2", "h1");
    still.submit(pipeline("p", task("a").blocks(20).maxWorkers(2)));
    still.asks(first, second);
    WorkerId fresh = still.client("w3", "h2");
    still.asks(fresh).after(PLANNED).completesAndAsks(second);
    assertThat(still.taskOf(fresh)).isEmpty();
  }
}
