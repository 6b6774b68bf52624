package dev.yardmaster.scheduler;

import static dev.yardmaster.scheduler.PipelineBuilder.pipeline;
import static dev.yardmaster.scheduler.TaskBuilder.task;
import static org.assertj.core.api.Assertions.assertThat;

import dev.yardmaster.scheduler.command.Outcome;
import dev.yardmaster.scheduler.event.Event;
import dev.yardmaster.scheduler.placement.Waiting;
import dev.yardmaster.scheduler.view.RunView.TaskState;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Semantics §7: nobody waits behind somebody idle, and nobody starves. */
class SharingTest {

  private static final Duration FAIR = SchedulerSettings.DEFAULTS.fairAfter();
  private static final Duration SECOND = Duration.ofSeconds(1);

  @RegisterExtension final Yard yard = new Yard();

  /** A bound, waiting worker is told that its binding is over and asks again. */
  private void comesBack(WorkerId worker) {
    assertThat(yard.answer(worker)).get().isInstanceOf(Outcome.Ended.class);
    yard.asks(worker);
  }

  /** Everybody works and asks again until the run is over. */
  private void workOff(RunId run, WorkerId... workers) {
    for (int round = 0; round < 10_000; round++) {
      if (yard.run(run).state() != RunState.RUNNING) {
        return;
      }
      for (WorkerId worker : workers) {
        if (!yard.held(worker).isEmpty()) {
          yard.completesAndAsks(worker);
        } else if (yard.answer(worker).isPresent()) {
          yard.asks(worker);
        }
      }
      yard.after(SECOND);
    }
    throw new AssertionError("still running: " + yard.run(run));
  }

  @Test
  void anIdleWorkerGivesItsCpuToTheBigFeeder() {
    WorkerId wa = yard.client("wa");
    WorkerId wx = yard.client("wx");
    WorkerId wb = yard.client("wb");
    RunId run =
        yard.submit(
            pipeline(
                    "feeders",
                    task("a").blocks(2).requires("cpu", 1),
                    task("b").blocks(2).requires("cpu", 4),
                    task("x").blocks(2).requires("cpu", 1).matching("a", "b"))
                .budget("cpu", 4));
    yard.asks(wa, wx, wb);
    workOff(run, wa, wx, wb);
    assertThat(yard.run(run).state()).isEqualTo(RunState.SUCCEEDED);
  }

  @Test
  void aChainOnOneCpuSurvivesTheDeathOfTheUpstreamWorkerWithTheLastBlock() {
    WorkerId wa = yard.client("wa");
    WorkerId wb = yard.client("wb");
    RunId run =
        yard.submit(
            pipeline(
                    "chain",
                    task("a").blocks(2).requires("cpu", 1),
                    task("b").blocks(2).requires("cpu", 1).matching("a"))
                .budget("cpu", 1));
    yard.asks(wa);
    yard.completesAndAsks(wa);
    yard.dies(wa);
    yard.asks(wb);
    assertThat(yard.taskOf(wb)).isPresent();
    workOff(run, wb);
    assertThat(yard.run(run).state()).isEqualTo(RunState.SUCCEEDED);
    assertThat(yard.counters(run, "a").workerFailures()).isEqualTo(1);
  }

  @Test
  void bStartsOnTheGpuOfAnIdleWorkerAndAMayStartAgainWithoutHavingUsedUpStarts() {
    WorkerId w1 = yard.client("w1");
    WorkerId w2 = yard.client("w2");
    RunId run =
        yard.submit(
            pipeline(
                    "gpus",
                    task("a").blocks(2).requires("gpu", 1).maxWorkers(2).maxWorkerRestarts(0),
                    task("b").blocks(10).requires("gpu", 1))
                .budget("gpu", 2));
    yard.asks(w1, w2);
    assertThat(yard.counters(run, "a").processing()).isEqualTo(1);
    assertThat(yard.counters(run, "b").processing()).isEqualTo(1);
    workOff(run, w1, w2);
    assertThat(yard.run(run).state()).isEqualTo(RunState.SUCCEEDED);
  }

