package dev.yardmaster.worker;

import dev.yardmaster.scheduler.command.Outcome.Acceptance;
import dev.yardmaster.scheduler.command.Outcome.LeaseOutcome;
import io.swagger.v3.oas.annotations.media.Schema;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What became of reported blocks, and the next ones if they were asked for.
 *
 * @param results in the order of the report
 * @param binding as in the answer to an acquire
 * @param blocks as in the answer to an acquire; absent where none were asked for
 * @param ended as in the answer to an acquire
 */
@Schema(name = "Released")
record ReleaseReply(
    List<Result> results,
    @Nullable BindingReply binding,
    @Nullable List<BlockReply> blocks,
    AcquireReply.@Nullable EndedReply ended) {

  /** What became of one block's report. */
  @Schema(name = "LeaseOutcome")
  record Result(String lease, Acceptance outcome) {

    static Result of(LeaseOutcome outcome) {
      return new Result(outcome.lease().toString(), outcome.outcome());
    }
  }

  /**
   * @param next null where nothing was asked for
   */
  static ReleaseReply of(List<LeaseOutcome> outcomes, @Nullable AcquireReply next) {
    List<Result> results = outcomes.stream().map(Result::of).toList();
    return next == null
        ? new ReleaseReply(results, null, null, null)
        : new ReleaseReply(results, next.binding(), next.blocks(), next.ended());
  }
}
