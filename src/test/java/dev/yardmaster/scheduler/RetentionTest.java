package dev.yardmaster.scheduler;

import static dev.yardmaster.scheduler.PipelineBuilder.pipeline;
import static dev.yardmaster.scheduler.TaskBuilder.task;
import static org.assertj.core.api.Assertions.assertThat;

import dev.yardmaster.scheduler.command.Command;
import dev.yardmaster.scheduler.command.Outcome;
import dev.yardmaster.scheduler.command.Outcome.Acceptance;
import dev.yardmaster.scheduler.event.Event;
import dev.yardmaster.scheduler.view.RunSummary;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Runs that ended long ago are no longer kept. */
class RetentionTest {

  private static final Duration DAY = Duration.ofDays(1);
  private static final int ALL = 1_000;

  @RegisterExtension final Yard yard = new Yard();

  /** Over at once. */
  private RunId submitEmpty(String name) {
    return yard.submit(pipeline(name, task("a").blocks(0)));
  }

  private List<RunId> kept() {
    return yard.scheduler().runs(null, null, null, ALL).stream().map(RunSummary::id).toList();
  }

  @Test
  void aRunIsKeptForItsTimeAfterItsEnd() {
    RunId run = submitEmpty("p");
    yard.after(DAY.minusMillis(1));
    assertThat(yard.forgets(DAY, ALL)).isEmpty();
    yard.after(Duration.ofMillis(1));
    assertThat(yard.forgets(DAY, ALL)).containsExactly(run);
    assertThat(yard.scheduler().run(run)).isEmpty();
    assertThat(kept()).isEmpty();
  }

  @Test
  void ofMoreThanAreKeptThoseThatEndedFirstGoFirst() {
    WorkerId worker = yard.client("w");
    RunId longOne = yard.submit(pipeline("long", task("a")));
    RunId first = submitEmpty("p");
    yard.after(DAY);
    RunId second = submitEmpty("p");
    yard.after(DAY);
    worker = yard.isThere(worker) ? worker : yard.client("w2");
    yard.asks(worker).completesAndAsks(worker);

    assertThat(yard.forgets(DAY.multipliedBy(9), 2)).containsExactly(first);
    assertThat(kept()).containsExactly(second, longOne);
    assertThat(yard.forgets(DAY.multipliedBy(9), 1)).containsExactly(second);
  }

  @Test
  void aRunThatGoesOnIsKeptHoweverOldItIs() {
    RunId run = yard.submit(pipeline("p", task("a")));
    yard.after(DAY.multipliedBy(400));
    assertThat(yard.forgets(DAY, 0)).isEmpty();
    assertThat(kept()).containsExactly(run);
  }

  /** Its gpu is still in use: nobody may lose sight of that. */
  @Test
  void aRunIsKeptWhileSomebodyHangsAtOneOfItsTasks() {
    WorkerId worker = yard.serviceBudget("gpu", 1).client("w");
    RunId run = yard.submit(pipeline("p", task("a").requires("gpu", 1)));
    yard.asks(worker).cancel(run);
    assertThat(yard.forgets(Duration.ZERO, 0)).isEmpty();
    assertThat(yard.used("gpu")).isEqualTo(1);

    yard.asks(worker);

    assertThat(yard.used("gpu")).isZero();
    assertThat(yard.forgets(Duration.ZERO, 0)).containsExactly(run);
  }

  @Test
  void numbersAreNeverUsedAgain() {
    submitEmpty("p");
    submitEmpty("p");
    yard.forgets(Duration.ZERO, 0);
    assertThat(submitEmpty("p")).isEqualTo(new RunId("p-3"));
    yard.forgets(Duration.ZERO, 0);
    yard.restart();
    assertThat(submitEmpty("p")).isEqualTo(new RunId("p-4"));
  }

  @Test
  void itsIdempotencyKeyIsFreeAgain() {
    PipelineBuilder document = pipeline("p", task("a").blocks(0));
    assertThat(yard.tries(document, "key", "digest"))
        .isEqualTo(new Outcome.Submitted(new RunId("p-1"), false));
    yard.forgets(Duration.ZERO, 0);
    assertThat(yard.tries(document, "key", "another digest"))
        .isEqualTo(new Outcome.Submitted(new RunId("p-2"), false));
    assertThat(yard.tries(document, "key", "another digest"))
        .isEqualTo(new Outcome.Submitted(new RunId("p-2"), true));
  }

  @Test
  void aResultThatComesAfterwardsIsTooLateAndHarmless() {
    WorkerId worker = yard.client("w");
    RunId run = yard.submit(pipeline("p", task("a")));
    yard.asks(worker).cancel(run);
    yard.heartbeat(worker);
    yard.asks(worker).forgets(Duration.ZERO, 0);
    assertThat(yard.scheduler().run(run)).isEmpty();

    Outcome.Released late = (Outcome.Released) yard.reportsLast(worker, true);

    assertThat(late.results())
        .extracting(Outcome.LeaseOutcome::outcome)
        .containsExactly(Acceptance.TASK_FINISHED);
    assertThat(yard.count(Event.LateDropped.class)).isZero();
  }

  @Test
  void whoeverNamesItIsToldThatThereIsNone() {
    RunId run = submitEmpty("p");
    yard.forgets(Duration.ZERO, 0);
    assertThat(yard.cancel(run)).isEqualTo(new Outcome.UnknownRun(run));
    assertThat(
            yard.scheduler().books(new TaskId(run, "a")).isPresent()
                || yard.scheduler().snapshotRun(run).isPresent())
        .isFalse();
  }

  @Test
  void aCommandForgetsOnlySoManyAndSaysThatThereAreMore() {
    RunId first = submitEmpty("p");
    RunId second = submitEmpty("p");
    RunId third = submitEmpty("p");
    assertThat(yard.execute(new Command.ForgetRuns(Duration.ZERO, 0, 2)))
        .isEqualTo(new Outcome.Forgotten(List.of(first, second), true));
    assertThat(yard.execute(new Command.ForgetRuns(Duration.ZERO, 0, 2)))
        .isEqualTo(new Outcome.Forgotten(List.of(third), false));
  }
}
