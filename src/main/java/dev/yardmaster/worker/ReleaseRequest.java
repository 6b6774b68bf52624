package dev.yardmaster.worker;

import dev.yardmaster.scheduler.LeaseId;
import dev.yardmaster.scheduler.WorkerId;
import dev.yardmaster.scheduler.command.Command;
import dev.yardmaster.scheduler.command.Command.Ask;
import dev.yardmaster.scheduler.command.Command.BlockResult;
import io.swagger.v3.oas.annotations.media.Schema;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A worker reports blocks.
 *
 * @param results at most 1000
 * @param acquire asks for the next blocks in the same trip
 */
@Schema(
    name = "Release",
    requiredProperties = {"results"})
record ReleaseRequest(@Nullable List<@Nullable Result> results, @Nullable AcquireRequest acquire) {

  /**
   * How one block went.
   *
   * @param error for people; its last 4096 characters are kept
   */
  @Schema(
      name = "BlockResult",
      requiredProperties = {"lease", "ok"})
  record Result(@Nullable String lease, @Nullable Boolean ok, @Nullable String error) {}

  Command.Release command(WorkerId worker, String tokenDigest, Duration longestWait) {
    Ask ask = acquire == null ? null : acquire.ask("/acquire", longestWait);
    return new Command.Release(worker, tokenDigest, checkedResults(), ask);
  }

  private List<BlockResult> checkedResults() {
    Checks checks = new Checks();
    checks.require(results != null, "/results", "missing_field", "must be there");
    List<@Nullable Result> given = results == null ? List.of() : results;
    checks.require(
        given.size() <= WorkerLimits.MAX_RESULTS,
        "/results",
        "too_many",
        "must be at most " + WorkerLimits.MAX_RESULTS + ", but are " + given.size());
    List<BlockResult> checked = new ArrayList<>(given.size());
    for (int i = 0; i < Math.min(given.size(), WorkerLimits.MAX_RESULTS); i++) {
      checked(given.get(i), i, checks).ifPresent(checked::add);
    }
    checks.finish();
    return checked;
  }

  private static Optional<BlockResult> checked(@Nullable Result result, int index, Checks checks) {
    Boolean ok = result == null ? null : result.ok();
    String named = result == null ? null : result.lease();
    Optional<LeaseId> lease = named == null ? Optional.empty() : LeaseId.parse(named);
    if (result != null && ok != null && lease.isPresent()) {
      String error = ok ? null : ErrorTexts.bounded(result.error());
      return Optional.of(new BlockResult(lease.get(), ok, error));
    }
    String pointer = "/results/" + index;
    checks.require(ok != null, pointer + "/ok", "missing_field", "must be true or false");
    checks.require(
        lease.isPresent(), pointer + "/lease", "invalid_value", "must be a lease, such as l-17");
    return Optional.empty();
  }
}
