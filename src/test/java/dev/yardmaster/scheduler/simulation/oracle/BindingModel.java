package dev.yardmaster.scheduler.simulation.oracle;

import dev.yardmaster.pipeline.WorkerKind;
import dev.yardmaster.scheduler.BindingId;
import dev.yardmaster.scheduler.event.Event.EndKind;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A binding in the oracle's books. Times are service time. */
final class BindingModel {

  /** A current lease. */
  record LeaseModel(long number, int block, int attempt) {}

  final BindingId id;
  final TaskModel task;
  final @Nullable String launcher;

  /** When a launched process has to have registered. */
  long startDeadline;

  @Nullable WorkerModel worker;
  final List<LeaseModel> leases = new ArrayList<>();
  long blocksDone;

  @Nullable Long firstLeaseAt;

  /** When the first lease is late; stays when the end of the task voids the leases. */
  @Nullable Long firstDeadline;

  /** Since when it has held nothing and not asked. */
  long awaySince;

  @Nullable EndKind ending;
  long endingSince;
  @Nullable Long toldAt;

  BindingModel(
      BindingId id,
      TaskModel task,
      @Nullable WorkerModel worker,
      @Nullable String launcher,
      long now) {
    this.id = id;
    this.task = task;
    this.worker = worker;
    this.launcher = launcher;
    this.awaySince = now;
  }

  boolean idle() {
    return ending == null && worker != null && worker.ask != null && leases.isEmpty();
  }

  /** Between two blocks, after at least one, and old enough to be taken from its task. */
  boolean mayGiveBack(long now) {
    return idle()
        && blocksDone > 0
        && firstLeaseAt != null
        && now - firstLeaseAt >= task.spec.minBinding().toMillis();
  }

  /** Its amounts are used until its process is known to have ended. */
  boolean hasProcess() {
    return worker != null && worker.kind() == WorkerKind.COMMAND;
  }

  @Nullable LeaseModel lease(long number) {
    return leases.stream().filter(lease -> lease.number() == number).findFirst().orElse(null);
  }

  /** The task has ended: its leases count no more. */
  void voidLeases() {
    for (LeaseModel lease : leases) {
      if (worker != null) {
        worker.revoked.put(lease.number(), task);
      }
    }
    leases.clear();
  }

  @Override
  public String toString() {
    return id + " of " + task + (worker == null ? "" : " by " + worker);
  }
}
