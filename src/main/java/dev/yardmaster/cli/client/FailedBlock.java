package dev.yardmaster.cli.client;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A block that failed for good.
 *
 * @param attempts each try of it, in order; bounded by the service
 */
public record FailedBlock(long block, @Nullable List<Attempt> attempts) {

  public FailedBlock {
    attempts = attempts == null ? List.of() : List.copyOf(attempts);
  }

  @Override
  public List<Attempt> attempts() {
    return attempts == null ? List.of() : attempts;
  }

  /**
   * One try.
   *
   * @param error what the worker said, or the end of its stderr; null where nothing is known
   */
  public record Attempt(int attempt, @Nullable String worker, @Nullable String error) {}
}
