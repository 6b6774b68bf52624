package dev.yardmaster.engine;

import static dev.yardmaster.engine.EngineFixture.get;
import static dev.yardmaster.scheduler.PipelineBuilder.pipeline;
import static dev.yardmaster.scheduler.TaskBuilder.task;
import static org.assertj.core.api.Assertions.assertThat;

import dev.yardmaster.journal.InMemoryJournal;
import dev.yardmaster.pipeline.Resources;
import dev.yardmaster.pipeline.WorkerKind;
import dev.yardmaster.scheduler.RunId;
import dev.yardmaster.scheduler.SchedulerSettings;
import dev.yardmaster.scheduler.WorkerId;
import dev.yardmaster.scheduler.command.Command;
import dev.yardmaster.scheduler.command.Outcome;
import dev.yardmaster.scheduler.command.Outcome.Acceptance;
import dev.yardmaster.scheduler.command.Outcome.LeasedBlock;
import dev.yardmaster.scheduler.task.Counters;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A service starts again while its workers are out there (semantics §10). */
class ReconnectionTest {

  private static final int WORKERS = 20;
  private static final Duration SECOND = Duration.ofSeconds(1);
  private static final long GRACE = SchedulerSettings.DEFAULTS.lostAfter().toSeconds();

  private final InMemoryJournal journal = new InMemoryJournal();
  private final FakeClock clock = new FakeClock();
  private final List<WorkerId> workers = new ArrayList<>();
  private final List<LeasedBlock> held = new ArrayList<>();
  private SchedulerEngine engine = started();
  private RunId run = new RunId("none-1");

  @AfterEach
  void stop() {
    engine.stop();
  }

  @Test
  void everybodyWhoComesBackInTimeGoesOnWithWhatHeHolds() {
    everybodyIsAtWork();
    startAgain();

    for (int i = 0; i < WORKERS; i++) {
      seconds(1);
      assertThat(report(i)).isEqualTo(Acceptance.ACCEPTED);
    }

    assertThat(counters()).isEqualTo(new Counters(100, 80, 0, 20, 0, 0, 0, 0, WORKERS, 0, 0, 0));
  }

  @Test
  void theBudgetIsTakenFromTheFirstMomentAndTokensAreStillValid() {
    everybodyIsAtWork();
    startAgain();

    WorkerId newcomer = register("newcomer");

    assertThat(ask(newcomer)).isEqualTo(new Outcome.NothingYet(null));
    assertThat(get(engine.submit(new Command.Heartbeat(workers.getFirst(), "token-w0"))))
        .isEqualTo(new Outcome.Alive(List.of()));
    assertThat(get(engine.submit(new Command.Heartbeat(workers.getFirst(), "token-w1"))))
        .isEqualTo(new Outcome.WrongToken(workers.getFirst()));
    assertThat(counters().workerStarts()).isEqualTo(WORKERS);
  }

  /** Not one of them before, whatever they did last; and each of them once. */
  @Test
  void whoDoesNotComeBackIsLostOnceAndNotBeforeTheGraceIsOver() {
    everybodyIsAtWork();
    seconds(GRACE - 1);
    startAgain();
    WorkerId newcomer = register("newcomer");
    for (long second = 1; second < GRACE; second++) {
      seconds(1);
      assertThat(ask(newcomer)).isInstanceOf(Outcome.NothingYet.class);
      heartbeat(0);
    }
    assertThat(counters().workerFailures()).isZero();
    assertThat(counters().workerStarts()).isEqualTo(WORKERS);

    seconds(2);
    assertThat(ask(newcomer)).isInstanceOf(Outcome.Work.class);

    assertThat(counters().workerFailures()).isEqualTo(WORKERS - 1);
    startAgain();
    heartbeat(0);
    seconds(GRACE - 1);
    assertThat(counters().workerFailures()).isEqualTo(WORKERS - 1);
    assertThat(report(0)).isEqualTo(Acceptance.ACCEPTED);
    assertThat(get(engine.submit(new Command.Heartbeat(workers.get(1), "token-w1"))))
        .isInstanceOf(Outcome.UnknownWorker.class);
  }

  private void everybodyIsAtWork() {
    Command submission =
        new Command.SubmitRun(
            pipeline("p", task("a").blocks(100).maxWorkers(50).requires("cpu", 1)).build(),
            null,
            "",
            null);
    run = ((Outcome.Submitted) get(engine.submit(submission))).run();
    for (int i = 0; i < WORKERS; i++) {
      workers.add(register("w" + i));
      held.add(((Outcome.Work) ask(workers.get(i))).blocks().getFirst());
    }
  }

  private WorkerId register(String name) {
    Command command =
        new Command.RegisterWorker(
            name, name, WorkerKind.CLIENT, new TreeSet<>(), null, null, null, "token-" + name);
    return ((Outcome.Registered) get(engine.submit(command))).worker();
  }

  private Outcome ask(WorkerId worker) {
    int index = workers.indexOf(worker);
    String token = index < 0 ? "token-newcomer" : "token-w" + index;
    return get(engine.submit(new Command.Acquire(worker, token, 1, Duration.ZERO)));
  }

  private void heartbeat(int index) {
    Outcome outcome =
        get(engine.submit(new Command.Heartbeat(workers.get(index), "token-w" + index)));
    assertThat(outcome).isInstanceOf(Outcome.Alive.class);
  }

  private Acceptance report(int index) {
    Command command =
        new Command.Release(
            workers.get(index),
            "token-w" + index,
            List.of(new Command.BlockResult(held.get(index).lease(), true, null)),
            null);
    Outcome.Released released = (Outcome.Released) get(engine.submit(command));
    return released.results().getFirst().outcome();
  }

  private Counters counters() {
    return get(engine.read((scheduler, now) -> scheduler.run(run).orElseThrow()))
        .tasks()
        .getFirst()
        .counters();
  }

  /** One after the other, so that the service was there all the time. */
  private void seconds(long count) {
    for (long second = 0; second < count; second++) {
      clock.advance(SECOND);
      get(engine.read((scheduler, now) -> now));
    }
  }

  private void startAgain() {
    engine.stop();
    clock.advance(Duration.ofHours(1));
    engine = started();
  }

  private SchedulerEngine started() {
    SchedulerEngine started =
        new SchedulerEngine(
            journal,
            SchedulerSettings.DEFAULTS,
            Resources.of(Map.of("cpu", (long) WORKERS)),
            EngineSettings.DEFAULTS,
            clock);
    started.start();
    return started;
  }
}
