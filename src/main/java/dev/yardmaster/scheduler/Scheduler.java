package dev.yardmaster.scheduler;

import dev.yardmaster.scheduler.command.Command;
import dev.yardmaster.scheduler.command.Outcome;
import dev.yardmaster.scheduler.event.Event;
import dev.yardmaster.scheduler.snapshot.RunSnapshot;
import dev.yardmaster.scheduler.snapshot.ServiceSnapshot;
import dev.yardmaster.scheduler.state.Applier;
import dev.yardmaster.scheduler.state.Run;
import dev.yardmaster.scheduler.state.SchedulerState;
import dev.yardmaster.scheduler.state.SnapshotReader;
import dev.yardmaster.scheduler.state.SnapshotWriter;
import dev.yardmaster.scheduler.state.Worker;
import dev.yardmaster.scheduler.view.BlockView;
import dev.yardmaster.scheduler.view.BlockView.BlockState;
import dev.yardmaster.scheduler.view.BlocksView;
import dev.yardmaster.scheduler.view.CensusView;
import dev.yardmaster.scheduler.view.ResourcesView;
import dev.yardmaster.scheduler.view.RunSummary;
import dev.yardmaster.scheduler.view.RunTotals;
import dev.yardmaster.scheduler.view.RunView;
import dev.yardmaster.scheduler.view.SharesView;
import dev.yardmaster.scheduler.view.TaskBooks;
import dev.yardmaster.scheduler.view.TilesView;
import dev.yardmaster.scheduler.view.WorkerView;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.SequencedMap;
import org.jspecify.annotations.Nullable;

/**
 * The scheduler's public face: commands in, decisions out.
 *
 * <p>A command is decided in steps; each step looks at the state and names an event, and each event
 * is applied before the next step looks. Deciding changes nothing by itself. Not thread-safe: one
 * writer.
 */
public final class Scheduler {

  private final SchedulerState state;
  private final Applier applier;
  private final Views views;
  private Moment last = new Moment(0, 0);

  public Scheduler(SchedulerSettings settings) {
    this.state = new SchedulerState(settings);
    this.applier = new Applier(state);
    this.views = new Views(state);
  }

  /**
   * Decides a command and everything that follows from it, applying each event as it is decided.
   *
   * @throws IllegalStateException for a bug; the state must then be thrown away and rebuilt
   */
  public Decision execute(Command command, Moment now) {
    last = now;
    Turn turn = new Turn(state, applier, now);
    Settling settling = new Settling(turn);
    Outcome outcome = decide(turn, settling, command);
    settling.settle();
    boolean stranger = outcome instanceof Outcome.WrongToken;
    if (command instanceof Command.OfWorker ofWorker && !stranger) {
      endImpatience(turn, settling, ofWorker.worker());
    }
    return new Decision(outcome, turn.deliveries(), turn.events());
  }

  private static Outcome decide(Turn turn, Settling settling, Command command) {
    return switch (command) {
      case Command.SubmitRun it -> RunCommands.submit(turn, it);
      case Command.CancelRun it -> RunCommands.cancel(turn, it);
      case Command.ForgetRuns it -> Retention.forget(turn, it);
      case Command.RegisterWorker it -> WorkerCommands.register(turn, it);
      case Command.OfWorker it -> decideOfWorker(turn, it);
      case Command.OfferLauncher it ->
          noted(
              turn,
              new Event.LauncherOffered(it.name(), it.host(), it.kind(), it.tags(), it.capacity()));
      case Command.WithdrawLauncher it -> noted(turn, new Event.LauncherWithdrawn(it.name()));
      case Command.LaunchEnded it -> WorkerCommands.launchEnded(turn, it);
      case Command.SetServiceBudget it -> noted(turn, new Event.ServiceBudgetSet(it.budget()));
      case Command.StopHandingOut it -> WorkerCommands.stopHandingOut(turn);
      case Command.Resume it -> noted(turn, new Event.Resumed());
      case Command.Tick it -> {
        new Deadlines(turn).pass(settling);
        yield new Outcome.Noted();
      }
    };
  }

  private static Outcome noted(Turn turn, Event event) {
    turn.emit(event);
    return new Outcome.Noted();
  }

