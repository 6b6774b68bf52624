package dev.yardmaster.engine;

import dev.yardmaster.engine.Journal.RunRow;
import dev.yardmaster.engine.Journal.TaskRow;
import dev.yardmaster.pipeline.Pipeline;
import dev.yardmaster.pipeline.WorkerKind;
import dev.yardmaster.scheduler.BindingId;
import dev.yardmaster.scheduler.Decision;
import dev.yardmaster.scheduler.Moment;
import dev.yardmaster.scheduler.RunId;
import dev.yardmaster.scheduler.TaskId;
import dev.yardmaster.scheduler.WorkerId;
import dev.yardmaster.scheduler.command.Command;
import dev.yardmaster.scheduler.command.Outcome;
import dev.yardmaster.scheduler.command.Outcome.Delivery;
import dev.yardmaster.scheduler.event.Event;
import dev.yardmaster.scheduler.event.Event.LauncherOffered;
import dev.yardmaster.scheduler.snapshot.RunSnapshot;
import dev.yardmaster.scheduler.snapshot.ServiceSnapshot;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/**
 * A state machine whose state is a list of words. It takes the scheduler's commands, as the engine
 * does, but reads something simpler into them; the factories below say what.
 */
final class FakeMachine implements StateMachine {

  /** What outlives a rebuild, as it belongs to the test. */
  static final class World {
    final AtomicInteger made = new AtomicInteger();
    final AtomicInteger executed = new AtomicInteger();
    final AtomicLong deadline = new AtomicLong(Long.MAX_VALUE);
    final List<Moment> ticks = new CopyOnWriteArrayList<>();
  }

  private final World world;
  private final List<String> words = new ArrayList<>();
  private final Set<WorkerId> asking = new HashSet<>();

  FakeMachine(World world) {
    this.world = world;
    world.made.incrementAndGet();
  }

  /** Adds a word: a durable fact. */
  static Command fact(String word) {
    return new Command.WithdrawLauncher(word);
  }

  /** Changes nothing that would have to be stored. */
  static Command greeting() {
    return new Command.Heartbeat(new WorkerId(1), "token");
  }

  /** Half changes the state and then fails. */
  static Command bug() {
    return new Command.CancelRun(new RunId("bug-1"), "bug");
  }

  static Command ask(int worker) {
    return new Command.Acquire(new WorkerId(worker), "token", 1, Duration.ofSeconds(20));
  }

  static Command releaseAndAsk(int worker) {
    return new Command.Release(
        new WorkerId(worker), "token", List.of(), new Command.Ask(1, Duration.ofSeconds(20)));
  }

  /** Asks and is answered with {@link #answer} in the same decision. */
  static Command askWithLuck(int worker) {
    return new Command.Acquire(new WorkerId(worker), "token", 7, Duration.ofSeconds(20));
  }

  /** Answers the ask of a worker that waits. */
  static Command answerTo(int worker) {
    return new Command.LaunchEnded(new BindingId(worker), true, null);
  }

  /** What an ask is answered with. */
  static Outcome answer(int worker) {
    return new Outcome.Gone(new WorkerId(worker));
  }

  @Override
  public Decision execute(Command command, Moment now) {
    world.executed.incrementAndGet();
    return switch (command) {
      case Command.WithdrawLauncher it -> {
        words.add(it.name());
        yield decision(new Outcome.Noted(), List.of(), new Event.LauncherWithdrawn(it.name()));
      }
      case Command.CancelRun bug -> {
        words.add("half");
        throw new IllegalStateException("a bug");
      }
      case Command.Acquire it -> ask(it.worker(), it.maxBlocks() == 7, false);
      case Command.Release it -> ask(it.worker(), false, true);
      case Command.LaunchEnded it -> {
        WorkerId worker = new WorkerId(it.binding().number());
        asking.remove(worker);
        Delivery delivery = new Delivery(worker, new Outcome.Gone(worker));
        yield decision(new Outcome.Noted(), List.of(delivery));
      }
      case Command.Tick tick -> {
        world.ticks.add(now);
        world.deadline.set(Long.MAX_VALUE);
        yield decision(new Outcome.Noted(), List.of());
      }
      case Command other -> decision(new Outcome.Alive(List.of()), List.of());
    };
  }

  private Decision ask(WorkerId worker, boolean luck, boolean released) {
    List<Delivery> deliveries = new ArrayList<>();
    if (!asking.add(worker)) {
      deliveries.add(new Delivery(worker, new Outcome.NothingYet(null)));
    }
    if (luck) {
      asking.remove(worker);
      deliveries.add(new Delivery(worker, new Outcome.Gone(worker)));
    }
    Outcome waiting = new Outcome.Waiting(worker);
    return decision(released ? new Outcome.Released(List.of(), waiting) : waiting, deliveries);
  }

  private static Decision decision(Outcome outcome, List<Delivery> deliveries, Event... events) {
    return new Decision(outcome, deliveries, List.of(events));
  }

  @Override
  public void apply(Event.Durable event, Moment at) {
    words.add(((Event.LauncherWithdrawn) event).name());
  }

  @Override
  public void restore(ServiceSnapshot service, List<RunSnapshot> runs, Moment at) {
    service.launchers().forEach(offered -> words.add(offered.name()));
  }

  /** Its words are the names of launchers. */
  @Override
  public ServiceSnapshot snapshotService() {
    List<LauncherOffered> launchers =
        words.stream()
            .map(word -> new LauncherOffered(word, "", WorkerKind.COMMAND, new TreeSet<>(), 1))
            .toList();
    return new ServiceSnapshot(null, 0, 0, 0, 0, new TreeMap<>(), List.of(), launchers);
  }

  @Override
  public RunSnapshot snapshotRun(RunId run) {
    throw new IllegalStateException("no runs here");
  }

  @Override
  public OptionalLong nextDeadline() {
    long deadline = world.deadline.get();
    return deadline == Long.MAX_VALUE ? OptionalLong.empty() : OptionalLong.of(deadline);
  }

  @Override
  public void checkInvariants() {
    if (words.contains("half")) {
      throw new IllegalStateException("half a decision was stored");
    }
  }

  List<String> words() {
    return List.copyOf(words);
  }

  @Override
  public Pipeline pipeline(RunId run) {
    throw new IllegalStateException("no runs here");
  }

  @Override
  public TaskRow taskRow(TaskId task) {
    throw new IllegalStateException("no tasks here");
  }

  @Override
  public RunRow runRow(RunId run) {
    throw new IllegalStateException("no runs here");
  }
}
