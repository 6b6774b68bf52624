package dev.yardmaster.scheduler;

import static dev.yardmaster.scheduler.PipelineBuilder.pipeline;
import static dev.yardmaster.scheduler.TaskBuilder.task;
import static org.assertj.core.api.Assertions.assertThat;

import dev.yardmaster.scheduler.command.Command;
import dev.yardmaster.scheduler.command.Outcome;
import dev.yardmaster.scheduler.command.Outcome.Acceptance;
import dev.yardmaster.scheduler.command.Outcome.LeaseOutcome;
import dev.yardmaster.scheduler.command.Outcome.LeasedBlock;
import dev.yardmaster.scheduler.task.Counters;
import dev.yardmaster.scheduler.view.BlockView.BlockState;
import dev.yardmaster.scheduler.view.RunView.TaskState;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** What went wrong in other systems of this kind, as people reported it. */
class PublicReportsTest {

  @RegisterExtension final Yard yard = new Yard();

  @Test
  void oneDeathDetectedThreeTimesIsOneDeath() {
    WorkerId worker = yard.client("w");
    RunId run = yard.submit(pipeline("p", task("a").blocks(2).requires("gpu", 1)).budget("gpu", 1));
    yard.asks(worker).dies(worker);
    yard.after(Duration.ofMinutes(1));
    yard.unbinds(worker, 1);
    assertThat(yard.counters(run, "a")).isEqualTo(new Counters(2, 2, 0, 0, 0, 0, 0, 0, 1, 1, 0, 0));
    assertThat(yard.used(run, "gpu")).isZero();
    WorkerId next = yard.client("next");
    yard.asks(next, 2);
    assertThat(yard.blocksOf(next)).containsExactly(1L, 0L);
    assertThat(yard.held(next)).extracting(LeasedBlock::attempt).containsExactly(1, 2);
    assertThat(yard.counters(run, "a").workerRestarts()).isEqualTo(1);
  }

  @Test
  void aSuccessStaysOneWhateverIsHeardOfItsWorkerAfterwards() {
    WorkerId worker = yard.client("w");
    RunId run = yard.submit(pipeline("p", task("a").blocks(2)));
    yard.asks(worker).completes(worker);
    yard.heartbeat(worker);
    yard.dies(worker);
    yard.after(Duration.ofMinutes(1));
    assertThat(yard.blocks(run, "a")).containsExactly(BlockState.COMPLETED, BlockState.READY);
    assertThat(yard.counters(run, "a").failed()).isZero();
    assertThat(yard.counters(run, "a").completed()).isEqualTo(1);
  }

  @Test
  void noTaskOfAChainStartsAWorkerBeforeItCanUseIt() {
    WorkerId[] workers = yard.clients(30);
    TaskBuilder a = task("a").maxWorkers(10);
    TaskBuilder b = task("b").maxWorkers(10).matching("a");
    RunId run = yard.submit(pipeline("p", a, b, task("c").maxWorkers(10).matching("b")));
    yard.asks(workers);
    assertThat(yard.alive(run, "b") + yard.alive(run, "c")).isZero();
    yard.completes(workers[0]);
    assertThat(yard.counters(run, "b").workerStarts()).isEqualTo(1);
    assertThat(yard.counters(run, "c").workerStarts()).isZero();
    yard.work(run, workers);
    for (String task : List.of("a", "b", "c")) {
      assertThat(yard.counters(run, task).workerStarts()).isEqualTo(1);
    }
  }

  @Test
  void aDiamondWithTwoFailedSidesIsOrphanedOnce() {
    WorkerId[] workers = yard.clients(3);
    TaskBuilder b = task("b").blocks(2).matching("a").maxRetries(0);
    TaskBuilder c = task("c").blocks(2).matching("a").maxRetries(0);
    TaskBuilder d = task("d").blocks(2).matching("b", "c");
    RunId run = yard.submit(pipeline("p", task("a").blocks(2), b, c, d));
    yard.asks(workers).completesAndAsks(workers[0]);
    yard.fails(workers[1]);
    assertThat(yard.counters(run, "d").orphaned()).isEqualTo(1);
    yard.fails(workers[2]);
    assertThat(yard.counters(run, "d").orphaned()).isEqualTo(1);
    assertThat(yard.blocks(run, "d")).containsExactly(BlockState.ORPHANED, BlockState.PENDING);
    yard.work(run, workers);
    assertThat(yard.counters(run, "d")).extracting(Counters::completed).isEqualTo(1L);
  }

