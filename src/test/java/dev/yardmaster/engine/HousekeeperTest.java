package dev.yardmaster.engine;

import static dev.yardmaster.engine.EngineFixture.assertUnavailable;
import static dev.yardmaster.engine.EngineFixture.get;
import static dev.yardmaster.scheduler.PipelineBuilder.pipeline;
import static dev.yardmaster.scheduler.TaskBuilder.task;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.yardmaster.journal.InMemoryJournal;
import dev.yardmaster.scheduler.RunId;
import dev.yardmaster.scheduler.Scheduler;
import dev.yardmaster.scheduler.SchedulerSettings;
import dev.yardmaster.scheduler.command.Command;
import dev.yardmaster.scheduler.command.Outcome;
import dev.yardmaster.scheduler.view.RunSummary;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Old runs go, with everything about them, and stay gone after a start. */
class HousekeeperTest {

  private static final Duration MONTH = Duration.ofDays(30);
  private static final int EVERY_BATCH = 1;
  private static final int NEVER = 1_000_000;

  private final InMemoryJournal journal = new InMemoryJournal();
  private final FakeClock clock = new FakeClock();
  private SchedulerEngine engine = started(NEVER);

  @AfterEach
  void stop() {
    engine.stop();
  }

  @Test
  void whatIsTooOldGoesWithItsAuditTrail() {
    RunId old = submit("old");
    clock.advance(MONTH);
    RunId young = submit("young");

    tidyUp(MONTH, 1_000);

    assertThat(runs()).containsExactly(young);
    assertThat(journal.audit(old, 0, 100)).isEmpty();
    assertThat(journal.audit(young, 0, 100)).isNotEmpty();
  }

  @Test
  void asManyStepsAsItTakesButNoneTakesMoreThanTen() {
    for (int i = 0; i < 25; i++) {
      submit("p");
    }
    Housekeeper housekeeper = new Housekeeper(engine, journal, MONTH, 2);

    assertThat(housekeeper.step()).isTrue();
    assertThat(runs()).hasSize(15);
    assertThat(housekeeper.step()).isTrue();
    assertThat(runs()).hasSize(5);
    tidyUp(MONTH, 2);
    assertThat(runs()).containsExactly(new RunId("p-25"), new RunId("p-24"));
    assertThat(housekeeper.step()).isFalse();
  }

  @Test
  void theyStayGoneAfterAStart() {
    submit("p");
    submit("p");
    submit("p");
    tidyUp(MONTH, 1);

    startAgain(NEVER);

    assertThat(runs()).containsExactly(new RunId("p-3"));
    assertThat(submit("p")).isEqualTo(new RunId("p-4"));
  }

  @Test
  void theyStayGoneAfterAStartFromASnapshot() {
    startAgain(EVERY_BATCH);
    submit("p");
    submit("p");
    submit("p");
    tidyUp(MONTH, 1);

    startAgain(EVERY_BATCH);

    assertThat(runs()).containsExactly(new RunId("p-3"));
    assertThat(submit("p")).isEqualTo(new RunId("p-4"));
  }

  /** The snapshot has it, the events since do not want it any more. */
  @Test
  void aRunOfTheLastSnapshotIsForgottenAgainByEveryStart() {
    startAgain(EVERY_BATCH);
    submit("p");
    startAgain(NEVER);
    tidyUp(MONTH, 1);
    submit("p");
    tidyUp(MONTH, 1);

    startAgain(NEVER);
    assertThat(runs()).containsExactly(new RunId("p-2"));
    startAgain(EVERY_BATCH);
    submit("q");
    startAgain(EVERY_BATCH);

    assertThat(runs()).containsExactly(new RunId("q-1"), new RunId("p-2"));
  }

  @Test
  void fewerAreKeptAfterAStartThatSaysSo() {
    submit("p");
    submit("p");
    submit("p");
    tidyUp(MONTH, 1_000);
    assertThat(runs()).hasSize(3);

    startAgain(NEVER);
    tidyUp(MONTH, 2);

    assertThat(runs()).containsExactly(new RunId("p-3"), new RunId("p-2"));
  }

  @Test
  void whoeverWaitsForTheEndOfAForgottenRunDoesNotWaitOn() {
    RunId run = submit("p");
    tidyUp(Duration.ZERO, 1);

    assertThat(get(engine.whenEnded(run))).isNull();
  }

  @Test
  void aRunThatEndsAndIsForgottenInOneBatchLeavesNobodyWaiting() {
    Command endless = new Command.SubmitRun(pipeline("p", task("a")).build(), null, "", null);
    RunId run = ((Outcome.Submitted) get(engine.submit(endless))).run();
    CompletableFuture<Void> waiting = engine.whenEnded(run);
    get(engine.read((scheduler, now) -> now));

    engine.submit(new Command.CancelRun(run, "by a test"));
    get(engine.submit(new Command.ForgetRuns(Duration.ZERO, 0, 1)));

    assertThat(get(waiting)).isNull();
    assertThat(runs()).isEmpty();
  }

  @Test
  void aServiceThatStopsIsLeftAlone() {
    engine.stop();
    Housekeeper housekeeper = new Housekeeper(engine, journal, MONTH, 1);

    assertThatThrownBy(housekeeper::step).isInstanceOf(JournalUnavailableException.class);
    assertUnavailable(engine.submit(new Command.Tick()));
  }

  private RunId submit(String name) {
    Command command =
        new Command.SubmitRun(pipeline(name, task("a").blocks(0)).build(), null, "", null);
    return ((Outcome.Submitted) get(engine.submit(command))).run();
  }

  private void tidyUp(Duration keepFor, int keepRuns) {
    Housekeeper housekeeper = new Housekeeper(engine, journal, keepFor, keepRuns);
    while (housekeeper.step()) {
      clock.advance(Duration.ofMillis(20));
    }
  }

  private List<RunId> runs() {
    return get(engine.read((scheduler, now) -> ids(scheduler)));
  }

  private static List<RunId> ids(Scheduler scheduler) {
    return scheduler.runs(null, null, null, 1_000).stream().map(RunSummary::id).toList();
  }

  private void startAgain(int snapshotEvery) {
    engine.stop();
    engine = started(snapshotEvery);
  }

  private SchedulerEngine started(int snapshotEvery) {
    EngineSettings settings =
        new EngineSettings(
            10_000,
            1_000,
            10_000,
            2,
            Duration.ofSeconds(10),
            snapshotEvery,
            1_000_000_000,
            1_000_000_000,
            Duration.ofMillis(100),
            Duration.ofSeconds(5));
    SchedulerEngine started =
        new SchedulerEngine(journal, SchedulerSettings.DEFAULTS, null, settings, clock);
    started.start();
    return started;
  }
}
