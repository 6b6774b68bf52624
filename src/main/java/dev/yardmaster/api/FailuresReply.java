package dev.yardmaster.api;

import io.swagger.v3.oas.annotations.media.Schema;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Failed attempts of a run, by task and error.
 *
 * @param groups those with most attempts first
 * @param more whether there are further groups, or attempts that were not looked at
 */
@Schema(name = "Failures", description = "Failed attempts of a run, by task and error")
record FailuresReply(String run, List<Group> groups, boolean more) {

  /**
   * @param error absent where none was given
   * @param blocks the first ones
   * @param moreBlocks how many there are beyond these
   * @param workers some of those whose attempts they were
   */
  @Schema(name = "FailureGroup")
  record Group(
      String task,
      @Nullable String error,
      long attempts,
      List<Long> blocks,
      long moreBlocks,
      List<String> workers,
      Instant lastAt) {}
}
