package dev.yardmaster.scheduler.view;

import dev.yardmaster.pipeline.Pipeline;
import dev.yardmaster.pipeline.Resources;
import dev.yardmaster.scheduler.RunId;
import dev.yardmaster.scheduler.RunState;
import dev.yardmaster.scheduler.placement.Waiting;
import dev.yardmaster.scheduler.task.AbandonReason;
import dev.yardmaster.scheduler.task.Counters;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A run at one moment. Times are wall-clock milliseconds since the epoch; null where not yet.
 *
 * @param why set for a cancelled run
 * @param lateEventsDropped results that came for tasks that had already ended
 * @param budget the run's own budget, or null
 * @param used what the run's alive bindings consume
 */
public record RunView(
    RunId id,
    Pipeline pipeline,
    RunState state,
    @Nullable String why,
    long submittedAt,
    @Nullable Long endedAt,
    long lateEventsDropped,
    @Nullable Resources budget,
    Resources used,
    List<TaskView> tasks) {

  /**
   * @param alive bindings that have not ended, starting ones included
   * @param idle of these, those that ask and have nothing to do
   * @param startedAt when its first block was leased
   * @param waiting why it has no further worker; empty where it needs none or one is coming
   */
  public record TaskView(
      String id,
      TaskState state,
      @Nullable AbandonReason reason,
      Counters counters,
      int alive,
      int idle,
      List<Waiting> waiting,
      @Nullable Long startedAt,
      @Nullable Long endedAt) {}

  /** The variant of a task's life cycle. */
  public enum TaskState {
    RUNNING,
    DONE,
    ABANDONED
  }
}
