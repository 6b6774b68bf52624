package dev.yardmaster.scheduler;

import static dev.yardmaster.scheduler.PipelineBuilder.pipeline;
import static dev.yardmaster.scheduler.TaskBuilder.task;
import static org.assertj.core.api.Assertions.assertThat;

import dev.yardmaster.scheduler.command.Command;
import dev.yardmaster.scheduler.command.Outcome;
import dev.yardmaster.scheduler.command.Outcome.Acceptance;
import dev.yardmaster.scheduler.command.Outcome.LeaseOutcome;
import dev.yardmaster.scheduler.command.Outcome.LeasedBlock;
import dev.yardmaster.scheduler.event.Event.EndKind;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Who may work on a block, how long, and whose result counts (semantics §4). */
class LeasesTest {

  private static final Duration BLOCK_TIMEOUT = Duration.ofSeconds(10);

  @RegisterExtension final Yard yard = new Yard();

  private final WorkerId worker = yard.client("w");

  @Test
  void askingAgainWhileHoldingAnswersTheSameAndNeverMore() {
    RunId run = yard.submit(pipeline("p", task("a").blocks(10)));
    yard.asks(worker, 3);
    List<LeasedBlock> held = yard.held(worker);
    assertThat(held).hasSize(3);
    yard.asks(worker, 7);
    assertThat(yard.held(worker)).isEqualTo(held);
    assertThat(yard.counters(run, "a").processing()).isEqualTo(3);
  }

  @Test
  void askingAgainDoesNotExtendTheDeadline() {
    RunId run = yard.submit(pipeline("p", task("a").blockTimeout(BLOCK_TIMEOUT)));
    yard.asks(worker).after(BLOCK_TIMEOUT.minusMillis(1));
    yard.asks(worker).after(Duration.ofMillis(1));
    assertThat(yard.ends(run, "a")).containsExactly(EndKind.DIRTY);
  }

  @Test
  void heartbeatsDoNotExtendTheDeadline() {
    RunId run = yard.submit(pipeline("p", task("a").blockTimeout(Duration.ofMinutes(2))));
    yard.asks(worker).staysAlive(Duration.ofMinutes(2).minusMillis(1), worker);
    assertThat(yard.counters(run, "a").processing()).isEqualTo(1);
    yard.staysAlive(Duration.ofMillis(1), worker);
    assertThat(yard.counters(run, "a").processing()).isZero();
    assertThat(yard.counters(run, "a").workerFailures()).isEqualTo(1);
  }

  @Test
  void aRepeatedReleaseIsAcceptedAgainAndCountsOnce() {
    RunId run = yard.submit(pipeline("p", task("a").blocks(3)));
    yard.asks(worker, 2);
    for (int time = 1; time <= 3; time++) {
      assertThat(yard.reportsLast(worker, true))
          .isInstanceOfSatisfying(
              Outcome.Released.class, released -> assertAll(released, Acceptance.ACCEPTED));
      assertThat(yard.counters(run, "a").completed()).isEqualTo(2);
    }
  }

  @Test
  void aRepeatedReleaseIsAcceptedAgainAfterItsTaskIsDone() {
    RunId run = yard.submit(pipeline("p", task("a")));
    yard.asks(worker).completes(worker);
    assertThat(yard.run(run).state()).isEqualTo(RunState.SUCCEEDED);
    assertThat(yard.reportsLast(worker, true))
        .isInstanceOfSatisfying(
            Outcome.Released.class, released -> assertAll(released, Acceptance.ACCEPTED));
    assertThat(yard.run(run).lateEventsDropped()).isZero();
  }

  @Test
  void aRepeatedReleaseInAnyOrderIsAcceptedAgain() {
    yard.submit(pipeline("p", task("a").blocks(100)));
    yard.asks(worker, 50);
    List<LeasedBlock> backwards = yard.lastWork(worker).reversed();
    assertThat(yard.release(worker, true, backwards))
        .allMatch(result -> result.outcome() == Acceptance.ACCEPTED);
    assertThat(yard.release(worker, true, backwards))
        .allMatch(result -> result.outcome() == Acceptance.ACCEPTED);
  }

  @Test
  void aFailureThatIsReportedTwiceIsOneFailedAttempt() {
    RunId run = yard.submit(pipeline("p", task("a")));
    yard.asks(worker).fails(worker);
    yard.reportsLast(worker, false);
    yard.asks(worker);
    assertThat(yard.held(worker).getFirst().attempt()).isEqualTo(2);
    assertThat(yard.counters(run, "a").processing()).isEqualTo(1);
  }

  @Test
  void anOldResultDoesNotCountForANewAttempt() {
    WorkerId other = yard.client("other");
    RunId run = yard.submit(pipeline("p", task("a").blockTimeout(BLOCK_TIMEOUT)));
    yard.asks(worker).after(BLOCK_TIMEOUT);
    yard.asks(other);
    assertThat(yard.held(other).getFirst().attempt()).isEqualTo(2);
    assertThat(yard.release(worker, false, yard.lastWork(worker)))
        .extracting(LeaseOutcome::outcome)
        .containsExactly(Acceptance.STALE);
    assertThat(yard.counters(run, "a").processing()).isEqualTo(1);
    assertThat(yard.release(other, true, yard.held(other)))
        .extracting(LeaseOutcome::outcome)
        .containsExactly(Acceptance.ACCEPTED);
  }

