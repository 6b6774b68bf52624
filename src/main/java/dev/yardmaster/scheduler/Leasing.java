package dev.yardmaster.scheduler;

import dev.yardmaster.scheduler.command.Outcome;
import dev.yardmaster.scheduler.event.Event;
import dev.yardmaster.scheduler.state.Binding;
import dev.yardmaster.scheduler.state.Lease;
import dev.yardmaster.scheduler.state.Task;
import dev.yardmaster.scheduler.state.Worker;
import dev.yardmaster.scheduler.task.Running;
import dev.yardmaster.scheduler.view.BindingView;
import java.util.ArrayList;
import java.util.List;

/** Ready blocks go to idle workers, in the order in which they asked. */
final class Leasing {

  private Leasing() {}

  static void lease(Turn turn) {
    for (Task task : turn.state.placement().leasable()) {
      if (task.life() instanceof Running running) {
        lease(turn, task, running);
      }
    }
  }

  /**
   * No worker hoards (semantics §4): each gets at most an equal part of what is ready, among all
   * workers that the task has once the gate has let in whom it could. Example: 64 ready, four
   * asking: 16 each; 10 ready, one asking, three at work: 3.
   */
  private static void lease(Turn turn, Task task, Running running) {
    if (task.idle().isEmpty()) {
      return;
    }
    long part = ceilDiv(running.ready(), task.active());
    while (running.ready() > 0 && !task.idle().isEmpty()) {
      long ofThoseWhoAsk = ceilDiv(running.ready(), task.idle().size());
      lease(turn, task, task.idle().getFirst(), Math.min(part, ofThoseWhoAsk));
    }
  }

  private static void lease(Turn turn, Task task, Binding binding, long share) {
    Worker worker = binding.worker();
    if (worker == null || worker.ask() == null) {
      throw new IllegalStateException(binding + " is idle, but nobody asks");
    }
    int most = (int) Math.min(worker.ask().maxBlocks(), share);
    long[] blocks = task.run().frontier().peek(task.place(), most);
    turn.emit(new Event.BlocksLeased(binding.id(), task.id(), turn.state.nextLease(), blocks));
    turn.answer(worker, workOf(binding));
  }

  private static long ceilDiv(long amount, long parts) {
    return (amount + parts - 1) / parts;
  }

  static Outcome.Work workOf(Binding binding) {
    List<Outcome.LeasedBlock> blocks = new ArrayList<>(binding.leases().size());
    for (Lease lease : binding.leases()) {
      blocks.add(
          new Outcome.LeasedBlock(new LeaseId(lease.number()), lease.block(), lease.attempt()));
    }
    return new Outcome.Work(viewOf(binding), blocks);
  }

  static BindingView viewOf(Binding binding) {
    Task task = binding.task();
    return new BindingView(
        binding.id(),
        task.run().id(),
        task.spec(),
        task.run().pipeline().params(),
        task.run().submission().directory());
  }
}
