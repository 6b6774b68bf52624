package dev.yardmaster.worker;

import com.fasterxml.jackson.annotation.JsonProperty;
import dev.yardmaster.scheduler.command.Command.Ask;
import io.swagger.v3.oas.annotations.media.Schema;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * A worker asks for blocks.
 *
 * @param maxBlocks at most so many at once, 1 to 1000; 1 where absent
 * @param patience how long to wait for some; 20s where absent
 */
@Schema(name = "Acquire")
record AcquireRequest(
    @Nullable Integer maxBlocks, @JsonProperty("wait") @Nullable Duration patience) {

  /** What an empty body means. */
  static final AcquireRequest USUAL = new AcquireRequest(null, null);

  private static final Duration USUAL_WAIT = Duration.ofSeconds(20);

  /**
   * @param pointer where in the body this is
   * @param longestWait asks that are ready to wait longer are answered then
   */
  Ask ask(String pointer, Duration longestWait) {
    int blocks = maxBlocks == null ? 1 : maxBlocks;
    Duration longest = patience == null ? USUAL_WAIT : patience;
    if (blocks < 1 || longest.isNegative()) {
      throw invalid(pointer, blocks, longest);
    }
    return new Ask(
        Math.min(blocks, WorkerLimits.MAX_BLOCKS),
        longest.compareTo(longestWait) > 0 ? longestWait : longest);
  }

  private static RuntimeException invalid(String pointer, int blocks, Duration wait) {
    Checks checks = new Checks();
    checks.require(blocks >= 1, pointer + "/max_blocks", "too_small", "must be at least 1");
    checks.require(!wait.isNegative(), pointer + "/wait", "negative", "must not be negative");
    return checks.failure();
  }
}
