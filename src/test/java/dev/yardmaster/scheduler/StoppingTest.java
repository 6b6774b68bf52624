package dev.yardmaster.scheduler;

import static dev.yardmaster.scheduler.PipelineBuilder.pipeline;
import static dev.yardmaster.scheduler.TaskBuilder.task;
import static org.assertj.core.api.Assertions.assertThat;

import dev.yardmaster.scheduler.command.Command;
import dev.yardmaster.scheduler.command.Outcome;
import dev.yardmaster.scheduler.command.Outcome.Acceptance;
import dev.yardmaster.scheduler.event.Event;
import dev.yardmaster.scheduler.event.Event.EndKind;
import dev.yardmaster.scheduler.task.Counters;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The service stops in good order, and nobody pays for it (semantics §10). */
class StoppingTest {

  @RegisterExtension final Yard yard = new Yard();

  private final WorkerId worker = yard.commander("w", "h");

  @Test
  void whoAsksIsToldThatThereIsNothing() {
    yard.asks(worker).stopsHandingOut();
    assertThat(yard.answer(worker)).contains(new Outcome.NothingYet(null));
    yard.submit(pipeline("p", task("a").perBlock()));
    assertThat(yard.execute(new Command.Acquire(worker, Yard.TOKEN, 1, Duration.ofMinutes(1))))
        .isEqualTo(new Outcome.Stopping(worker));
    assertThat(yard.taskOf(worker)).isEmpty();
  }

  @Test
  void aResultIsTakenButNoOtherBlockIsGiven() {
    RunId run = yard.submit(pipeline("p", task("a").blocks(2).perBlock()));
    yard.asks(worker);
    LeaseId lease = yard.held(worker).getFirst().lease();
    yard.stopsHandingOut();

    Outcome outcome =
        yard.execute(
            new Command.Release(
                worker,
                Yard.TOKEN,
                List.of(new Command.BlockResult(lease, true, null)),
                new Command.Ask(1, Duration.ofMinutes(1))));

    assertThat(outcome)
        .isEqualTo(
            new Outcome.Released(
                List.of(new Outcome.LeaseOutcome(lease, Acceptance.ACCEPTED)),
                new Outcome.Stopping(worker)));
    assertThat(yard.counters(run, "a")).isEqualTo(new Counters(2, 1, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0));
  }

  /** Without the start it gives back the task would be given up: nobody could be started for it. */
  @Test
  void whoLeavesWithABlockInHandGivesItBackUnchargedAndItsStartToo() {
    RunId run =
        yard.submit(
            pipeline("p", task("a").blocks(2).maxWorkerRestarts(0).maxRetries(0).perBlock()));
    yard.asks(worker).stopsHandingOut().leaves(worker);
    assertThat(yard.counters(run, "a")).isEqualTo(new Counters(2, 2, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0));
    assertThat(yard.ends(run, "a")).containsExactly(EndKind.RETIRED);

    WorkerId next = yard.restart().commander("next", "h");
    yard.work(run, next);

    assertThat(yard.run(run).state()).isEqualTo(RunState.SUCCEEDED);
    assertThat(yard.counters(run, "a")).isEqualTo(new Counters(2, 0, 0, 2, 0, 0, 0, 0, 1, 0, 1, 0));
  }

  @Test
  void whoseTaskHadEndedWasDrainedAllTheSame() {
    RunId run = yard.submit(pipeline("p", task("a").perBlock()));
    yard.asks(worker).cancel(run);
    yard.stopsHandingOut().leaves(worker);
    assertThat(yard.ends(run, "a")).containsExactly(EndKind.DRAINED);
    assertThat(yard.counters(run, "a").workerRetirements()).isZero();
  }

  @Test
  void nobodyIsLaunchedAnyMore() {
    yard.launcher("cloud", 2).stopsHandingOut();
    RunId run = yard.submit(pipeline("p", task("a")));
    assertThat(yard.launches()).isEmpty();
    yard.restart();
    assertThat(yard.alive(run, "a")).isEqualTo(1);
  }

  @Test
  void afterAStartBlocksAreHandedOutAgain() {
    RunId run = yard.submit(pipeline("p", task("a").perBlock()));
    yard.stopsHandingOut().restart().asks(worker);
    assertThat(yard.counters(run, "a").processing()).isEqualTo(1);
    assertThat(yard.count(Event.HandingOutStopped.class)).isEqualTo(1);
  }
}
