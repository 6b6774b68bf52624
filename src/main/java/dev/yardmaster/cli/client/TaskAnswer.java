package dev.yardmaster.cli.client;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A task of a run.
 *
 * @param reason why it was abandoned, such as {@code restart_cap_exhausted}
 * @param alive its bindings that have not ended
 * @param startsAllowed worker starts that it may use in all
 * @param waiting why it has no further worker; empty where it needs none or one is coming
 * @param startedAt when its first block was leased
 */
public record TaskAnswer(
    String id,
    State state,
    @Nullable String reason,
    CountersAnswer counters,
    int alive,
    long startsAllowed,
    @Nullable List<WaitingAnswer> waiting,
    @Nullable Instant startedAt,
    @Nullable Instant endedAt) {

  public TaskAnswer {
    waiting = waiting == null ? List.of() : List.copyOf(waiting);
  }

  @Override
  public List<WaitingAnswer> waiting() {
    return waiting == null ? List.of() : waiting;
  }

  /** The variants of a task's life cycle. */
  public enum State {
    RUNNING,
    DONE,
    ABANDONED
  }

  /**
   * A reason why a task has no further worker.
   *
   * @param code stable and machine-readable
   * @param text the same as a sentence
   */
  public record WaitingAnswer(String code, String text) {}

  TaskAnswer withoutWorkers() {
    return new TaskAnswer(
        id, state, reason, counters, 0, startsAllowed, waiting, startedAt, endedAt);
  }

  /** From its first lease to its end by the service's clock; null where it has not come so far. */
  public @Nullable Duration took() {
    return Durations.between(startedAt, endedAt);
  }
}