  private static Outcome decideOfWorker(Turn turn, Command.OfWorker command) {
    Worker worker = turn.state.worker(command.worker());
    if (worker == null) {
      return new Outcome.UnknownWorker(command.worker());
    }
    if (!worker.registration().tokenDigest().equals(command.tokenDigest())) {
      return new Outcome.WrongToken(command.worker());
    }
    return switch (command) {
      case Command.Acquire it ->
          WorkerCommands.ask(turn, worker, new Command.Ask(it.maxBlocks(), it.patience()));
      case Command.Release it -> Releasing.release(turn, worker, it);
      case Command.Unbind it -> WorkerCommands.unbind(turn, worker, it);
      case Command.Heartbeat it -> WorkerCommands.heartbeat(turn, worker);
      case Command.Leave it -> WorkerCommands.leave(turn, worker);
    };
  }

  /** An ask without patience waits only for the length of its own call. */
  private void endImpatience(Turn turn, Settling settling, WorkerId id) {
    Worker worker = state.worker(id);
    if (worker != null && worker.ask() != null && worker.ask().until() <= turn.now.ticks()) {
      WorkerCommands.endAsk(turn, worker);
      settling.settle();
    }
  }

  /** Applies one stored event: how a rebuild replays the journal. */
  public void apply(Event.Durable event, Moment at) {
    last = at;
    applier.apply(event, at);
  }

  /** What belongs to no run, as plain data. */
  public ServiceSnapshot snapshotService() {
    return SnapshotWriter.service(state);
  }

  /** A run as plain data; empty where there is none. */
  public Optional<RunSnapshot> snapshotRun(RunId run) {
    return Optional.ofNullable(state.run(run)).map(SnapshotWriter::run);
  }

  /**
   * Takes the state from plain data; stored events from after that time follow. Only for a
   * scheduler to which nothing has happened.
   *
   * @param runs in order of submission
   * @throws IllegalStateException if the parts do not fit each other
   */
  public void restore(ServiceSnapshot service, Iterable<RunSnapshot> runs, Moment at) {
    last = at;
    new SnapshotReader(state, at).restore(service, runs);
  }

  /** Service time of the next deadline; a Tick is due then. May be early, never late. */
  public OptionalLong nextDeadline() {
    return state.timers().next();
  }

  /**
   * I1 to I5 as far as they can be seen in one state, counted anew.
   *
   * @throws IllegalStateException if one does not hold: a bug
   */
  public void checkInvariants() {
    Invariants.check(state);
  }

  /** As of the last command. */
  public Optional<RunView> run(RunId run) {
    return Optional.ofNullable(state.run(run)).map(found -> views.run(found, last));
  }

  /** Newest first, from after the given one on; null means any, or the newest. */
  public List<RunSummary> runs(
      @Nullable RunState only, @Nullable String pipeline, @Nullable RunId after, int limit) {
    return views.runs(only, pipeline, after, limit);
  }

  /** The books of one task alone: cheap enough to be read after every batch. */
  public Optional<TaskBooks> books(TaskId task) {
    return Optional.ofNullable(state.task(task)).map(Views::books);
  }

  /** The books of all tasks of a run, in the order of the document; empty where there is none. */
  public SequencedMap<TaskId, TaskBooks> books(RunId run) {
    SequencedMap<TaskId, TaskBooks> books = new LinkedHashMap<>();
    Run found = state.run(run);
    if (found != null) {
      found.tasks().forEach(task -> books.put(task.id(), Views.books(task)));
    }
    return books;
  }

  /** The sums over the tasks of a run: cheap enough to be read every second. */
  public Optional<RunTotals> totals(RunId run) {
    return Optional.ofNullable(state.run(run)).map(Views::totals);
  }

  /** By registration. */
  public List<WorkerView> workers(Moment now) {
    return views.workers(now);
  }

  /** What becomes of the service's budget and of those of the given runs. */
  public SharesView shares(Collection<RunId> runs, Moment now) {
    return Shares.of(state, now, runs);
  }

  /** Budgets, workers and waiting tasks in numbers: cheap enough to be read every second. */
  public CensusView census(Moment now) {
    return Census.of(state, now);
  }

  /** All blocks of a task in at most so many tiles; empty where there is no such task. */
  public Optional<TilesView> tiles(TaskId task, int tiles) {
    return Optional.ofNullable(state.task(task)).map(found -> Tiles.of(found, tiles));
  }

  public ResourcesView resources() {
    return views.resources();
  }

  /**
   * At most {@code limit} blocks from {@code from} on, in order; all states where it is null. Looks
   * at a bounded number of blocks, so that a page may come back with fewer, and says where the next
   * one begins.
   */
  public BlocksView page(TaskId task, @Nullable BlockState only, long from, int limit) {
    return views.blocks(task, only, from, limit);
  }

  /** The blocks of a {@link #page}. */
  public List<BlockView> blocks(TaskId task, @Nullable BlockState only, long from, int limit) {
    return page(task, only, from, limit).blocks();
  }
}
