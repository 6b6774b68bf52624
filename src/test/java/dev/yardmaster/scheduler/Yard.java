package dev.yardmaster.scheduler;

import dev.yardmaster.pipeline.Resources;
import dev.yardmaster.pipeline.WorkerKind;
import dev.yardmaster.scheduler.command.Command;
import dev.yardmaster.scheduler.command.Outcome;
import dev.yardmaster.scheduler.command.Outcome.Answer;
import dev.yardmaster.scheduler.command.Outcome.Delivery;
import dev.yardmaster.scheduler.command.Outcome.LeasedBlock;
import dev.yardmaster.scheduler.event.Event;
import dev.yardmaster.scheduler.task.Counters;
import dev.yardmaster.scheduler.view.RunView;
import dev.yardmaster.scheduler.view.RunView.TaskView;
import dev.yardmaster.scheduler.view.WorkerView;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * A scheduler with a clock of its own, some workers, and a story to tell. Every command checks the
 * invariants; every event is kept, so that a story can also be replayed.
 */
public final class Yard {

  private static final String TOKEN = "token";
  private static final Duration LONG = Duration.ofHours(24);

  /** A durable event and when it was. */
  public record Recorded(Event.Durable event, Moment at) {}

  private final SchedulerSettings settings;
  private Scheduler scheduler;
  private long ticks;
  private final List<Recorded> journal = new ArrayList<>();
  private final List<Event> events = new ArrayList<>();
  private final Map<WorkerId, Answer> answers = new LinkedHashMap<>();

  public Yard() {
    this(SchedulerSettings.DEFAULTS);
  }

  public Yard(SchedulerSettings settings) {
    this.settings = settings;
    this.scheduler = new Scheduler(settings);
  }

  // --- commands ---------------------------------------------------------------------------------

  public Outcome execute(Command command) {
    Moment now = now();
    Decision decision = scheduler.execute(command, now);
    scheduler.checkInvariants();
    for (Event event : decision.events()) {
      events.add(event);
      if (event instanceof Event.Durable durable) {
        journal.add(new Recorded(durable, now));
      }
    }
    for (Delivery delivery : decision.deliveries()) {
      answers.put(delivery.worker(), delivery.answer());
    }
    return decision.outcome();
  }

  public Yard serviceBudget(String key, long amount) {
    Map<String, Long> budget = new TreeMap<>();
    budget.put(key, amount);
    execute(new Command.SetServiceBudget(Resources.of(budget)));
    return this;
  }

  public RunId submit(PipelineBuilder pipeline) {
    Outcome outcome = execute(new Command.SubmitRun(pipeline.build(), null, "digest", null));
    if (outcome instanceof Outcome.Submitted submitted) {
      return submitted.run();
    }
    throw new AssertionError("not submitted: " + outcome);
  }

  public Outcome cancel(RunId run) {
    return execute(new Command.CancelRun(run, "by a test"));
  }

  /** A client worker on the host {@code host}. */
  public WorkerId client(String name, String host, String... tags) {
    return register(name, host, WorkerKind.CLIENT, tags);
  }

  /** A client worker on a host of its own. */
  public WorkerId client(String name) {
    return client(name, name);
  }

  /** A command worker on the host {@code host}. */
  public WorkerId commander(String name, String host, String... tags) {
    return register(name, host, WorkerKind.COMMAND, tags);
  }

  private WorkerId register(String name, String host, WorkerKind kind, String... tags) {
    Outcome outcome =
        execute(
            new Command.RegisterWorker(
                name, host, kind, new TreeSet<>(List.of(tags)), null, null, null, TOKEN));
    return ((Outcome.Registered) outcome).worker();
  }

  /** Asks for one block, and waits. */
  public Yard asks(WorkerId... workers) {
    for (WorkerId worker : workers) {
      asks(worker, 1);
    }
    return this;
  }

  public Yard asks(WorkerId worker, int maxBlocks) {
    answers.remove(worker);
    execute(new Command.Acquire(worker, TOKEN, maxBlocks, LONG));
    return this;
  }

  /** Asks without patience. */
  public Optional<Answer> asksOnce(WorkerId worker) {
    answers.remove(worker);
    execute(new Command.Acquire(worker, TOKEN, 1, Duration.ZERO));
    return Optional.ofNullable(answers.get(worker));
  }

  /** Reports everything in its hands as done and does not ask. */
  public List<Outcome.LeaseOutcome> completes(WorkerId worker) {
    return release(worker, true, held(worker));
  }

  /** Reports everything in its hands as done and asks for one more. */
  public Yard completesAndAsks(WorkerId worker) {
    List<Command.BlockResult> results = results(held(worker), true);
    answers.remove(worker);
    execute(new Command.Release(worker, TOKEN, results, new Command.Ask(1, LONG)));
    return this;
  }

