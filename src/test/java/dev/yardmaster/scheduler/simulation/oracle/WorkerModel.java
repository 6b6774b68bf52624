package dev.yardmaster.scheduler.simulation.oracle;

import dev.yardmaster.pipeline.WorkerKind;
import dev.yardmaster.scheduler.BindingId;
import dev.yardmaster.scheduler.WorkerId;
import dev.yardmaster.scheduler.event.Event.WorkerRegistered;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A worker in the oracle's books. Times are service time. */
final class WorkerModel {

  /** Leases that the scheduler has to recognise at least when their results come again. */
  private static final int REMEMBERED = 16;

  /** A waiting acquire. */
  record AskModel(int maxBlocks, long until) {}

  final WorkerRegistered registration;
  @Nullable BindingModel binding;
  @Nullable AskModel ask;
  long lastHeard;

  /** The end of a binding of which it does not know. */
  @Nullable BindingId untold;

  /** When it was sent away for somebody, if it has not asked since. */
  @Nullable Long retiredAt;

  /** Every lease of it whose result was accepted. */
  final Set<Long> accepted = new HashSet<>();

  /** The last of these, in order: a repetition has to be accepted again. */
  private final Deque<Long> acceptedLately = new ArrayDeque<>();

  /** Leases that it lost since it was last given any, with their tasks. */
  final Map<Long, TaskModel> revoked = new HashMap<>();

  WorkerModel(WorkerRegistered registration, long now) {
    this.registration = registration;
    this.lastHeard = now;
  }

  WorkerId id() {
    return registration.worker();
  }

  WorkerKind kind() {
    return registration.kind();
  }

  void accepted(long lease) {
    accepted.add(lease);
    acceptedLately.addLast(lease);
    if (acceptedLately.size() > REMEMBERED) {
      acceptedLately.removeFirst();
    }
  }

  boolean acceptedLately(long lease) {
    return acceptedLately.contains(lease);
  }

  /** Kind, tags, and what it is reserved for (semantics §8). */
  boolean mayServe(TaskModel task) {
    return kind() == (task.spec.command() == null ? WorkerKind.CLIENT : WorkerKind.COMMAND)
        && registration.tags().containsAll(task.spec.tags())
        && (registration.run() == null || registration.run().equals(task.id.run()))
        && (registration.task() == null || registration.task().equals(task.id.task()));
  }

  /** Whether the gate may give it to a task. */
  boolean free() {
    return ask != null && binding == null && untold == null;
  }

  @Override
  public String toString() {
    return id().toString();
  }
}
