package dev.yardmaster.engine;

import static dev.yardmaster.engine.EngineFixture.get;
import static org.assertj.core.api.Assertions.assertThat;

import dev.yardmaster.journal.InMemoryJournal;
import dev.yardmaster.pipeline.Resources;
import dev.yardmaster.scheduler.Scheduler;
import dev.yardmaster.scheduler.SchedulerSettings;
import dev.yardmaster.scheduler.command.Command;
import dev.yardmaster.scheduler.command.Outcome;
import dev.yardmaster.scheduler.view.RunView;
import dev.yardmaster.scheduler.view.WorkerView;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The engine with the real scheduler in it. */
class SchedulerEngineTest {

  private static final int STEPS = 300;

  private final InMemoryJournal journal = new InMemoryJournal();
  private final FakeClock clock = new FakeClock();
  private SchedulerEngine engine = started();

  @AfterEach
  void stop() {
    engine.stop();
  }

  @Test
  void theServicesBudgetIsSetFromTheStart() {
    Resources budget = get(engine.read((scheduler, now) -> scheduler.resources().budget()));
    assertThat(budget).isEqualTo(Resources.of(Map.of("cpu", 4L)));
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5})
  void aServiceThatStartsAgainKnowsWhatItsReplySaid(long seed) {
    RandomService service = new RandomService(seed, false);
    for (int step = 0; step < STEPS; step++) {
      clock.advance(Duration.ofMillis(400));
      Command command = service.next();
      Outcome outcome = get(engine.submit(command));
      service.answered(outcome);
      if (command instanceof Command.OfWorker ofWorker) {
        service.delivered(ofWorker.worker(), outcome);
      }
    }
    Picture before = picture();

    engine.stop();
    engine = started();

    assertThat(picture()).isEqualTo(before);
  }

  /** Everything but what is about the moment: who asks, and since when somebody is silent. */
  private record Picture(List<RunView> runs, List<String> workers, Object used) {}

  private Picture picture() {
    return get(
        engine.read(
            (scheduler, now) ->
                new Picture(
                    runs(scheduler),
                    scheduler.workers(now).stream().map(SchedulerEngineTest::lasting).toList(),
                    scheduler.resources())));
  }

  private static List<RunView> runs(Scheduler scheduler) {
    return scheduler.runs(null, null, null, 1_000).stream()
        .map(run -> scheduler.run(run.id()).orElseThrow())
        .map(SchedulerEngineTest::lasting)
        .toList();
  }

  private static RunView lasting(RunView run) {
    return new RunView(
        run.id(),
        run.pipeline(),
        run.state(),
        run.why(),
        run.submittedAt(),
        run.endedAt(),
        run.lateEventsDropped(),
        run.budget(),
        run.used(),
        run.tasks().stream()
            .map(
                task ->
                    new RunView.TaskView(
                        task.id(),
                        task.state(),
                        task.reason(),
                        task.counters(),
                        task.alive(),
                        0,
                        List.of(),
                        task.startedAt(),
                        task.endedAt()))
            .toList());
  }

  private static String lasting(WorkerView worker) {
    return worker.id() + " " + worker.name() + " " + worker.binding() + " " + worker.leases();
  }

  private SchedulerEngine started() {
    SchedulerEngine started =
        new SchedulerEngine(
            journal,
            SchedulerSettings.DEFAULTS,
            Resources.of(Map.of("cpu", 4L)),
            EngineSettings.DEFAULTS,
            clock);
    started.start();
    return started;
  }
}
