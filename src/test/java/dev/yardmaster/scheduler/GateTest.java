package dev.yardmaster.scheduler;

import static dev.yardmaster.scheduler.PipelineBuilder.pipeline;
import static dev.yardmaster.scheduler.TaskBuilder.task;
import static org.assertj.core.api.Assertions.assertThat;

import dev.yardmaster.scheduler.command.Outcome;
import dev.yardmaster.scheduler.task.Counters;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Who may start, and in which order (semantics §5). */
class GateTest {

  @RegisterExtension final Yard yard = new Yard();

  private final WorkerId one = yard.client("one");
  private final WorkerId two = yard.client("two");
  private final WorkerId three = yard.client("three");

  // --- the order --------------------------------------------------------------------------------

  @Test
  void theTaskWithTheFewestWorkersComesFirst() {
    RunId run = yard.submit(pipeline("p", task("a").blocks(9).maxWorkers(9)));
    yard.asks(one, two);
    RunId later = yard.submit(pipeline("p", task("b").blocks(9).maxWorkers(9)));
    yard.asks(three);
    assertThat(yard.alive(run, "a")).isEqualTo(2);
    assertThat(yard.alive(later, "b")).isEqualTo(1);
  }

  @Test
  void amongEqualsTheOlderRunComesFirst() {
    RunId older = yard.submit(pipeline("z", task("a")));
    RunId younger = yard.submit(pipeline("a", task("a")));
    yard.asks(one);
    assertThat(yard.alive(older, "a")).isEqualTo(1);
    assertThat(yard.alive(younger, "a")).isZero();
  }

  @Test
  void amongEqualsOfOneRunTheEarlierInThePipelineComesFirst() {
    RunId run = yard.submit(pipeline("p", task("z"), task("a")));
    yard.asks(one);
    assertThat(yard.alive(run, "z")).isEqualTo(1);
  }

  /** One pass gives one worker to each that may grow, whoever has how many. */
  @Test
  void aPassGivesEachTaskAtMostOne() {
    yard.asks(one, two, three);
    RunId run =
        yard.submit(
            pipeline("p", task("a").blocks(9).maxWorkers(9), task("b").blocks(9).maxWorkers(9)));
    assertThat(yard.alive(run, "a")).isEqualTo(2);
    assertThat(yard.alive(run, "b")).isEqualTo(1);
  }

  // --- condition 1: ready blocks that nobody covers ---------------------------------------------

  @Test
  void aReadyBlockThatAnIdleWorkerWillTakeStartsNobodyElse() {
    RunId run = yard.submit(pipeline("p", task("a").blocks(2), task("b").blocks(2).matching("a")));
    yard.asks(one, two).completesAndAsks(one);
    assertThat(yard.taskOf(two)).contains("b");
    yard.completesAndAsks(two).asks(three).completesAndAsks(one);
    assertThat(yard.blocksOf(two)).containsExactly(1L);
    assertThat(yard.counters(run, "b").workerStarts()).isEqualTo(1);
    assertThat(yard.taskOf(three)).isEmpty();
  }

  @Test
  void noMoreWorkersStartThanThereAreReadyBlocks() {
    RunId run = yard.submit(pipeline("p", task("a").blocks(2).maxWorkers(5)));
    yard.asks(one, two, three);
    assertThat(yard.alive(run, "a")).isEqualTo(2);
  }

  // --- conditions 2 and 3 -----------------------------------------------------------------------

  @Test
  void noMoreThanMaxWorkersAreAliveAtOnce() {
    RunId run = yard.submit(pipeline("p", task("a").blocks(9).maxWorkers(2)));
    yard.asks(one, two, three);
    assertThat(yard.alive(run, "a")).isEqualTo(2);
    yard.leaves(one);
    assertThat(yard.taskOf(three)).contains("a");
  }

  @Test
  void noMoreStartThanTheStartBudgetAllows() {
    RunId run = yard.submit(pipeline("p", task("a").blocks(9).maxWorkers(2).maxWorkerRestarts(0)));
    yard.asks(one, two, three).leaves(one);
    assertThat(yard.taskOf(three)).isEmpty();
    assertThat(yard.counters(run, "a").workerStarts()).isEqualTo(2);
    assertThat(yard.alive(run, "a")).isEqualTo(1);
  }

  // --- condition 4: somebody who asks -----------------------------------------------------------

  @Test
  void onlyWorkersThatAskAreStarted() {
    RunId run = yard.submit(pipeline("p", task("a").blocks(9).maxWorkers(9)));
    yard.heartbeat(one);
    assertThat(yard.alive(run, "a")).isZero();
    yard.asks(one);
    assertThat(yard.alive(run, "a")).isEqualTo(1);
  }

  @Test
  void askingWithoutPatienceIsAskingForTheLengthOfTheCall() {
    assertThat(yard.asksOnce(one)).isPresent();
    assertThat(yard.held(one)).isEmpty();
    RunId run = yard.submit(pipeline("p", task("a")));
    assertThat(yard.alive(run, "a")).isZero();
    yard.asksOnce(one);
    assertThat(yard.held(one)).hasSize(1);
  }

