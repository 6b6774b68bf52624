package dev.yardmaster.api;

import dev.yardmaster.engine.Journal.FailedAttempt;
import dev.yardmaster.scheduler.view.BlockView;
import dev.yardmaster.scheduler.view.BlockView.BlockState;
import io.swagger.v3.oas.annotations.media.Schema;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Blocks of a task, in order. Only so many are looked at for one page, so one for a rare state may
 * be short, or empty, and still not the last.
 *
 * @param next what to say as {@code after} for the following; absent where there are none
 */
@Schema(description = "Blocks of a task, in order")
record BlockPage(List<Block> blocks, @Nullable Long next) {

  /**
   * @param failures failed attempts so far
   * @param attempts each failed attempt
   */
  @Schema(name = "Block")
  record Block(long block, BlockState state, int failures, List<Attempt> attempts) {

    static Block of(BlockView view, List<FailedAttempt> attempts) {
      return new Block(
          view.block(), view.state(), view.failures(), attempts.stream().map(Attempt::of).toList());
    }
  }

  /**
   * @param attempt counts from 1
   * @param error what the worker said, or how its end was noticed; absent where nobody said
   *     anything
   */
  @Schema(name = "FailedAttempt")
  record Attempt(int attempt, String worker, Instant at, @Nullable String error) {

    static Attempt of(FailedAttempt failed) {
      return new Attempt(
          failed.attempt(),
          failed.worker(),
          Instant.ofEpochMilli(failed.atMillis()),
          failed.error());
    }
  }
}
