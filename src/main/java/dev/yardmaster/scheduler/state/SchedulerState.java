package dev.yardmaster.scheduler.state;

import dev.yardmaster.scheduler.BindingId;
import dev.yardmaster.scheduler.RunId;
import dev.yardmaster.scheduler.SchedulerSettings;
import dev.yardmaster.scheduler.TaskId;
import dev.yardmaster.scheduler.WorkerId;
import dev.yardmaster.scheduler.budget.Ledger;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.SequencedMap;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Everything the scheduler knows. Changed by {@link Applier} alone. */
public final class SchedulerState {

  final SchedulerSettings settings;
  final SequencedMap<RunId, Run> runs = new LinkedHashMap<>();
  final Map<String, Long> lastNumbers = new HashMap<>();
  final Map<String, Run> byIdempotencyKey = new HashMap<>();
  final SortedMap<WorkerId, Worker> workers = new TreeMap<>();
  final Map<BindingId, Binding> bindings = new HashMap<>();
  final SortedMap<String, Host> hosts = new TreeMap<>();
  final Ledger ledger = new Ledger(null);
  final PlacementIndex placement = new PlacementIndex();
  final Timers timers = new Timers();
  final Agenda agenda = new Agenda();
  final PlannedMoves moves = new PlannedMoves(timers);
  boolean handsOut = true;
  long lastOrder;
  long lastWorker;
  long lastBinding;
  long lastLease;

  public SchedulerState(SchedulerSettings settings) {
    this.settings = settings;
  }

  public SchedulerSettings settings() {
    return settings;
  }

  /** Oldest first. */
  public SequencedMap<RunId, Run> runs() {
    return Collections.unmodifiableSequencedMap(runs);
  }

  public @Nullable Run run(RunId id) {
    return runs.get(id);
  }

  public @Nullable Run runByIdempotencyKey(String key) {
    return byIdempotencyKey.get(key);
  }

  public @Nullable Task task(TaskId id) {
    Run run = runs.get(id.run());
    return run == null ? null : run.task(id.task());
  }

  /** By registration. */
  public Collection<Worker> workers() {
    return Collections.unmodifiableCollection(workers.values());
  }

  public @Nullable Worker worker(WorkerId id) {
    return workers.get(id);
  }

  public @Nullable Binding binding(BindingId id) {
    return bindings.get(id);
  }

  /** Bindings that have not ended, in no order: for checks only. */
  public Collection<Binding> bindings() {
    return Collections.unmodifiableCollection(bindings.values());
  }

  /** The service's budget; for looking, only {@link Applier} changes it. */
  public Ledger ledger() {
    return ledger;
  }

  public PlacementIndex placement() {
    return placement;
  }

  /** What balance intends; an index, no fact. */
  public PlannedMoves moves() {
    return moves;
  }

  /** Bound workers on the host; 0 where nobody knows it. */
  public int loadOf(String host) {
    Host known = hosts.get(host);
    return known == null ? 0 : known.bound();
  }

  /** Bound workers on the host that has most. */
  public int highestLoad() {
    int highest = 0;
    for (Host host : hosts.values()) {
      highest = Math.max(highest, host.bound());
    }
    return highest;
  }

  /** Whether blocks are handed out and workers started; not while the service is stopping. */
  public boolean handsOut() {
    return handsOut;
  }

  public Timers timers() {
    return timers;
  }

  public Agenda agenda() {
    return agenda;
  }

  /** The number of the next run of a pipeline, from 1. */
  public long nextNumber(String pipeline) {
    return lastNumbers.getOrDefault(pipeline, 0L) + 1;
  }

  public WorkerId nextWorker() {
    return new WorkerId(lastWorker + 1);
  }

  public BindingId nextBinding() {
    return new BindingId(lastBinding + 1);
  }

  /** The number of the next lease. */
  public long nextLease() {
    return lastLease + 1;
  }

  /** Has sharing look at the task at that time, if not earlier; an index, no fact. */
  public void lookAgain(Task task, long at) {
    task.lookAgainAt = Math.min(task.lookAgainAt, at);
    timers.watch(task);
  }

  /** Sharing is about to look at the task. */
  public void lookedAgain(Task task) {
    task.lookAgainAt = Timed.NEVER;
    agenda.lookAtGate();
  }

  /** Looks at a thing's deadline again after it was taken from the timers. */
  public void watchAgain(Timed timed) {
    boolean there =
        switch (timed) {
          case Run run -> runs.get(run.id()) == run;
          case Task task -> task.isRunning();
          case PlannedMoves planned -> true;
          case Worker worker -> workers.get(worker.id()) == worker;
          case Binding binding -> bindings.get(binding.id()) == binding;
        };
    if (there) {
      timers.watch(timed);
    }
  }
}
