package dev.yardmaster.dashboard;

import dev.yardmaster.api.problem.ErrorCode;
import dev.yardmaster.api.problem.ProblemException;
import dev.yardmaster.pipeline.Words;
import dev.yardmaster.scheduler.RunState;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Which runs the list shows; empty text means all.
 *
 * @param state as shown
 */
record RunFilter(String state, String pipeline) {

  /** What a person can choose from. */
  public List<String> states() {
    return Arrays.stream(RunState.values()).map(Shown::words).toList();
  }

  /**
   * @throws ProblemException if there is no such state
   */
  static @Nullable RunState state(String words) {
    if (words.isBlank()) {
      return null;
    }
    return Arrays.stream(RunState.values())
        .filter(state -> Shown.words(state).equals(words))
        .findFirst()
        .orElseThrow(
            () ->
                new ProblemException(
                    ErrorCode.INVALID_PARAMETER, "no run is ever " + Words.quoted(words)));
  }
}
