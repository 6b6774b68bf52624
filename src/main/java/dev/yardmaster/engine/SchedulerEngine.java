package dev.yardmaster.engine;

import dev.yardmaster.pipeline.Resources;
import dev.yardmaster.scheduler.Moment;
import dev.yardmaster.scheduler.RunId;
import dev.yardmaster.scheduler.Scheduler;
import dev.yardmaster.scheduler.SchedulerSettings;
import dev.yardmaster.scheduler.command.Command;
import dev.yardmaster.scheduler.command.Outcome;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;

/** The engine of a service: one scheduler, one journal. */
public final class SchedulerEngine implements Engine {

  private final SerialEngine<SchedulerMachine> engine;
  private final RunEndings endings;

  /**
   * @param budget the service's own, or null where it has none
   */
  public SchedulerEngine(
      Journal journal,
      SchedulerSettings schedulerSettings,
      @Nullable Resources budget,
      EngineSettings settings,
      EngineClock clock) {
    engine =
        new SerialEngine<>(
            () -> new SchedulerMachine(new Scheduler(schedulerSettings)),
            List.of(new Command.Resume(), new Command.SetServiceBudget(budget)),
            journal,
            settings,
            clock);
    endings = new RunEndings(this);
    engine.listen(endings);
  }

  /**
   * Rebuilds the state from the journal and takes commands from then on. Once in an instance's
   * life.
   *
   * @throws JournalUnavailableException if the journal cannot be read or written
   * @throws IllegalStateException if what it holds cannot be understood
   */
  public void start() {
    engine.start();
  }

  /** Answers what waits, commits it, tells waiting asks that there will be no answer, and ends. */
  public void stop() {
    engine.stop();
  }

  @Override
  public CompletableFuture<Outcome> submit(Command command) {
    return engine.submit(command);
  }

  @Override
  public <T> CompletableFuture<T> read(BiFunction<Scheduler, Moment, T> look) {
    return engine.read((machine, now) -> look.apply(machine.scheduler(), now));
  }

  @Override
  public <T> CompletableFuture<Picture<T>> picture(BiFunction<Scheduler, Moment, T> look) {
    return engine.glance(
        (machine, now, batch) -> new Picture<>(batch, look.apply(machine.scheduler(), now)));
  }

  @Override
  public CompletableFuture<Void> whenEnded(RunId run) {
    return endings.of(run);
  }

  @Override
  public boolean isReady() {
    return engine.isReady();
  }

  /** How busy it is now; may be asked at any time, and waits for nobody. */
  public EngineLoad load() {
    return engine.load();
  }

  @Override
  public void listen(CommittedListener listener) {
    engine.listen(listener);
  }
}
