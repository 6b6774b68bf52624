package dev.yardmaster.scheduler.placement;

import dev.yardmaster.pipeline.WorkerKind;
import dev.yardmaster.scheduler.RunId;
import dev.yardmaster.scheduler.TaskId;
import java.util.Collections;
import java.util.SortedSet;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * What a worker offers. Workers with equal offers are interchangeable as to what they may serve.
 *
 * @param run the only run it is for, or null
 * @param task the only task of that run, or null
 */
public record Offer(
    WorkerKind kind, SortedSet<String> tags, @Nullable RunId run, @Nullable String task) {

  public Offer {
    tags = Collections.unmodifiableSortedSet(new TreeSet<>(tags));
  }

  /** Whether a worker with this offer may serve the task that has this need. */
  public boolean mayServe(Need need, TaskId taskId) {
    return reservedFor(taskId) && satisfies(need);
  }

  /** Kind and tags alone: the subset rule. */
  public boolean satisfies(Need need) {
    return kind == need.kind() && tags.containsAll(need.tags());
  }

  /** Whether it is not reserved for another run or task. */
  public boolean reservedFor(TaskId taskId) {
    return (run == null || run.equals(taskId.run()))
        && (task == null || task.equals(taskId.task()));
  }
}
