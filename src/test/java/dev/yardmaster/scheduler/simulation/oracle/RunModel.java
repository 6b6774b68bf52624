package dev.yardmaster.scheduler.simulation.oracle;

import dev.yardmaster.pipeline.Pipeline;
import dev.yardmaster.pipeline.Pipeline.OnAbandon;
import dev.yardmaster.pipeline.TaskSpec;
import dev.yardmaster.pipeline.TaskSpec.Blocks;
import dev.yardmaster.pipeline.TaskSpec.Dependency;
import dev.yardmaster.scheduler.RunId;
import dev.yardmaster.scheduler.RunState;
import dev.yardmaster.scheduler.event.Event.RunSubmitted;
import dev.yardmaster.scheduler.task.AbandonReason;
import dev.yardmaster.scheduler.view.BlockView.BlockState;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A run in the oracle's books, and what blocks mean for other blocks. */
final class RunModel {

  final RunId id;
  final Pipeline pipeline;
  final String digest;
  final List<TaskModel> tasks = new ArrayList<>();
  final Map<String, TaskModel> byName = new HashMap<>();
  final @Nullable Long deadline;
  RunState state = RunState.RUNNING;

  /** Service time, which is as far from the wall clock in every history. */
  long endedAt;

  long late;

  RunModel(RunSubmitted submission, long now) {
    this.id = submission.run();
    this.pipeline = submission.pipeline();
    this.digest = submission.digest();
    this.deadline = pipeline.timeout() == null ? null : now + pipeline.timeout().toMillis();
    for (TaskSpec spec : pipeline.tasks()) {
      TaskModel task = new TaskModel(this, spec);
      tasks.add(task);
      byName.put(spec.id(), task);
    }
    followInputs();
  }

  /** Somebody still works, or hangs, at one of its tasks. */
  boolean hasBindings() {
    return tasks.stream().anyMatch(task -> !task.bindings.isEmpty());
  }

  boolean stopsOnAbandon() {
    return pipeline.onAbandon() == OnAbandon.STOP;
  }

  /** Waiting blocks become ready or orphaned, again and again until nothing changes. */
  void followInputs() {
    boolean changed = true;
    while (changed) {
      changed = false;
      for (TaskModel task : tasks) {
        changed |= task.running() && followInputs(task);
      }
    }
  }

  private boolean followInputs(TaskModel task) {
    boolean changed = false;
    for (int block = 0; block < task.blocks.length; block++) {
      if (task.blocks[block] == BlockState.PENDING) {
        BlockState next = whatInputsSay(task, block);
        changed |= next != BlockState.PENDING;
        task.blocks[block] = next;
      }
    }
    return changed;
  }

  private BlockState whatInputsSay(TaskModel task, int block) {
    BlockState said = BlockState.READY;
    for (Dependency dependency : task.spec.after()) {
      TaskModel input = byName.get(dependency.task());
      boolean all = dependency.blocks() == Blocks.ALL;
      for (int i = all ? 0 : block; i < (all ? input.blocks.length : block + 1); i++) {
        BlockState there = input.blocks[i];
        if (there == BlockState.FAILED || there == BlockState.ORPHANED) {
          return BlockState.ORPHANED;
        }
        said = there == BlockState.COMPLETED ? said : BlockState.PENDING;
      }
    }
    return said;
  }

  /** Whether the first waits for the second, directly or not. */
  boolean waitsFor(TaskModel task, TaskModel other) {
    for (Dependency dependency : task.spec.after()) {
      TaskModel input = byName.get(dependency.task());
      if (input == other || waitsFor(input, other)) {
        return true;
      }
    }
    return false;
  }

  /** Whether something that the task waits for was given up for a reason that spreads. */
  boolean hasAbandonedUpstream(TaskModel task) {
    return tasks.stream()
        .anyMatch(
            other ->
                other.reason != null
                    && other.reason != AbandonReason.CANCELLED
                    && waitsFor(task, other));
  }
}