  @Test
  void anIdleBindingIsRetiredForAnotherTaskAndItsStartGivenBack() {
    WorkerId w1 = yard.client("w1");
    WorkerId w2 = yard.client("w2");
    RunId first =
        yard.submit(
            pipeline(
                "one", task("a").blocks(2).requires("gpu", 1).maxWorkers(2).maxWorkerRestarts(0)));
    yard.asks(w1, w2);
    yard.completesAndAsks(w2);
    RunId second = yard.submit(pipeline("two", task("b").blocks(10).requires("gpu", 1)));
    comesBack(w2);
    assertThat(yard.taskOf(w2)).contains("b");
    assertThat(yard.task(first, "a").state()).isEqualTo(TaskState.RUNNING);
    assertThat(yard.counters(first, "a").workerStarts()).isEqualTo(1);
    assertThat(yard.counters(first, "a").workerRetirements()).isEqualTo(1);
    assertThat(yard.counters(second, "b").processing()).isEqualTo(1);
  }

  {
    yard.serviceBudget("gpu", 2);
  }

  @Test
  void aTaskThatNeedsTheWholeMachineRunsAfterTheLongestSmallBlock() {
    WorkerId[] small = new WorkerId[8];
    for (int i = 0; i < small.length; i++) {
      small[i] = yard.client("w" + i);
    }
    RunId run =
        yard.submit(
            pipeline(
                    "mixed",
                    task("small").blocks(10_000).requires("cpu", 1).maxWorkers(8),
                    task("big").requires("cpu", 8))
                .budget("cpu", 8));
    yard.asks(small);
    yard.after(FAIR);
    for (WorkerId worker : small) {
      yard.completesAndAsks(worker);
      comesBack(worker);
    }
    assertThat(yard.counters(run, "big").processing()).isEqualTo(1);
    assertThat(yard.task(run, "small").waiting()).extracting(Waiting::code).contains("budget");
    for (WorkerId worker : small) {
      if (yard.taskOf(worker).equals(java.util.Optional.of("big"))) {
        yard.completesAndAsks(worker);
        comesBack(worker);
      }
    }
    assertThat(yard.task(run, "big").state()).isEqualTo(TaskState.DONE);
    assertThat(yard.task(run, "small").alive()).isEqualTo(8);
    assertThat(yard.counters(run, "small").workerStarts()).isEqualTo(8);
  }

  @Test
  void twoChainedTasksOnOneBudgetStream() {
    WorkerId w1 = yard.client("w1");
    WorkerId w2 = yard.client("w2");
    RunId run =
        yard.submit(
            pipeline(
                    "stream",
                    task("a").blocks(20).requires("cpu", 1).maxWorkers(2),
                    task("b").blocks(20).requires("cpu", 1).maxWorkers(2).matching("a"))
                .budget("cpu", 2));
    yard.asks(w1, w2);
    int step = 0;
    while (yard.counters(run, "b").completed() == 0 && step++ < 60) {
      for (WorkerId worker : List.of(w1, w2)) {
        if (!yard.held(worker).isEmpty()) {
          yard.completesAndAsks(worker);
        } else if (yard.answer(worker).isPresent()) {
          yard.asks(worker);
        }
        yard.after(Duration.ofMillis(500));
      }
    }
    assertThat(yard.counters(run, "b").completed()).isPositive();
    assertThat(yard.counters(run, "a").completed()).isLessThan(20);
    workOff(run, w1, w2);
    assertThat(yard.run(run).state()).isEqualTo(RunState.SUCCEEDED);
  }

  @Test
  void twoRunsShareTheBudgetOfTheServiceAndNeitherStarves() {
    Yard shared = yard;
    WorkerId w1 = shared.client("w1");
    WorkerId w2 = shared.client("w2");
    RunId first =
        shared.submit(pipeline("one", task("a").blocks(50).requires("gpu", 1).maxWorkers(2)));
    shared.asks(w1, w2);
    RunId second =
        shared.submit(pipeline("two", task("a").blocks(50).requires("gpu", 1).maxWorkers(2)));
    shared.after(FAIR);
    shared.completesAndAsks(w1);
    comesBack(w1);
    assertThat(shared.counters(second, "a").processing()).isEqualTo(1);
    assertThat(shared.counters(first, "a").processing()).isEqualTo(1);
    workOff(first, w1, w2);
    workOff(second, w1, w2);
    assertThat(shared.run(second).state()).isEqualTo(RunState.SUCCEEDED);
  }

