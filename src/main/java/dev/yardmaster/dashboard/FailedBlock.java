package dev.yardmaster.dashboard;

import dev.yardmaster.engine.Journal.FailedAttempt;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A block that is out of retries.
 *
 * @param attempts how many there were
 * @param worker who made the last one; null where that is not known
 * @param error of the last one; null where nobody said anything
 */
record FailedBlock(String block, int attempts, @Nullable String worker, @Nullable String error) {

  /**
   * @param attempts in order
   */
  static FailedBlock of(long block, int failures, List<FailedAttempt> attempts) {
    FailedAttempt last = attempts.isEmpty() ? null : attempts.getLast();
    return new FailedBlock(
        Shown.number(block),
        failures,
        last == null ? null : last.worker(),
        last == null ? null : last.error());
  }
}
