package dev.yardmaster.scheduler.budget;

import dev.yardmaster.pipeline.Resources;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * What the alive bindings consume of one budget (invariant I4).
 *
 * <p>A double release is a bug that must show, so nothing is clamped: the ledger refuses to go
 * below zero. It does not refuse to be above its budget, because a budget may be lowered while it
 * is in use; it refuses a start that would raise it above.
 */
public final class Ledger {

  private @Nullable Resources budget;
  private final SortedMap<String, Long> used = new TreeMap<>();

  /**
   * @param budget null where nothing is bounded
   */
  public Ledger(@Nullable Resources budget) {
    this.budget = budget;
  }

  /** Null where nothing is bounded. */
  public @Nullable Resources budget() {
    return budget;
  }

  /** Raises or lowers the budget; kills nobody. */
  public void setBudget(@Nullable Resources budget) {
    this.budget = budget;
  }

  /** Whether this level bounds the key at all. */
  public boolean bounds(String key) {
    return budget != null && budget.amounts().containsKey(key);
  }

  public long used(String key) {
    return used.getOrDefault(key, 0L);
  }

  /** May be negative, after the budget was lowered. */
  public long free(String key) {
    return budget == null ? Long.MAX_VALUE : budget.amountOf(key) - used(key);
  }

  /** Whether all keys that this level bounds fit what is left, at once. */
  public boolean fits(Resources requires) {
    for (Map.Entry<String, Long> need : requires.amounts().entrySet()) {
      if (bounds(need.getKey()) && need.getValue() > free(need.getKey())) {
        return false;
      }
    }
    return true;
  }

  /**
   * @throws IllegalStateException if it does not fit: a bug
   */
  public void allocate(Resources requires) {
    if (!fits(requires)) {
      throw new IllegalStateException(
          "I4: " + requires + " does not fit " + used + " used of " + budget);
    }
    requires.amounts().forEach((key, amount) -> used.merge(key, amount, Long::sum));
  }

  /**
   * Books what was allocated in an earlier life, when the budget may have been another one: it need
   * not fit.
   */
  public void takeOver(Resources requires) {
    requires.amounts().forEach((key, amount) -> used.merge(key, amount, Long::sum));
  }

  /**
   * @throws IllegalStateException if more would be given back than was taken: a bug
   */
  public void release(Resources requires) {
    requires
        .amounts()
        .forEach(
            (key, amount) -> {
              long left = used(key) - amount;
              if (left < 0) {
                throw new IllegalStateException(
                    "I4: "
                        + amount
                        + " of "
                        + key
                        + " given back, but only "
                        + used(key)
                        + " used");
              }
              if (left == 0) {
                used.remove(key);
              } else {
                used.put(key, left);
              }
            });
  }

  /** Everything in use now. */
  public Resources used() {
    return new Resources(used);
  }
}
