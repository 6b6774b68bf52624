package dev.yardmaster.engine;

import static dev.yardmaster.engine.EngineFixture.get;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.yardmaster.engine.Journal.Batch;
import dev.yardmaster.journal.InMemoryJournal;
import dev.yardmaster.pipeline.Resources;
import dev.yardmaster.pipeline.WorkerKind;
import dev.yardmaster.scheduler.Scheduler;
import dev.yardmaster.scheduler.SchedulerSettings;
import dev.yardmaster.scheduler.command.Command;
import dev.yardmaster.scheduler.command.Outcome;
import dev.yardmaster.scheduler.event.Event;
import dev.yardmaster.scheduler.view.RunView;
import dev.yardmaster.scheduler.view.WorkerView;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The engine with the real scheduler in it. */
class SchedulerEngineTest {

  private static final int STEPS = 300;
  private static final int RESTART_EVERY = 37;

  /** As by default, but a snapshot every 7 batches. */
  private static final EngineSettings SNAPSHOTS =
      new EngineSettings(
          10_000,
          1_000,
          10_000,
          2,
          Duration.ofSeconds(10),
          7,
          1_000_000,
          1_000_000,
          Duration.ofMillis(100),
          Duration.ofSeconds(5));

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

  /** With a snapshot every few batches, and a start every now and then. */
  @ParameterizedTest
  @ValueSource(longs = {6, 7, 8, 9, 10, 11, 12, 13})
  void snapshotsAndWhatCameAfterThemAreTheState(long seed) {
    engine.stop();
    engine = started(journal, SNAPSHOTS);
    InMemoryJournal everything = new InMemoryJournal();
    RandomService service = new RandomService(seed, false);
    for (int step = 1; step <= STEPS; step++) {
      clock.advance(Duration.ofMillis(400));
      Command command = service.next();
      Outcome outcome = get(engine.submit(command));
      service.answered(outcome);
      if (command instanceof Command.OfWorker ofWorker) {
        service.delivered(ofWorker.worker(), outcome);
      }
      if (step % RESTART_EVERY == 0) {
        Picture before = picture();
        engine.stop();
        engine = started(journal, SNAPSHOTS);
        assertThat(picture()).as("seed %d, step %d", seed, step).isEqualTo(before);
      }
    }
    assertThat(journal.growth().snapshotAt()).isGreaterThan(STEPS / 4);
    Picture withSnapshots = picture();
    engine.stop();
    journal.batches().forEach(batch -> everything.append(withoutSnapshot(batch)));
    engine = started(everything, EngineSettings.DEFAULTS);
    assertThat(picture()).as("all batches, seed %d", seed).isEqualTo(withSnapshots);
  }

  /** Whoever follows the batches after it misses nothing and sees nothing twice. */
  @Test
  void aPictureIsOfTheStateAfterTheBatchItNames() {
    Map<Long, Batch> heard = new ConcurrentHashMap<>();
    engine.listen(
        new CommittedListener() {
          @Override
          public void committed(Batch batch, List<Journal.AuditEntry> told) {
            heard.put(batch.number(), batch);
          }

          @Override
          public void rebuilt() {}
        });
    List<CompletableFuture<Outcome>> registered = new ArrayList<>();
    List<CompletableFuture<Engine.Picture<Integer>>> pictures = new ArrayList<>();
    for (int i = 0; i < 500; i++) {
      registered.add(
          engine.submit(
              new Command.RegisterWorker(
                  "w" + i, "h", WorkerKind.CLIENT, new TreeSet<>(), null, null, null, "token")));
      pictures.add(engine.picture((scheduler, now) -> scheduler.workers(now).size()));
    }
    registered.forEach(EngineFixture::get);

    for (CompletableFuture<Engine.Picture<Integer>> future : pictures) {
      Engine.Picture<Integer> picture = get(future);
      await().until(() -> picture.batch() < 2 || heard.containsKey(picture.batch()));
      long workers =
          heard.values().stream()
              .filter(batch -> batch.number() <= picture.batch())
              .flatMap(batch -> batch.events().stream())
              .filter(Event.WorkerRegistered.class::isInstance)
              .count();
      assertThat(picture.value()).as("after batch " + picture.batch()).isEqualTo((int) workers);
    }
  }

  private static Batch withoutSnapshot(Batch batch) {
    return new Batch(batch.number(), batch.at(), batch.events(), batch.tasks(), batch.runs());
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
    return started(journal, EngineSettings.DEFAULTS);
  }

  private SchedulerEngine started(InMemoryJournal journal, EngineSettings settings) {
    SchedulerEngine started =
        new SchedulerEngine(
            journal, SchedulerSettings.DEFAULTS, Resources.of(Map.of("cpu", 4L)), settings, clock);
    started.start();
    return started;
  }
}
