package dev.yardmaster.scheduler.state;

import dev.yardmaster.pipeline.WorkerKind;
import dev.yardmaster.scheduler.BindingId;
import dev.yardmaster.scheduler.SchedulerSettings;
import dev.yardmaster.scheduler.event.Event.EndKind;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Collections;
import java.util.Deque;
import org.jspecify.annotations.Nullable;

/** The time from a worker being given to a task until it leaves it. */
public final class Binding extends Timed {

  /** How it is ending, and since when (service time). */
  public record Ending(EndKind kind, String why, long since) {}

  private final BindingId id;
  private final Task task;
  private final SchedulerSettings settings;
  private final @Nullable Launcher launcher;
  private final long startedAtWall;
  private final long startedAt;
  @Nullable Worker worker;
  final Deque<Lease> leases = new ArrayDeque<>();

  /** When a launched process has to have registered. */
  long startDeadline;

  /** Deadline of the first lease; stays when the end of the task voids the leases. */
  long firstDeadline = NEVER;

  /** Since when it has held no lease and not asked. */
  long awaySince;

  @Nullable Ending ending;
  long toldAt = NEVER;
  long blocksDone;

  /** When it got its first lease; when it began to ask without getting anything. */
  long firstLeaseAt = NEVER;

  long idleSince = NEVER;

  Binding(
      BindingId id,
      Task task,
      @Nullable Worker worker,
      @Nullable Launcher launcher,
      SchedulerSettings settings,
      long wall,
      long now) {
    this.id = id;
    this.task = task;
    this.worker = worker;
    this.launcher = launcher;
    this.settings = settings;
    this.startedAtWall = wall;
    this.startedAt = now;
    this.awaySince = now;
    this.startDeadline = now + settings.startTimeout().toMillis();
  }

  /**
   * The service was away, and whoever calls tries again with pauses: nothing of this is over before
   * he has had the time in which a worker has to be heard of.
   */
  void resume(long now) {
    long grace = now + settings.lostAfter().toMillis();
    startDeadline = Math.max(startDeadline, grace);
    awaySince = now;
    if (firstDeadline != NEVER) {
      firstDeadline = Math.max(firstDeadline, grace);
    }
    if (told()) {
      toldAt = now;
    }
    if (ending != null) {
      ending = new Ending(ending.kind(), ending.why(), now);
    }
  }

  public BindingId id() {
    return id;
  }

  public Task task() {
    return task;
  }

  /** Null while a launched process has not registered. */
  public @Nullable Worker worker() {
    return worker;
  }

  public @Nullable Launcher launcher() {
    return launcher;
  }

  long startedAt() {
    return startedAt;
  }

  public long startedAtWall() {
    return startedAtWall;
  }

  /** Blocks in its hands, in order of work; only the first one's deadline runs. */
  public Collection<Lease> leases() {
    return Collections.unmodifiableCollection(leases);
  }

  public @Nullable Lease firstLease() {
    return leases.peekFirst();
  }

  /** The current lease of that number, or null. */
  public @Nullable Lease lease(long number) {
    for (Lease lease : leases) {
      if (lease.number() == number) {
        return lease;
      }
    }
    return null;
  }

  /** Null while it is active. */
  public @Nullable Ending ending() {
    return ending;
  }

  public boolean told() {
    return toldAt != NEVER;
  }

  /** Blocks it has settled. */
  public long blocksDone() {
    return blocksDone;
  }

  /** When it got its first lease (service time); {@link #NEVER} before. */
  public long firstLeaseAt() {
    return firstLeaseAt;
  }

  /** Since when it has asked in vain (service time); {@link #NEVER} where it does not ask. */
  public long idleSince() {
    return idleSince;
  }

  /** Its amounts are free only when its process has ended, which somebody has to report. */
  public boolean outlivesItsEnd() {
    return worker != null && worker.offer().kind() == WorkerKind.COMMAND;
  }

  @Override
  public long due() {
    if (worker == null) {
      return startDeadline;
    }
    if (told()) {
      return toldAt + settings.stopWithin().toMillis();
    }
    if (firstDeadline != NEVER) {
      return firstDeadline;
    }
    if (ending != null && ending.kind() == EndKind.DIRTY) {
      return ending.since() + settings.lostAfter().plus(settings.stopWithin()).toMillis();
    }
    return worker.ask != null ? NEVER : awaySince + task.spec().askWithin().toMillis();
  }

  @Override
  String timerKey() {
    return id.toString();
  }

  @Override
  public String toString() {
    return id + " of " + task.id();
  }
}
