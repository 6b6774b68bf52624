package dev.yardmaster.scheduler.simulation.oracle;

import static dev.yardmaster.scheduler.simulation.oracle.Violation.unless;

import dev.yardmaster.scheduler.event.Event;
import dev.yardmaster.scheduler.event.Event.BlockResult;
import dev.yardmaster.scheduler.event.Event.ChargedBlock;
import dev.yardmaster.scheduler.event.Event.Released;
import dev.yardmaster.scheduler.simulation.oracle.BindingModel.LeaseModel;
import dev.yardmaster.scheduler.view.BlockView.BlockState;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** How blocks are handed out and come back (semantics §4). */
final class BlockRules {

  private final Books books;

  private final SharingRules sharing;

  BlockRules(Books books, SharingRules sharing) {
    this.books = books;
    this.sharing = sharing;
  }

  void leased(Step step, Event.BlocksLeased event) {
    BindingModel binding = books.binding(event.binding());
    TaskModel task = binding.task;
    WorkerModel worker = binding.worker;
    unless(task.running(), "I3: blocks of %s, which has ended, are handed out", task);
    unless(books.handsOut, "blocks of %s are handed out while the service stops", task);
    unless(task.id.equals(event.task()), "%s is not bound to %s", binding, event.task());
    unless(binding.idle() && worker != null, "%s does not ask for blocks", binding);
    long share = Math.ceilDiv(task.count(BlockState.READY), task.idle());
    long most = Math.min(worker.ask.maxBlocks(), Math.max(1, share));
    unless(
        event.blocks().length >= 1 && event.blocks().length <= most,
        "%s blocks for %s, at most %s",
        event.blocks().length,
        binding,
        most);
    sharing.feedsNobody(binding, step.now);
    long number = event.firstLease();
    for (long block : event.blocks()) {
      lease(binding, number++, (int) block);
    }
    binding.firstLeaseAt = binding.firstLeaseAt == null ? step.now : binding.firstLeaseAt;
    binding.firstDeadline = step.now + task.spec.blockTimeout().toMillis();
    worker.revoked.clear();
    step.answered(worker, binding.leases);
    WorkerRules.endAsk(worker, step.now);
  }

  private void lease(BindingModel binding, long number, int block) {
    TaskModel task = binding.task;
    unless(books.leasesEver.add(number), "lease %s was given before", number);
    unless(
        task.blocks[block] == BlockState.READY,
        "block %s of %s is %s, not ready",
        block,
        task,
        task.blocks[block]);
    task.blocks[block] = BlockState.PROCESSING;
    binding.leases.add(new LeaseModel(number, block, task.failures[block] + 1));
  }

  void released(Step step, Event.BlocksReleased event) {
    BindingModel binding = books.binding(event.binding());
    unless(step.isCallOf(binding.worker), "%s said nothing", binding);
    unless(binding.task.running(), "I3: results count for %s, which has ended", binding.task);
    Map<Long, Boolean> counted = new HashMap<>();
    LeaseModel first = binding.leases.getFirst();
    for (Released result : event.results()) {
      counted.put(result.lease(), result.result() == BlockResult.COMPLETED);
      settle(binding, result);
    }
    unless(counted.equals(step.settles), "I7: %s count, not %s", counted.keySet(), step.settles);
    unless(event.results().size() == counted.size(), "I7: a result counts twice: %s", event);
    binding.blocksDone += counted.size();
    if (binding.leases.isEmpty()) {
      binding.firstDeadline = null;
      binding.awaySince = step.now;
    } else if (binding.leases.getFirst() != first) {
      binding.firstDeadline = step.now + binding.task.spec.blockTimeout().toMillis();
    }
    binding.task.run.followInputs();
    step.released = true;
  }

  private void settle(BindingModel binding, Released result) {
    LeaseModel lease = binding.lease(result.lease());
    unless(
        lease != null && lease.block() == result.block() && lease.attempt() == result.attempt(),
        "%s does not hold %s",
        binding,
        result);
    settle(binding.task, lease, result.result());
    binding.task.executions[lease.block()]++;
    binding.leases.remove(lease);
  }

  private static void settle(TaskModel task, LeaseModel lease, BlockResult said) {
    task.settle(lease.block(), said == BlockResult.COMPLETED);
    BlockResult expected =
        switch (task.blocks[lease.block()]) {
          case COMPLETED -> BlockResult.COMPLETED;
          case FAILED -> BlockResult.FAILED;
          case READY, PENDING, PROCESSING, ORPHANED -> BlockResult.RETRY;
        };
    unless(said == expected, "attempt %s of block %s made it %s", lease.attempt(), lease, said);
  }

  /** A binding of a running task is over: one block may be charged, the others come back. */
  void giveBack(BindingModel binding, @Nullable ChargedBlock charged) {
    TaskModel task = binding.task;
    for (LeaseModel lease : binding.leases) {
      if (binding.worker != null) {
        binding.worker.revoked.put(lease.number(), task);
      }
      if (charged != null && charged.lease() == lease.number()) {
        settle(task, lease, charged.result());
      } else {
        task.blocks[lease.block()] = BlockState.READY;
      }
    }
    if (!binding.leases.isEmpty()) {
      binding.firstDeadline = null;
    }
    binding.leases.clear();
    task.run.followInputs();
  }
}
