package dev.yardmaster.scheduler.simulation.oracle;

import dev.yardmaster.pipeline.TaskSpec;
import dev.yardmaster.scheduler.BindingId;
import dev.yardmaster.scheduler.TaskId;
import dev.yardmaster.scheduler.task.AbandonReason;
import dev.yardmaster.scheduler.task.Counters;
import dev.yardmaster.scheduler.view.BlockView.BlockState;
import dev.yardmaster.scheduler.view.RunView.TaskState;
import java.util.Arrays;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** A task in the oracle's books: one array entry per block. */
final class TaskModel {

  final RunModel run;
  final TaskSpec spec;
  final TaskId id;
  final BlockState[] blocks;
  final int[] failures;

  /** How often a result of the block was accepted. */
  final int[] executions;

  final Map<BindingId, BindingModel> bindings = new TreeMap<>();
  TaskState state = TaskState.RUNNING;
  @Nullable AbandonReason reason;
  long starts;
  long deaths;
  long retirements;

  /** Since when it has waited for its next worker; null where it does not. */
  @Nullable Long waitingSince;

  int aliveWhileWaiting;

  /** Set when the task ends; from then on nothing may change. */
  @Nullable Counters frozen;

  TaskModel(RunModel run, TaskSpec spec) {
    this.run = run;
    this.spec = spec;
    this.id = new TaskId(run.id, spec.id());
    this.blocks = new BlockState[(int) spec.blocks()];
    Arrays.fill(blocks, BlockState.PENDING);
    this.failures = new int[blocks.length];
    this.executions = new int[blocks.length];
  }

  boolean running() {
    return state == TaskState.RUNNING;
  }

  long count(BlockState wanted) {
    long count = 0;
    for (BlockState block : blocks) {
      count += block == wanted ? 1 : 0;
    }
    return count;
  }

  long unsettled() {
    return count(BlockState.READY) + count(BlockState.PROCESSING) + count(BlockState.PENDING);
  }

  long idle() {
    return bindings.values().stream().filter(BindingModel::idle).count();
  }

  /** Ready blocks that no idle or starting binding covers. */
  long uncovered() {
    long starting = bindings.values().stream().filter(each -> each.worker == null).count();
    return count(BlockState.READY) - idle() - starting;
  }

  long startsAllowed() {
    return (long) spec.maxWorkers() + spec.maxWorkerRestarts();
  }

  /** Conditions 1 to 3 of semantics §5. */
  boolean wantsWorker() {
    return running()
        && uncovered() > 0
        && bindings.size() < spec.maxWorkers()
        && starts < startsAllowed();
  }

  /** What an accepted result, or the charge of a dead binding, makes of a block. */
  void settle(int block, boolean ok) {
    if (ok) {
      blocks[block] = BlockState.COMPLETED;
    } else {
      failures[block]++;
      boolean again = failures[block] <= spec.maxRetries();
      blocks[block] = again ? BlockState.READY : BlockState.FAILED;
    }
  }

  void end(TaskState how, @Nullable AbandonReason why) {
    for (int block = 0; block < blocks.length; block++) {
      boolean settled = blocks[block] == BlockState.COMPLETED || blocks[block] == BlockState.FAILED;
      blocks[block] = settled ? blocks[block] : BlockState.ORPHANED;
    }
    frozen = counters();
    state = how;
    reason = why;
  }

  Counters counters() {
    if (frozen != null) {
      return frozen;
    }
    return new Counters(
        blocks.length,
        count(BlockState.READY),
        count(BlockState.PROCESSING),
        count(BlockState.COMPLETED),
        count(BlockState.FAILED),
        count(BlockState.ORPHANED),
        count(BlockState.PENDING),
        0,
        starts,
        deaths,
        retirements,
        Math.max(0, starts - spec.maxWorkers()));
  }

  @Override
  public String toString() {
    return id.toString();
  }
}
