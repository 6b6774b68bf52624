package dev.yardmaster.scheduler.simulation;

import dev.yardmaster.scheduler.Decision;
import dev.yardmaster.scheduler.Moment;
import dev.yardmaster.scheduler.Scheduler;
import dev.yardmaster.scheduler.SchedulerSettings;
import dev.yardmaster.scheduler.WorkerId;
import dev.yardmaster.scheduler.command.Command;
import dev.yardmaster.scheduler.command.Outcome;
import dev.yardmaster.scheduler.command.Outcome.Delivery;
import dev.yardmaster.scheduler.event.Event;
import dev.yardmaster.scheduler.placement.BalanceMode;
import dev.yardmaster.scheduler.simulation.oracle.Oracle;
import dev.yardmaster.scheduler.simulation.oracle.Violation;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** A scheduler with a clock, a plan of what comes next, and an oracle that watches every step. */
final class World {

  /** Short, so that a history of a minute has seen them all. */
  static SchedulerSettings settings(BalanceMode balance) {
    return new SchedulerSettings(
        Duration.ofSeconds(6),
        Duration.ofSeconds(4),
        Duration.ofSeconds(8),
        Duration.ofSeconds(2),
        Duration.ofSeconds(3),
        balance);
  }

  /** Many times what the longest history has taken: only one that does not end meets them. */
  private static final int MAX_STEPS = 50_000;

  private static final Duration MAX_TIME = Duration.ofHours(2);

  private final int tickDelay;
  private final UnaryOperator<Decision> told;
  private final Schedule schedule = new Schedule();
  private final SchedulerSettings settings;
  private final Oracle oracle;
  private final Story story = new Story();
  private final Memory memory;
  private final List<Event> events = new ArrayList<>();
  private final Map<WorkerId, SimulatedWorker> workers = new LinkedHashMap<>();
  private final List<Consumer<Event>> listeners = new ArrayList<>();
  private Scheduler scheduler;
  private @Nullable Reborn reborn;
  private long now;
  private int steps;
  private boolean closed;
  private boolean handsOut = true;

  /**
   * @param tickDelay how much too late deadlines are looked at, in milliseconds
   * @param told what the oracle is told of each decision: all of it, unless that is tested
   */
  World(SchedulerSettings settings, int tickDelay, UnaryOperator<Decision> told) {
    this.settings = settings;
    this.told = told;
    this.tickDelay = tickDelay;
    this.oracle = new Oracle(settings);
    this.memory = new Memory(settings);
    this.scheduler = new Scheduler(settings);
  }

  // --- time -------------------------------------------------------------------------------------

  void after(long millis, Runnable what) {
    schedule.plan(now + millis, what);
  }

  /** Goes on to whatever comes next; answers whether there was anything. */
  boolean advance() {
    long plan = schedule.next().orElse(Long.MAX_VALUE);
    boolean deadline = scheduler.nextDeadline().isPresent();
    long tick = deadline ? scheduler.nextDeadline().getAsLong() + tickDelay : Long.MAX_VALUE;
    if (plan == Long.MAX_VALUE && !deadline) {
      return false;
    }
    now = Math.max(now, Math.min(plan, tick));
    if (now > MAX_TIME.toMillis()) {
      throw new Violation("I6: no end after " + MAX_TIME);
    }
    if (deadline && tick <= plan) {
      execute(new Command.Tick());
    } else {
      schedule.take().run();
    }
    return true;
  }

  Moment now() {
    return new Moment(now, 1_700_000_000_000L + now);
  }

  // --- the service ------------------------------------------------------------------------------

  Outcome execute(Command command) {
    if (++steps > MAX_STEPS) {
      throw new Violation("I6: no end after " + MAX_STEPS + " steps");
    }
    Moment at = now();
    story.commanded(at, command);
    Decision decision = scheduler.execute(command, at);
    story.decided(decision);
    scheduler.checkInvariants();
    oracle.watch(command, at, told.apply(decision), scheduler);
    if (reborn != null) {
      reborn.step(command, at, decision);
      reborn = reborn.goesOn() ? reborn : null;
    }
    decision.events().forEach(event -> happened(event, at));
    decision.deliveries().forEach(this::deliver);
    return decision.outcome();
  }

  private void happened(Event event, Moment at) {
    events.add(event);
    memory.record(event, at);
    listeners.forEach(listener -> listener.accept(event));
  }

  private void deliver(Delivery delivery) {
    SimulatedWorker worker = workers.get(delivery.worker());
    if (worker != null) {
      worker.answered(delivery.answer());
    }
  }

  void listen(Consumer<Event> listener) {
    listeners.add(listener);
  }

  /** The service writes down what it knows, so that it need not hear everything again. */
  void save() {
    memory.save(scheduler, now());
  }

  /** The service is about to stop: a restart follows. */
  void stopHandingOut() {
    execute(new Command.StopHandingOut());
    handsOut = false;
  }

  /**
   * The service stops and starts again. Workers keep their tokens and leases.
   *
   * @param fromSnapshot whether it goes on from the last snapshot, or hears all events again
   */
  void restart(boolean fromSnapshot) {
    Scheduler restored = memory.restored();
    Scheduler replayed = memory.replayed();
    new Reborn(scheduler, fromSnapshot ? replayed : restored, now());
    Reborn next = new Reborn(scheduler, fromSnapshot ? restored : replayed, now());
    // Who was about to stop decides otherwise than who has just started.
    reborn = settings.balance() == BalanceMode.OFF && handsOut ? next : null;
    handsOut = true;
    scheduler = fromSnapshot ? restored : replayed;
    execute(new Command.Resume());
    List.copyOf(workers.values()).forEach(SimulatedWorker::connectionBroke);
  }

  // --- workers ----------------------------------------------------------------------------------

  void arrived(WorkerId id, SimulatedWorker worker) {
    workers.put(id, worker);
  }

  void left(WorkerId id) {
    workers.remove(id);
  }

  /** Every worker falls silent, and whoever comes from now on too. */
  void close() {
    closed = true;
    List.copyOf(workers.values()).forEach(SimulatedWorker::die);
  }

  /** Whether anybody is left whom the end has to reach, or a message that is under way. */
  boolean goesOn() {
    long inTheAir = schedule.next().orElse(Long.MAX_VALUE) - now;
    return scheduler.nextDeadline().isPresent() || inTheAir < MAX_TIME.toMillis();
  }

  boolean isClosed() {
    return closed;
  }

  /** The books and the scheduler agree about everything. */
  void lookAtEverything() {
    oracle.lookAtEverything(scheduler, now());
  }

  void everybodyIsGone() {
    oracle.everybodyIsGone(scheduler, now());
  }

  Scheduler scheduler() {
    return scheduler;
  }

  /** Everything that was decided, in order. */
  List<Event> events() {
    return events;
  }

  int steps() {
    return steps;
  }

  Story story() {
    return story;
  }
}
