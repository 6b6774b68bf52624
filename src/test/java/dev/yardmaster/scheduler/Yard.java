package dev.yardmaster.scheduler;

import dev.yardmaster.pipeline.Resources;
import dev.yardmaster.pipeline.WorkerKind;
import dev.yardmaster.scheduler.command.Command;
import dev.yardmaster.scheduler.command.Outcome;
import dev.yardmaster.scheduler.command.Outcome.Answer;
import dev.yardmaster.scheduler.command.Outcome.Delivery;
import dev.yardmaster.scheduler.command.Outcome.LeasedBlock;
import dev.yardmaster.scheduler.event.Event;
import dev.yardmaster.scheduler.event.Event.EndKind;
import dev.yardmaster.scheduler.placement.Waiting;
import dev.yardmaster.scheduler.snapshot.RunSnapshot;
import dev.yardmaster.scheduler.snapshot.ServiceSnapshot;
import dev.yardmaster.scheduler.task.Counters;
import dev.yardmaster.scheduler.view.BlockView;
import dev.yardmaster.scheduler.view.BlockView.BlockState;
import dev.yardmaster.scheduler.view.RunView;
import dev.yardmaster.scheduler.view.RunView.TaskView;
import dev.yardmaster.scheduler.view.WorkerView;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * A scheduler with a clock of its own, some workers, and a story to tell. Every command checks the
 * invariants; every event is kept.
 *
 * <p>Registered as an extension, it also checks at the end of each story that nothing moved what
 * had ended, that every block was counted once, and that the stored events alone tell the same.
 */
public final class Yard implements AfterEachCallback {

  static final String TOKEN = "token";
  private static final Duration LONG = Duration.ofHours(24);

  /** Far more rounds than any story needs: a driver that meets it has found a hang. */
  private static final int MAX_ROUNDS = 10_000;

  /** A durable event and when it was. */
  public record Recorded(Event.Durable event, Moment at) {}

  /** Not a divisor of anything, so that snapshots fall on all kinds of moments. */
  private static final int COMMANDS_BETWEEN_SNAPSHOTS = 7;

  private record Snapshot(ServiceSnapshot service, List<RunSnapshot> runs, Moment at, int events) {}

  private @Nullable Snapshot snapshot;
  private int commands;
  private final SchedulerSettings settings;
  private Scheduler scheduler;
  private long ticks;
  private final List<Recorded> journal = new ArrayList<>();
  private final List<Event> events = new ArrayList<>();
  private final Map<WorkerId, Answer> answers = new LinkedHashMap<>();
  private final Map<WorkerId, List<LeasedBlock>> lastWork = new LinkedHashMap<>();
  private final Aftermath aftermath = new Aftermath();

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
    if (++commands % COMMANDS_BETWEEN_SNAPSHOTS == 0) {
      takeSnapshot(now);
    }
    for (Delivery delivery : decision.deliveries()) {
      answers.put(delivery.worker(), delivery.answer());
      if (delivery.answer() instanceof Outcome.Work work) {
        lastWork.put(delivery.worker(), work.blocks());
      }
    }
    aftermath.note(scheduler, decision.events());
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

  /** A submission that may be refused, or be the same as an earlier one. */
  public Outcome tries(PipelineBuilder pipeline, @Nullable String key, String digest) {
    return execute(new Command.SubmitRun(pipeline.build(), key, digest, null));
  }

  /** A submission that may be refused. */
  public Outcome tries(PipelineBuilder pipeline) {
    return tries(pipeline, null, "digest");
  }

