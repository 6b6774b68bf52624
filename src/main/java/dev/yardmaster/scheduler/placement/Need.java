package dev.yardmaster.scheduler.placement;

import dev.yardmaster.pipeline.TaskSpec;
import dev.yardmaster.pipeline.WorkerKind;
import java.util.SortedSet;

/** What a task needs of a worker. Tasks with equal needs can be looked at together. */
public record Need(WorkerKind kind, SortedSet<String> tags) {

  public static Need of(TaskSpec spec) {
    return new Need(spec.workerKind(), spec.tags());
  }
}