  @Test
  void aReservationForABigTaskNeverHoldsBackATaskThatNeedsNoneOfItsKeys() {
    WorkerId w1 = yard.client("w1");
    WorkerId w2 = yard.client("w2");
    WorkerId w3 = yard.client("w3");
    RunId run =
        yard.submit(
            pipeline(
                    "keys",
                    task("small").blocks(10).requires("cpu", 1),
                    task("big").requires("cpu", 2),
                    task("disk").blocks(10).requires("disk", 1))
                .budget("cpu", 2)
                .budget("disk", 1));
    yard.asks(w1);
    yard.asks(w2, w3);
    yard.after(FAIR);
    assertThat(yard.counters(run, "disk").processing()).isEqualTo(1);
    assertThat(yard.task(run, "big").waiting()).extracting(Waiting::code).contains("budget");
  }

  /** History 2. */
  @Test
  void twoBigTasksDoNotKeepOneHalfEach() {
    WorkerId[] workers = {yard.client("w1"), yard.client("w2"), yard.client("w3")};
    RunId run =
        yard.submit(
            pipeline(
                    "halves",
                    task("x").blocks(20).requires("cpu", 1).maxWorkers(2),
                    task("big1").blocks(3).requires("cpu", 2),
                    task("big2").blocks(3).requires("cpu", 2))
                .budget("cpu", 2));
    yard.asks(workers);
    workOff(run, workers);
    assertThat(yard.run(run).state()).isEqualTo(RunState.SUCCEEDED);
  }

  /** History 2, second half. */
  @Test
  void aBigTaskThatNobodyCanServeDisturbsNobody() {
    WorkerId w1 = yard.client("w1");
    WorkerId w2 = yard.client("w2");
    RunId run =
        yard.submit(
            pipeline(
                    "halves",
                    task("x").blocks(20).requires("cpu", 1).maxWorkers(2),
                    task("big").requires("cpu", 2).tags("mars"))
                .budget("cpu", 2));
    yard.asks(w1, w2);
    for (int i = 0; i < 9; i++) {
      yard.after(SECOND).completesAndAsks(w1).completesAndAsks(w2);
    }
    assertThat(yard.counters(run, "x").workerRetirements()).isZero();
    assertThat(yard.counters(run, "x").completed()).isEqualTo(18);
    assertThat(yard.count(Event.BindingStarted.class)).isEqualTo(2);
  }

  /** History 3. */
  @Test
  void theOneIdleWorkerGivesBothItsCpuAndItself() {
    yard.serviceBudget("cpu", 1);
    WorkerId feeder = yard.client("feeder");
    WorkerId only = yard.client("only", "h1", "tpu");
    RunId first =
        yard.submit(
            pipeline(
                "first",
                task("a").blocks(2).maxWorkers(1),
                task("b").blocks(2).matching("a").requires("cpu", 1).tags("tpu")));
    yard.asks(feeder).completesAndAsks(feeder);
    yard.asks(only).completesAndAsks(only);
    assertThat(yard.task(first, "b").idle()).isEqualTo(1);
    RunId second = yard.submit(pipeline("second", task("c").requires("cpu", 1).tags("tpu")));
    comesBack(only);
    assertThat(yard.taskOf(only)).contains("c");
    assertThat(yard.counters(second, "c").processing()).isEqualTo(1);
    assertThat(yard.counters(first, "b").workerRetirements()).isEqualTo(1);
    assertThat(yard.counters(first, "b").workerStarts()).isZero();
  }

  /** History 4. */
  @Test
  void launchedTasksThatStartSlowlyDoNotEvictEachOther() {
    yard.launcher("slow", 2);
    Duration halfAMinute = Duration.ofSeconds(30);
    RunId run =
        yard.submit(
            pipeline(
                    "slow",
                    task("a").blocks(3).requires("cpu", 1).minBinding(halfAMinute),
                    task("b").blocks(3).requires("cpu", 1).minBinding(halfAMinute))
                .budget("cpu", 1));
    for (int round = 0; round < 50 && yard.run(run).state() == RunState.RUNNING; round++) {
      for (var launch : yard.launches()) {
        yard.after(FAIR.multipliedBy(2));
        WorkerId worker = yard.comesUp(launch);
        yard.asks(worker);
        while (!yard.held(worker).isEmpty()) {
          yard.after(SECOND).completesAndAsks(worker);
        }
        yard.leaves(worker);
      }
    }
    assertThat(yard.run(run).state()).isEqualTo(RunState.SUCCEEDED);
    assertThat(yard.count(Event.BindingLaunched.class)).isEqualTo(2);
  }
}