  @Test
  void aWorkerWhoseAskHasEndedIsNotStarted() {
    yard.asksFor(one, Duration.ofSeconds(20)).after(Duration.ofSeconds(20));
    assertThat(yard.answer(one)).contains(new Outcome.NothingYet(null));
    RunId run = yard.submit(pipeline("p", task("a")));
    assertThat(yard.alive(run, "a")).isZero();
  }

  // --- condition 5: both budgets, all keys at once ----------------------------------------------

  @Test
  void theRunsAndTheServicesBudgetBothHold() {
    yard.serviceBudget("cpu", 2);
    TaskBuilder a = task("a").blocks(9).maxWorkers(9).requires("cpu", 1);
    RunId narrow = yard.submit(pipeline("p", a).budget("cpu", 1));
    RunId wide = yard.submit(pipeline("p", a).budget("cpu", 5));
    yard.asks(one, two, three);
    assertThat(yard.alive(narrow, "a")).isEqualTo(1);
    assertThat(yard.alive(wide, "a")).isEqualTo(1);
    assertThat(yard.used("cpu")).isEqualTo(2);
  }

  @Test
  void allKeysFitAtOnceOrNothingIsTaken() {
    TaskBuilder both = task("both").blocks(9).maxWorkers(9).requires("cpu", 1).requires("gpu", 1);
    RunId run = yard.submit(pipeline("p", both).budget("cpu", 9).budget("gpu", 1));
    yard.asks(one, two);
    assertThat(yard.alive(run, "both")).isEqualTo(1);
    assertThat(yard.used(run, "cpu")).isEqualTo(1);
    assertThat(yard.used(run, "gpu")).isEqualTo(1);
  }

  @Test
  void aLevelWithoutABudgetBoundsNothing() {
    TaskBuilder a = task("a").blocks(9).maxWorkers(9).requires("cpu", 4);
    RunId run = yard.submit(pipeline("p", a).budget("cpu", 8));
    yard.asks(one, two, three);
    assertThat(yard.alive(run, "a")).isEqualTo(2);
    assertThat(yard.scheduler().resources().budget()).isNull();
  }

  @Test
  void aZeroAmountIsNoRequirement() {
    RunId run = yard.submit(pipeline("p", task("a").requires("gpu", 0)));
    yard.asks(one);
    assertThat(yard.alive(run, "a")).isEqualTo(1);
  }

  @Test
  void aLoweredBudgetKillsNobodyAndStartsNobody() {
    yard.serviceBudget("cpu", 2);
    TaskBuilder a = task("a").blocks(9).maxWorkers(9).requires("cpu", 1);
    RunId run = yard.submit(pipeline("p", a));
    yard.asks(one, two).serviceBudget("cpu", 1).asks(three);
    assertThat(yard.alive(run, "a")).isEqualTo(2);
    yard.leaves(one);
    assertThat(yard.alive(run, "a")).isEqualTo(1);
    yard.serviceBudget("cpu", 2);
    assertThat(yard.taskOf(three)).contains("a");
  }

  // --- the gate runs after everything -----------------------------------------------------------

  @Test
  void whatADeadlineFreesIsGivenOnAtOnce() {
    TaskBuilder a = task("a").requires("gpu", 1).blockTimeout(Duration.ofSeconds(10));
    TaskBuilder b = task("b").requires("gpu", 1);
    RunId run = yard.submit(pipeline("p", a, b).budget("gpu", 1));
    yard.asks(one, two);
    assertThat(yard.taskOf(two)).isEmpty();
    yard.after(Duration.ofSeconds(10));
    assertThat(yard.alive(run, "a") + yard.alive(run, "b")).isEqualTo(1);
    assertThat(yard.taskOf(two)).isPresent();
  }

  @Test
  void whatAFinishedTaskFreesIsGivenOnInTheSameStep() {
    RunId run =
        yard.submit(
            pipeline("p", task("a").requires("cpu", 1), task("b").requires("cpu", 1))
                .budget("cpu", 1));
    yard.asks(one, two).completesAndAsks(one);
    assertThat(yard.counters(run, "b")).isEqualTo(new Counters(1, 0, 1, 0, 0, 0, 0, 0, 1, 0, 0, 0));
  }

  /** That they are not even looked at is shown where the index is tested. */
  @Test
  void fiveThousandTasksThatNobodyCanServeStandInNobodysWay() {
    for (int run = 0; run < 5; run++) {
      TaskBuilder[] tasks = new TaskBuilder[1_000];
      for (int i = 0; i < tasks.length; i++) {
        tasks[i] = task("t" + i).tags("mars");
      }
      yard.submit(pipeline("stuck", tasks));
    }
    yard.submit(pipeline("p", task("a").blocks(2).maxWorkers(2)));
    yard.asks(one);
    assertThat(yard.taskOf(one)).contains("a");
    yard.asks(two);
    assertThat(yard.taskOf(two)).contains("a");
  }
}
