package dev.yardmaster.scheduler.state;

import dev.yardmaster.scheduler.Moment;
import dev.yardmaster.scheduler.event.Event;
import dev.yardmaster.scheduler.event.Event.ChargedBlock;
import dev.yardmaster.scheduler.event.Event.Released;
import dev.yardmaster.scheduler.frontier.Frontier;
import dev.yardmaster.scheduler.task.Running;
import org.jspecify.annotations.Nullable;

/** What events do to blocks and leases, frontier and counters together. */
final class BlockChanges {

  private final SchedulerState state;

  BlockChanges(SchedulerState state) {
    this.state = state;
  }

  void lease(Binding binding, Event.BlocksLeased event, Moment at) {
    Task task = binding.task();
    Frontier frontier = task.run().frontier;
    Running running = mustRun(task);
    boolean first = binding.leases.isEmpty();
    long number = event.firstLease();
    for (long block : event.blocks()) {
      frontier.take(task.place(), block);
      int attempt = frontier.failures(task.place(), block) + 1;
      binding.leases.add(new Lease(number++, block, attempt));
    }
    running.acquired(event.blocks().length);
    state.lastLease = Math.max(state.lastLease, number - 1);
    binding.firstLeaseAt = Math.min(binding.firstLeaseAt, at.ticks());
    if (first) {
      startDeadline(binding, at);
    }
    if (task.startedAtWall == null) {
      task.startedAtWall = at.wallMillis();
    }
    Worker worker = binding.worker;
    if (worker != null) {
      worker.revoked.clear();
      endAsk(worker, at);
    }
    state.agenda.add(task);
  }

  private void startDeadline(Binding binding, Moment at) {
    binding.firstDeadline = at.plus(binding.task().spec().blockTimeout());
    state.timers.watch(binding);
  }

  void release(Binding binding, Event.BlocksReleased event, Moment at) {
    Task task = binding.task();
    Lease first = binding.leases.peekFirst();
    for (Released result : event.results()) {
      Lease lease = binding.lease(result.lease());
      if (lease == null) {
        throw new IllegalStateException(binding + " does not hold lease " + result.lease());
      }
      binding.leases.remove(lease);
      settle(task, lease.block(), result.result());
      if (binding.worker != null) {
        binding.worker.accepted.add(result.lease());
        if (result.result() == Event.BlockResult.COMPLETED) {
          trustAgain(task, binding.worker);
        }
      }
    }
    binding.blocksDone += event.results().size();
    if (binding.leases.isEmpty()) {
      binding.firstDeadline = Timed.NEVER;
      binding.awaySince = at.ticks();
      state.timers.watch(binding);
    } else if (binding.leases.peekFirst() != first) {
      startDeadline(binding, at);
    }
    state.agenda.add(task);
  }

  private static void trustAgain(Task task, Worker worker) {
    if (!task.failuresByHost.isEmpty()) {
      task.failuresByHost.remove(worker.host().name());
    }
    if (!task.failuresByWorker.isEmpty()) {
      task.failuresByWorker.remove(worker.id());
    }
  }

  private static void settle(Task task, long block, Event.BlockResult result) {
    Run run = task.run();
    Running running = mustRun(task);
    switch (result) {
      case COMPLETED -> {
        running.completed(1);
        run.frontier.complete(task.place(), block, run.counting);
      }
      case RETRY -> {
        running.failedForRetry(1);
        run.frontier.retry(task.place(), block);
      }
      case FAILED -> {
        running.failedPermanently(1);
        run.frontier.fail(task.place(), block, run.counting);
      }
    }
  }

  /** The binding loses its leases: one may be charged, the others come back to the front. */
  void giveBack(Binding binding, @Nullable ChargedBlock charged) {
    Task task = binding.task();
    for (Lease lease : binding.leases) {
      revoke(binding, lease);
      if (charged != null && charged.lease() == lease.number()) {
        settle(task, lease.block(), charged.result());
      } else {
        mustRun(task).returnedUncharged(1);
        task.run().frontier.giveBack(task.place(), lease.block());
      }
    }
    binding.leases.clear();
    binding.firstDeadline = Timed.NEVER;
    state.agenda.add(task);
  }

  /** The task has ended: its leases are void, but the first one's deadline still runs. */
  void voidLeases(Binding binding) {
    binding.leases.forEach(lease -> revoke(binding, lease));
    binding.leases.clear();
  }

  private static void revoke(Binding binding, Lease lease) {
    if (binding.worker != null) {
      binding.worker.revoked.add(lease.number());
      binding.worker.revokedFrom = binding.task().id();
    }
  }

  /** The worker's acquire is answered. */
  void endAsk(Worker worker, Moment at) {
    worker.lastSeen = at.ticks();
    if (worker.ask == null) {
      return;
    }
    worker.ask = null;
    Binding binding = worker.binding;
    if (binding == null) {
      state.placement.refresh(worker);
      // It may have been the last worker in sight of a task for which amounts are kept.
      state.agenda.lookAtGate();
    } else {
      if (binding.task().idle.remove(binding)) {
        state.agenda.add(binding.task());
      }
      binding.awaySince = at.ticks();
      binding.idleSince = Timed.NEVER;
      state.timers.watch(binding);
    }
    state.timers.watch(worker);
  }

  private static Running mustRun(Task task) {
    Running running = task.running();
    if (running == null) {
      throw new IllegalStateException("I3: " + task + " has ended: " + task.life());
    }
    return running;
  }
}