  /** Runs that are no longer kept. */
  public List<RunId> forgets(Duration keepFor, int keepRuns) {
    return ((Outcome.Forgotten) execute(new Command.ForgetRuns(keepFor, keepRuns, 100))).runs();
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

  /** So many client workers, each on a host of its own. */
  public WorkerId[] clients(int count) {
    WorkerId[] workers = new WorkerId[count];
    for (int i = 0; i < count; i++) {
      workers[i] = client("w" + (i + 1));
    }
    return workers;
  }

  /** A client worker that is there for one run, or for one task of it, alone. */
  public WorkerId reserved(String name, RunId run, @Nullable String task) {
    return registered(
        execute(
            new Command.RegisterWorker(
                name, name, WorkerKind.CLIENT, new TreeSet<>(), run, task, null, TOKEN)));
  }

  private WorkerId register(String name, String host, WorkerKind kind, String... tags) {
    return registered(
        execute(
            new Command.RegisterWorker(
                name, host, kind, new TreeSet<>(List.of(tags)), null, null, null, TOKEN)));
  }

  private static WorkerId registered(Outcome outcome) {
    return ((Outcome.Registered) outcome).worker();
  }

  /** Somebody who launches client workers with these tags, so many at a time. */
  public Yard launcher(String name, int capacity, String... tags) {
    execute(
        new Command.OfferLauncher(
            name, name, WorkerKind.CLIENT, new TreeSet<>(List.of(tags)), capacity));
    return this;
  }

  /** Launches that nobody has registered for, oldest first. */
  public List<BindingId> launches() {
    List<BindingId> open = new ArrayList<>();
    for (Event event : events) {
      switch (event) {
        case Event.BindingLaunched it -> open.add(it.binding());
        case Event.BindingEnded it -> open.remove(it.binding());
        case Event.WorkerRegistered it when it.launchedFor() != null ->
            open.remove(it.launchedFor());
        default -> {}
      }
    }
    return open;
  }

  /** The launched process registers, or is told to go. */
  public Outcome registersFor(BindingId launch) {
    return execute(
        new Command.RegisterWorker(
            "of-" + launch,
            "cloud",
            WorkerKind.CLIENT,
            new TreeSet<>(),
            null,
            null,
            launch,
            TOKEN));
  }

  /** The launched process registers and is welcome. */
  public WorkerId comesUp(BindingId launch) {
    return registered(registersFor(launch));
  }

  /** The launched process ends before it has registered. */
  public Yard launchEnds(BindingId launch, boolean clean) {
    execute(new Command.LaunchEnded(launch, clean, null));
    return this;
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
    asksFor(worker, Duration.ZERO);
    return answer(worker);
  }

  /** Asks for one block, and waits so long. */
  public Yard asksFor(WorkerId worker, Duration patience) {
    answers.remove(worker);
    execute(new Command.Acquire(worker, TOKEN, 1, patience));
    return this;
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

  /** Reports everything in its hands as failed and asks for one more. */
  public Yard failsAndAsks(WorkerId worker) {
    List<Command.BlockResult> results = results(held(worker), false);
    answers.remove(worker);
    execute(new Command.Release(worker, TOKEN, results, new Command.Ask(1, LONG)));
    return this;
  }

  /** Everybody does what is given out, asking again and again, until the run is over. */
  public Yard work(RunId run, WorkerId... workers) {
    for (int round = 0; run(run).state() == RunState.RUNNING; round++) {
      if (round == MAX_ROUNDS) {
        throw new AssertionError("still not over: " + run(run));
      }
      for (WorkerId worker : workers) {
        works(worker);
      }
    }
    return this;
  }

  /** Every block that is given out fails, and everybody asks again. */
  public Yard workBadly(RunId run, WorkerId... workers) {
    for (int round = 0; run(run).state() == RunState.RUNNING; round++) {
      if (round == MAX_ROUNDS) {
        throw new AssertionError("still not over: " + run(run));
      }
      for (WorkerId worker : workers) {
        if (!held(worker).isEmpty()) {
          failsAndAsks(worker);
        } else if (!asking(worker)) {
          asks(worker);
        }
      }
    }
    return this;
  }

  /** Finishes what it holds, or asks where it does not, once. */
  public Yard works(WorkerId worker) {
    if (!held(worker).isEmpty()) {
      completesAndAsks(worker);
    } else if (isThere(worker) && !asking(worker)) {
      asks(worker);
    }
    return this;
  }

  /** Reports everything in its hands as failed and does not ask. */
  public List<Outcome.LeaseOutcome> fails(WorkerId worker) {
    return release(worker, false, held(worker));
  }

  /** Reports all that it was last given, whether or not that is its own any more. */
  public Outcome reportsLast(WorkerId worker, boolean ok) {
    return execute(new Command.Release(worker, TOKEN, results(lastWork(worker), ok), null));
  }

  public List<Outcome.LeaseOutcome> release(WorkerId worker, boolean ok, List<LeasedBlock> blocks) {
    Outcome outcome = execute(new Command.Release(worker, TOKEN, results(blocks, ok), null));
    return ((Outcome.Released) outcome).results();
  }

  /** Reports leases of these numbers, whosoever they are. */
  public List<Outcome.LeaseOutcome> releaseLeases(WorkerId worker, boolean ok, List<Long> leases) {
    return release(
        worker,
        ok,
        leases.stream().map(number -> new LeasedBlock(new LeaseId(number), 0, 1)).toList());
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

  /** Time passes, and these workers say again and again that they are alive. */
  public Yard staysAlive(Duration duration, WorkerId... workers) {
    long end = ticks + duration.toMillis();
    long step = settings.lostAfter().dividedBy(3).toMillis();
    while (ticks < end) {
      after(Duration.ofMillis(Math.min(step, end - ticks)));
      for (WorkerId worker : workers) {
        heartbeat(worker);
      }
    }
    return this;
  }

  /** What the scheduler itself will decide for the sake of others: this binding is to go. */
  public Yard retires(WorkerId worker) {
    WorkerView view = view(worker).orElseThrow();
    Event.Durable event =
        new Event.BindingEnding(
            Objects.requireNonNull(view.binding()),
            Objects.requireNonNull(view.task()),
            EndKind.RETIRED,
            "retired",
            null);
    scheduler.apply(event, now());
    events.add(event);
    journal.add(new Recorded(event, now()));
    execute(new Command.Tick());
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

  // --- what is seen -----------------------------------------------------------------------------

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

  /** Why the worker's binding is over, if that was the last answer to its ask. */
  public Optional<String> endedReason(WorkerId worker) {
    return answers.get(worker) instanceof Outcome.Ended ended
        ? Optional.of(ended.reason())
        : Optional.empty();
  }

  /** The blocks that the worker was last answered with. */
  public List<LeasedBlock> held(WorkerId worker) {
    return answers.get(worker) instanceof Outcome.Work work ? work.blocks() : List.of();
  }

  /** The blocks that the worker was ever given last, whatever has become of them. */
  public List<LeasedBlock> lastWork(WorkerId worker) {
    return lastWork.getOrDefault(worker, List.of());
  }

  /** The numbers of the blocks that it holds. */
  public List<Long> blocksOf(WorkerId worker) {
    return held(worker).stream().map(LeasedBlock::block).toList();
  }

  private Optional<WorkerView> view(WorkerId worker) {
    return scheduler.workers(now()).stream().filter(view -> view.id().equals(worker)).findFirst();
  }

  public boolean isThere(WorkerId worker) {
    return view(worker).isPresent();
  }

  public boolean asking(WorkerId worker) {
    return view(worker).map(WorkerView::asking).orElse(false);
  }

  /** The task that the worker is bound to. */
  public Optional<String> taskOf(WorkerId worker) {
    return view(worker).map(WorkerView::task).map(TaskId::task);
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

  public int alive(RunId run, String task) {
    return task(run, task).alive();
  }

  /** Used of the run's budget. */
  public long used(RunId run, String key) {
    return run(run).used().amountOf(key);
  }

  /** Used of the service's budget. */
  public long used(String key) {
    return scheduler.resources().used().amountOf(key);
  }

  /** Why the task has no further worker. */
  public List<Waiting> waiting(RunId run, String task) {
    return task(run, task).waiting();
  }

  /** What stands where among the blocks of a task. */
  public List<BlockState> blocks(RunId run, String task) {
    return scheduler.blocks(new TaskId(run, task), null, 0, 1_000).stream()
        .map(BlockView::state)
        .toList();
  }

  /** Every event so far, in order. */
  public List<Event> events() {
    return events;
  }

  /** How often an event of that type was decided. */
  public long count(Class<? extends Event> type) {
    return events.stream().filter(type::isInstance).count();
  }

  /** How the bindings of a task have ended, in order. */
  public List<EndKind> ends(RunId run, String task) {
    return events.stream()
        .filter(Event.BindingEnded.class::isInstance)
        .map(Event.BindingEnded.class::cast)
        .filter(event -> event.task().equals(new TaskId(run, task)))
        .map(Event.BindingEnded::end)
        .toList();
  }

  /** The most bindings of these tasks that were alive at once, counted from the events. */
  public int peak(RunId run, String... tasks) {
    int alive = 0;
    int peak = 0;
    for (Event event : events) {
      alive += change(event, run, List.of(tasks));
      peak = Math.max(peak, alive);
    }
    return peak;
  }

  private static int change(Event event, RunId run, List<String> tasks) {
    return switch (event) {
      case Event.BindingStarted it -> isOneOf(it.task(), run, tasks) ? 1 : 0;
      case Event.BindingLaunched it -> isOneOf(it.task(), run, tasks) ? 1 : 0;
      case Event.BindingEnded it -> isOneOf(it.task(), run, tasks) ? -1 : 0;
      default -> 0;
    };
  }

  private static boolean isOneOf(TaskId task, RunId run, List<String> tasks) {
    return task.run().equals(run) && tasks.contains(task.task());
  }

  // --- a new life -------------------------------------------------------------------------------

  /** The service is about to stop, in good order. */
  public Yard stopsHandingOut() {
    execute(new Command.StopHandingOut());
    return this;
  }

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

  /** Another scheduler, from the last snapshot and the events since. */
  public Scheduler restored() {
    if (snapshot == null) {
      return rebuilt();
    }
    Scheduler other = new Scheduler(settings);
    other.restore(snapshot.service(), snapshot.runs(), snapshot.at());
    journal
        .subList(snapshot.events(), journal.size())
        .forEach(recorded -> other.apply(recorded.event(), recorded.at()));
    other.checkInvariants();
    return other;
  }

  private void takeSnapshot(Moment now) {
    List<RunSnapshot> runs =
        scheduler.runs(null, null, null, Integer.MAX_VALUE).reversed().stream()
            .map(run -> scheduler.snapshotRun(run.id()).orElseThrow())
            .toList();
    snapshot = new Snapshot(scheduler.snapshotService(), runs, now, journal.size());
  }

  /** The story is over: see {@link Aftermath}. */
  @Override
  public void afterEach(ExtensionContext context) {
    if (context.getExecutionException().isEmpty()) {
      aftermath.check(this);
    }
  }
}