  @Test
  void whenABindingEndsOnlyItsFirstBlockIsCharged() {
    WorkerId other = yard.client("other");
    yard.submit(pipeline("p", task("a").blocks(4)));
    yard.asks(worker, 3).unbinds(worker, 1);
    yard.asks(other, 4);
    assertThat(yard.blocksOf(other)).containsExactly(1L, 2L, 3L, 0L);
    assertThat(yard.held(other)).extracting(LeasedBlock::attempt).containsExactly(1, 1, 1, 2);
  }

  @Test
  void aDeadlineChargesTheFirstBlockAlone() {
    WorkerId other = yard.client("other");
    yard.submit(pipeline("p", task("a").blocks(3).blockTimeout(BLOCK_TIMEOUT)));
    yard.asks(worker, 3).after(Duration.ofSeconds(9));
    yard.release(worker, true, yard.held(worker).subList(0, 1));
    yard.after(BLOCK_TIMEOUT);
    yard.asks(other, 3);
    assertThat(yard.blocksOf(other)).containsExactly(2L, 1L);
    assertThat(yard.held(other)).extracting(LeasedBlock::attempt).containsExactly(1, 2);
  }

  @Test
  void severalResultsAreAllAppliedBeforeTheBindingEnds() {
    RunId run = yard.submit(pipeline("p", task("a").blocks(4).endsWorker().maxRetries(0)));
    yard.asks(worker, 4);
    List<LeasedBlock> held = yard.held(worker);
    List<Command.BlockResult> results =
        List.of(
            new Command.BlockResult(held.get(0).lease(), true, null),
            new Command.BlockResult(held.get(1).lease(), false, "no luck"),
            new Command.BlockResult(held.get(2).lease(), true, null));
    yard.execute(new Command.Release(worker, Yard.TOKEN, results, null));
    assertThat(yard.counters(run, "a").completed()).isEqualTo(2);
    assertThat(yard.counters(run, "a").failed()).isEqualTo(1);
    assertThat(yard.counters(run, "a").ready()).isEqualTo(1);
    assertThat(yard.ends(run, "a")).containsExactly(EndKind.DIRTY);
  }

  @Test
  void whatAWorkerHasLostItHearsWithItsHeartbeatUntilItHoldsSomethingNew() {
    yard.submit(pipeline("p", task("a").blocks(3).blockTimeout(BLOCK_TIMEOUT)));
    yard.asks(worker, 2);
    List<LeaseId> lost = yard.held(worker).stream().map(LeasedBlock::lease).toList();
    assertThat(yard.heartbeat(worker)).isEqualTo(new Outcome.Alive(List.of()));
    yard.after(BLOCK_TIMEOUT);
    assertThat(yard.heartbeat(worker)).isEqualTo(new Outcome.Alive(lost));
    yard.asks(worker).asks(worker);
    assertThat(yard.held(worker)).isNotEmpty();
    assertThat(yard.heartbeat(worker)).isEqualTo(new Outcome.Alive(List.of()));
  }

  @Test
  void whoAsksInVainHearsWhatItIsBoundTo() {
    WorkerId other = yard.client("other");
    yard.submit(pipeline("p", task("a").blocks(2).maxWorkers(2)));
    yard.asks(worker, other).completes(other);
    assertThat(yard.asksOnce(other))
        .containsInstanceOf(Outcome.NothingYet.class)
        .hasValueSatisfying(
            answer ->
                assertThat(((Outcome.NothingYet) answer).binding())
                    .isNotNull()
                    .extracting(binding -> binding.task().id())
                    .isEqualTo("a"));
  }

  @Test
  void aNewAskTakesTheOldOnesPlace() {
    yard.asks(worker);
    assertThat(yard.asksOnce(worker)).contains(new Outcome.NothingYet(null));
    yard.submit(pipeline("p", task("a")));
    assertThat(yard.held(worker)).isEmpty();
  }

  @Test
  void anAcquireGetsAtLeastOneBlockAndNoMoreThanItAsksFor() {
    WorkerId[] others = yard.clients(3);
    for (WorkerId other : others) {
      yard.asks(other, 8);
    }
    yard.asks(worker, 1);
    yard.submit(pipeline("p", task("a").blocks(5).maxWorkers(4)));
    assertThat(yard.held(worker)).hasSize(1);
    assertThat(others).allMatch(other -> !yard.held(other).isEmpty());
    assertThat(List.of(others)).noneMatch(other -> yard.held(other).size() > 2);
  }

  @Test
  void launchedWorkersThatAreStillComingKeepTheirPart() {
    yard.launcher("cloud", 4);
    yard.submit(pipeline("p", task("a").blocks(64).maxWorkers(4)));
    WorkerId first = yard.comesUp(yard.launches().getFirst());
    yard.asks(first, 64);
    assertThat(yard.held(first)).hasSize(16);
  }

  private static void assertAll(Outcome.Released released, Acceptance outcome) {
    assertThat(released.results()).extracting(LeaseOutcome::outcome).containsOnly(outcome);
  }
}