  /** Reports everything in its hands as failed and does not ask. */
  public List<Outcome.LeaseOutcome> fails(WorkerId worker) {
    return release(worker, false, held(worker));
  }

  public List<Outcome.LeaseOutcome> release(WorkerId worker, boolean ok, List<LeasedBlock> blocks) {
    Outcome outcome = execute(new Command.Release(worker, TOKEN, results(blocks, ok), null));
    return ((Outcome.Released) outcome).results();
  }

  private static List<Command.BlockResult> results(List<LeasedBlock> blocks, boolean ok) {
    return blocks.stream()
        .map(block -> new Command.BlockResult(block.lease(), ok, ok ? null : "no luck"))
        .toList();
  }

  /** Its process ended with this exit code; the worker stays. */
  public Outcome unbinds(WorkerId worker, int exitCode) {
    answers.remove(worker);
    return execute(new Command.Unbind(worker, TOKEN, exitCode == 0, null, exitCode));
  }

  public Outcome leaves(WorkerId worker) {
    return execute(new Command.Leave(worker, TOKEN));
  }

  public Outcome heartbeat(WorkerId worker) {
    return execute(new Command.Heartbeat(worker, TOKEN));
  }

  /** Dies without a word: heartbeats of the others go on until it is found to be lost. */
  public Yard dies(WorkerId dead) {
    Duration step = settings.lostAfter().dividedBy(2).plusMillis(1);
    for (int i = 0; i < 3 && isThere(dead); i++) {
      for (WorkerView other : scheduler.workers(now())) {
        if (!other.id().equals(dead)) {
          heartbeat(other.id());
        }
      }
      after(step);
    }
    return this;
  }

  /** Time passes; deadlines are looked at when they are due, as the engine does. */
  public Yard after(Duration duration) {
    long end = ticks + duration.toMillis();
    while (scheduler.nextDeadline().isPresent() && scheduler.nextDeadline().getAsLong() <= end) {
      ticks = Math.max(ticks, scheduler.nextDeadline().getAsLong());
      execute(new Command.Tick());
    }
    ticks = end;
    execute(new Command.Tick());
    return this;
  }

  // --- what is seen
  // -------------------------------------------------------------------------------

  public Moment now() {
    return new Moment(ticks, 1_700_000_000_000L + ticks);
  }

  public Scheduler scheduler() {
    return scheduler;
  }

  /** The last answer to the worker's ask; empty while it waits. */
  public Optional<Answer> answer(WorkerId worker) {
    return Optional.ofNullable(answers.get(worker));
  }

  /** The blocks that the worker was last answered with. */
  public List<LeasedBlock> held(WorkerId worker) {
    return answers.get(worker) instanceof Outcome.Work work ? work.blocks() : List.of();
  }

  /** The numbers of these blocks. */
  public List<Long> blocksOf(WorkerId worker) {
    return held(worker).stream().map(LeasedBlock::block).toList();
  }

  public boolean isThere(WorkerId worker) {
    return scheduler.workers(now()).stream().anyMatch(view -> view.id().equals(worker));
  }

  /** The task that the worker is bound to. */
  public Optional<String> taskOf(WorkerId worker) {
    return scheduler.workers(now()).stream()
        .filter(view -> view.id().equals(worker))
        .flatMap(view -> Optional.ofNullable(view.task()).stream())
        .map(TaskId::task)
        .findFirst();
  }

  public RunView run(RunId run) {
    return scheduler.run(run).orElseThrow();
  }

  public TaskView task(RunId run, String task) {
    return run(run).tasks().stream()
        .filter(view -> view.id().equals(task))
        .findFirst()
        .orElseThrow();
  }

  public Counters counters(RunId run, String task) {
    return task(run, task).counters();
  }

  public long used(RunId run, String key) {
    return run(run).used().amountOf(key);
  }

  /** Every event so far, in order. */
  public List<Event> events() {
    return events;
  }

  /** How often an event of that type was decided. */
  public long count(Class<? extends Event> type) {
    return events.stream().filter(type::isInstance).count();
  }

  // --- a new life
  // ---------------------------------------------------------------------------------

  /** The service stops and starts again: everything is rebuilt from the durable events. */
  public Yard restart() {
    scheduler = rebuilt();
    execute(new Command.Resume());
    return this;
  }

  /** Another scheduler with the same past. */
  public Scheduler rebuilt() {
    Scheduler other = new Scheduler(settings);
    journal.forEach(recorded -> other.apply(recorded.event(), recorded.at()));
    other.checkInvariants();
    return other;
  }
}
