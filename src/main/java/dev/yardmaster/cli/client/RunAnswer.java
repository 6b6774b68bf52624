package dev.yardmaster.cli.client;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A run as {@code GET /runs/{run}} tells it.
 *
 * @param id its name, such as {@code deepfield-12}
 * @param why set for a cancelled run: who or what ended it
 * @param tasks in the order of the document
 */
public record RunAnswer(
    String id,
    State state,
    @Nullable String why,
    @Nullable Instant submittedAt,
    @Nullable Instant endedAt,
    List<TaskAnswer> tasks) {

  public RunAnswer {
    tasks = List.copyOf(tasks);
  }

  /** States of a run; all but the first are terminal. */
  public enum State {
    RUNNING,
    SUCCEEDED,
    FAILED,
    CANCELLED
  }

  /** Whether the run has ended. */
  public boolean ended() {
    return state != State.RUNNING;
  }

  /** Bindings of all its tasks that have not ended: the processes that may still be at work. */
  public int alive() {
    return tasks.stream().mapToInt(TaskAnswer::alive).sum();
  }

  /** The same after all its workers have been stopped by who asks. */
  public RunAnswer withoutWorkers() {
    List<TaskAnswer> stopped = tasks.stream().map(TaskAnswer::withoutWorkers).toList();
    return new RunAnswer(id, state, why, submittedAt, endedAt, stopped);
  }

  /** Blocks of all its tasks. */
  public long total() {
    return tasks.stream().mapToLong(task -> task.counters().total()).sum();
  }

  /** Blocks of all its tasks that were done. */
  public long completed() {
    return tasks.stream().mapToLong(task -> task.counters().completed()).sum();
  }

  /** Blocks of all its tasks that are completed, failed or orphaned. */
  public long settled() {
    return tasks.stream().mapToLong(task -> task.counters().settled()).sum();
  }

  /** From its submission to its end by the service's clock; null while it is going on. */
  public @Nullable Duration took() {
    return Durations.between(submittedAt, endedAt);
  }
}
