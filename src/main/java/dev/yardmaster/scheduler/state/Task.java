package dev.yardmaster.scheduler.state;

import dev.yardmaster.pipeline.TaskSpec;
import dev.yardmaster.scheduler.BindingId;
import dev.yardmaster.scheduler.TaskId;
import dev.yardmaster.scheduler.WorkerId;
import dev.yardmaster.scheduler.placement.Need;
import dev.yardmaster.scheduler.task.Running;
import dev.yardmaster.scheduler.task.TaskLife;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.SequencedCollection;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** A task of a run. */
public final class Task extends Timed {

  private final Run run;
  private final int place;
  private final TaskId id;
  private final TaskSpec spec;
  private final Need need;
  TaskLife life;
  final SortedMap<BindingId, Binding> bindings = new TreeMap<>();

  /** Active bindings that ask and hold nothing, in the order in which they asked. */
  final LinkedHashSet<Binding> idle = new LinkedHashSet<>();

  int starting;
  int ending;
  boolean upstreamAbandoned;

  /** Dirty ends on a host, and of a worker, since it last completed a block of this task. */
  final Map<String, Integer> failuresByHost = new HashMap<>();

  final Map<WorkerId, Integer> failuresByWorker = new HashMap<>();

  @Nullable Long startedAtWall;
  @Nullable Long endedAtWall;

  /** When room was promised to it (service time). */
  long promisedAt = Long.MIN_VALUE;

  /** Index state, set by {@link Agenda}, {@link HungryTasks} and {@link PlacementIndex} alone. */
  boolean onAgenda;

  long waitingSince = NEVER;
  long lookAgainAt = NEVER;

  boolean hungry;
  int hungryAlive;

  Task(Run run, int place, TaskSpec spec) {
    this.run = run;
    this.place = place;
    this.spec = spec;
    this.id = new TaskId(run.id(), spec.id());
    this.need = Need.of(spec);
    this.life = new Running(spec.blocks(), spec.maxWorkers(), spec.startBudget());
  }

  public Run run() {
    return run;
  }

  /** Its place in the pipeline, from 0. */
  public int place() {
    return place;
  }

  public TaskId id() {
    return id;
  }

  public TaskSpec spec() {
    return spec;
  }

  public Need need() {
    return need;
  }

  public TaskLife life() {
    return life;
  }

  /** The one gate: the mutable variant while the task is running, otherwise null. */
  @Nullable Running running() {
    return life instanceof Running running ? running : null;
  }

  public boolean isRunning() {
    return life instanceof Running;
  }

  /** Bindings that have not ended. */
  public int alive() {
    return bindings.size();
  }

  /** Of these, those that nobody has asked to go. */
  public int active() {
    return bindings.size() - ending;
  }

  public Collection<Binding> bindings() {
    return Collections.unmodifiableCollection(bindings.values());
  }

  /** Active bindings that ask and hold nothing, in the order in which they asked. */
  public SequencedCollection<Binding> idle() {
    return Collections.unmodifiableSequencedCollection(idle);
  }

  /** Launched processes that have not registered. */
  public int starting() {
    return starting;
  }

  /** Ready blocks that no idle or starting binding covers. */
  public long uncovered() {
    return life instanceof Running running
        ? Math.max(0, running.ready() - idle.size() - starting)
        : 0;
  }

  /** Whether conditions 1 to 3 of the gate hold: it wants one more worker and may have one. */
  public boolean wantsWorker() {
    return life instanceof Running running
        && uncovered() > 0
        && alive() < spec.maxWorkers()
        && running.startsLeft() > 0;
  }

  /**
   * Since when it has waited for its next worker (service time); {@link #NEVER} where it does not.
   */
  public long waitingSince() {
    return waitingSince;
  }

  /** Whether room was made for it since it waits. */
  public boolean promised() {
    return hungry && promisedAt >= waitingSince;
  }

  /** When sharing has to look at it again, though nothing happens. */
  @Override
  public long due() {
    return lookAgainAt;
  }

  @Override
  String timerKey() {
    return id.toString();
  }

  /** Whether it waits, directly or not, for a task that was given up. */
  public boolean upstreamAbandoned() {
    return upstreamAbandoned;
  }

  /** Dirty ends of this task on that host since it last completed a block of it. */
  public int failuresOn(Host host) {
    return failuresByHost.isEmpty() ? 0 : failuresByHost.getOrDefault(host.name(), 0);
  }

  /** Dirty ends of this task by that worker since it last completed a block of it. */
  public int failuresBy(Worker worker) {
    return failuresByWorker.isEmpty() ? 0 : failuresByWorker.getOrDefault(worker.id(), 0);
  }

  /** When its first block was leased; null where none was. */
  public @Nullable Long startedAtWall() {
    return startedAtWall;
  }

  public @Nullable Long endedAtWall() {
    return endedAtWall;
  }

  @Override
  public String toString() {
    return id.toString();
  }
}
