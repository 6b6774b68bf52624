package dev.yardmaster.scheduler.view;

import org.jspecify.annotations.Nullable;

/**
 * What becomes of one key of a budget: {@code used + idle + kept + free} is the budget.
 *
 * @param budget null where nothing bounds the key
 * @param used by alive bindings with blocks in their hands
 * @param idle held by alive bindings that have none just now: they ask, start or end
 * @param kept of what nobody holds, so much is claimed by tasks that have waited long (semantics
 *     §7)
 * @param free the rest; negative where the budget was lowered below its use; null where nothing
 *     bounds the key
 */
public record ResourceShare(
    String name, @Nullable Long budget, long used, long idle, long kept, @Nullable Long free) {

  /** From what is held and claimed; what is not there cannot be kept. */
  public static ResourceShare of(
      String name, @Nullable Long budget, long used, long idle, long claimed) {
    if (budget == null) {
      return new ResourceShare(name, null, used, idle, 0, null);
    }
    long left = budget - used - idle;
    long kept = Math.min(claimed, Math.max(0, left));
    return new ResourceShare(name, budget, used, idle, kept, left - kept);
  }
}