  @Test
  void sixGpusAreTwoWorkersOfThree() {
    WorkerId[] workers = yard.clients(4);
    TaskBuilder a = task("a").blocks(9).maxWorkers(4).requires("gpu", 3);
    RunId run = yard.submit(pipeline("p", a).budget("gpu", 6));
    yard.asks(workers);
    assertThat(yard.used(run, "gpu")).isEqualTo(6);
    yard.unbinds(workers[0], 1);
    assertThat(yard.used(run, "gpu")).isEqualTo(6);
    yard.work(run, workers);
    assertThat(yard.peak(run, "a")).isEqualTo(2);
    assertThat(yard.used(run, "gpu")).isZero();
  }

  @Test
  void fourWorkersThatDieAtOnceCostSevenStartsAndNotEight() {
    yard.launcher("cloud", 4);
    TaskBuilder a = task("a").blocks(8).maxWorkers(4).maxWorkerRestarts(3);
    RunId run = yard.submit(pipeline("p", a));
    while (!yard.launches().isEmpty()) {
      yard.launches().forEach(launch -> yard.launchEnds(launch, false));
    }
    assertThat(yard.counters(run, "a")).isEqualTo(new Counters(8, 0, 0, 0, 0, 8, 0, 0, 7, 7, 0, 3));
    assertThat(yard.peak(run, "a")).isEqualTo(4);
  }

  @Test
  void aHealthyTaskThatHasNotStartedYetIsNotGivenUp() {
    WorkerId worker = yard.client("w");
    TaskBuilder b = task("b").blocks(2).all("a").maxWorkerRestarts(0);
    RunId run = yard.submit(pipeline("p", task("a").blocks(2), b));
    yard.asks(worker).staysAlive(Duration.ofMinutes(1), worker);
    assertThat(yard.task(run, "b").state()).isEqualTo(TaskState.RUNNING);
    yard.work(run, worker);
    assertThat(yard.task(run, "b").state()).isEqualTo(TaskState.DONE);
  }

  @Test
  void nonsenseOfAWorkerChangesNothing() {
    WorkerId[] workers = yard.clients(2);
    RunId run = yard.submit(pipeline("p", task("a").blocks(3)));
    yard.asks(workers);
    Counters before = yard.counters(run, "a");
    List<Long> strange = List.of(0L, -1L, Long.MAX_VALUE, Long.MIN_VALUE, 2L);
    for (WorkerId worker : workers) {
      assertThat(yard.releaseLeases(worker, true, strange))
          .extracting(LeaseOutcome::outcome)
          .containsOnly(Acceptance.STALE);
    }
    LeasedBlock foreign = yard.held(workers[0]).getFirst();
    assertThat(yard.release(workers[1], false, List.of(foreign)))
        .containsExactly(new LeaseOutcome(foreign.lease(), Acceptance.STALE));
    assertThat(yard.release(workers[0], true, List.of())).isEmpty();
    assertThat(yard.counters(run, "a")).isEqualTo(before);
  }

  @Test
  void oneLeaseReportedTwiceInOneReleaseCountsOnceAsItWasSaidFirst() {
    WorkerId worker = yard.client("w");
    RunId run = yard.submit(pipeline("p", task("a").blocks(2).maxRetries(0)));
    yard.asks(worker);
    LeaseId lease = yard.held(worker).getFirst().lease();
    yard.execute(
        new Command.Release(
            worker,
            Yard.TOKEN,
            List.of(
                new Command.BlockResult(lease, true, null),
                new Command.BlockResult(lease, false, "no")),
            null));
    assertThat(yard.counters(run, "a").completed()).isEqualTo(1);
    assertThat(yard.counters(run, "a").failed()).isZero();
  }

  @Test
  void strangersAndWrongTokensAreToldSo() {
    WorkerId worker = yard.client("w");
    WorkerId stranger = new WorkerId(99);
    assertThat(yard.heartbeat(stranger)).isEqualTo(new Outcome.UnknownWorker(stranger));
    assertThat(yard.leaves(stranger)).isEqualTo(new Outcome.UnknownWorker(stranger));
    assertThat(yard.execute(new Command.Leave(worker, "guess")))
        .isEqualTo(new Outcome.WrongToken(worker));
    assertThat(yard.isThere(worker)).isTrue();
    RunId unknown = new RunId("nothing-1");
    assertThat(yard.cancel(unknown)).isEqualTo(new Outcome.UnknownRun(unknown));
    yard.launchEnds(new BindingId(99), false);
    assertThat(yard.registersFor(new BindingId(99))).isEqualTo(new Outcome.LaunchOver());
  }
}
