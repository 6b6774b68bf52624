package dev.yardmaster.scheduler.state;

import dev.yardmaster.scheduler.BindingId;
import dev.yardmaster.scheduler.Moment;
import dev.yardmaster.scheduler.event.Event;
import dev.yardmaster.scheduler.event.Event.ChargedBlock;
import dev.yardmaster.scheduler.event.Event.EndKind;
import dev.yardmaster.scheduler.task.Running;
import org.jspecify.annotations.Nullable;

/** What events do to bindings: ledgers, starts, ends. */
final class BindingChanges {

  private final SchedulerState state;
  private final BlockChanges blocks;

  BindingChanges(SchedulerState state, BlockChanges blocks) {
    this.state = state;
    this.blocks = blocks;
  }

  void start(BindingId id, Task task, Worker worker, Moment at) {
    if (worker.binding != null) {
      throw new IllegalStateException(worker + " is bound already");
    }
    Binding binding = begin(id, task, worker, null, at);
    occupy(binding, worker, at);
  }

  void launch(BindingId id, Task task, Event.BindingLaunched event, Moment at) {
    for (Launcher launcher : state.placement.launchers()) {
      if (launcher.name().equals(event.launcher())) {
        launcher.outstanding++;
        begin(id, task, null, launcher, at);
        task.starting++;
        return;
      }
    }
    throw new IllegalStateException("no launcher " + event.launcher());
  }

  private Binding begin(
      BindingId id, Task task, @Nullable Worker worker, @Nullable Launcher launcher, Moment at) {
    Running running = task.running();
    if (running == null) {
      throw new IllegalStateException("I3: " + task + " has ended");
    }
    Binding binding =
        new Binding(id, task, worker, launcher, state.settings, at.wallMillis(), at.ticks());
    task.run().ledger.allocate(task.spec().requires());
    state.ledger.allocate(task.spec().requires());
    running.workerStarted();
    task.promisedAt = Long.MIN_VALUE;
    task.bindings.put(id, binding);
    state.bindings.put(id, binding);
    state.lastBinding = Math.max(state.lastBinding, id.number());
    state.agenda.add(task);
    state.timers.watch(binding);
    return binding;
  }

  /** A launched process has registered. */
  void attach(Binding binding, Worker worker, Moment at) {
    binding.worker = worker;
    binding.awaySince = at.ticks();
    binding.task().starting--;
    occupy(binding, worker, at);
    state.timers.watch(binding);
    state.agenda.add(binding.task());
  }

  private void occupy(Binding binding, Worker worker, Moment at) {
    worker.binding = binding;
    // It asked, to be bound; after a restart nobody remembers that.
    state.placement.back(worker);
    worker.host().bound++;
    state.placement.bound(worker, +1);
    state.placement.refresh(worker);
    if (worker.ask != null) {
      binding.task().idle.add(binding);
      binding.idleSince = at.ticks();
      state.agenda.lookAtSharing();
    }
  }

  /** Over in the scheduler's eyes; its process may still run. */
  void beginEnd(
      Binding binding, EndKind end, String why, @Nullable ChargedBlock charged, Moment at) {
    Task task = binding.task();
    if (binding.ending == null) {
      task.ending++;
    }
    if (task.isRunning()) {
      if (!binding.leases.isEmpty()) {
        blocks.giveBack(binding, charged);
      }
      countDeath(binding, end);
    }
    binding.ending = new Binding.Ending(end, why, at.ticks());
    task.idle.remove(binding);
    if (binding.worker != null) {
      expect(binding.worker, end, at);
      if (binding.worker.ask != null) {
        state.agenda.addAsker(binding.worker);
      }
    }
    state.timers.watch(binding);
    state.agenda.add(task);
    // What it will give back counts already for who waits for that and something else.
    state.agenda.lookAtSharing();
  }

  private static void countDeath(Binding binding, EndKind end) {
    boolean counted = binding.ending != null && binding.ending.kind() == EndKind.DIRTY;
    Task task = binding.task();
    Running running = task.running();
    if (end == EndKind.DIRTY && !counted && running != null) {
      running.workerDied();
      if (binding.worker != null) {
        task.failuresByHost.merge(binding.worker.host().name(), 1, Integer::sum);
        task.failuresByWorker.merge(binding.worker.id(), 1, Integer::sum);
      }
    }
  }

  void told(Worker worker, BindingId id, Moment at) {
    if (worker.untold != null && worker.untold.binding().equals(id)) {
      worker.untold = null;
      state.placement.refresh(worker);
    }
    Binding binding = worker.binding;
    if (binding != null && binding.id().equals(id) && !binding.told()) {
      binding.toldAt = at.ticks();
      state.timers.watch(binding);
    }
  }

  /** The binding is over and its amounts are free. */
  void end(Binding binding, EndKind end, String why, @Nullable ChargedBlock charged, Moment at) {
    Task task = binding.task();
    Running running = task.running();
    if (running != null) {
      if (!binding.leases.isEmpty()) {
        blocks.giveBack(binding, charged);
      }
      countDeath(binding, end);
      if (end == EndKind.RETIRED) {
        running.workerRetired();
      }
    }
    if (binding.ending != null) {
      task.ending--;
    }
    task.idle.remove(binding);
    task.bindings.remove(binding.id());
    state.bindings.remove(binding.id());
    state.timers.forget(binding);
    task.run().ledger.release(task.spec().requires());
    state.ledger.release(task.spec().requires());
    vacate(binding, end, why, at);
    state.agenda.add(task);
    state.agenda.lookAtGate();
  }

  /** Somebody who was retired should ask again soon. */
  private void expect(Worker worker, EndKind end, Moment at) {
    if (end == EndKind.RETIRED) {
      state.placement.returning(worker, at.ticks());
    } else {
      state.placement.back(worker);
    }
  }

  private void vacate(Binding binding, EndKind end, String why, Moment at) {
    if (binding.launcher() != null) {
      state.placement.returned(binding.launcher());
    }
    Worker worker = binding.worker;
    if (worker == null) {
      binding.task().starting--;
      return;
    }
    worker.binding = null;
    expect(worker, end, at);
    worker.host().bound--;
    state.placement.bound(worker, -1);
    if (!binding.told()) {
      worker.untold = new Worker.Untold(binding.id(), why);
    }
    if (worker.ask != null && worker.untold != null) {
      state.agenda.addAsker(worker);
    }
    state.placement.refresh(worker);
  }
}
