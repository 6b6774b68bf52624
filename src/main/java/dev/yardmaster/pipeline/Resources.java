package dev.yardmaster.pipeline;

import java.util.Collections;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * Named whole amounts, such as {@code {cpu: 4, gpu: 1}}: what one worker requires, or what a budget
 * holds. Immutable; amounts are at least 1, because a zero counts as absent; keys are in
 * alphabetical order, so that everything derived from them is deterministic.
 */
public record Resources(SortedMap<String, Long> amounts) {

  /** Nothing at all. */
  public static final Resources NONE = new Resources(new TreeMap<>());

  /**
   * @throws IllegalArgumentException if an amount is negative
   */
  public Resources {
    SortedMap<String, Long> present = new TreeMap<>();
    amounts.forEach(
        (key, amount) -> {
          if (amount < 0) {
            throw new IllegalArgumentException("negative amount " + amount + " of " + key);
          }
          if (amount > 0) {
            present.put(key, amount);
          }
        });
    amounts = Collections.unmodifiableSortedMap(present);
  }

  /** The same amounts from any map. */
  public static Resources of(Map<String, Long> amounts) {
    return new Resources(new TreeMap<>(amounts));
  }

  /** The amount of one key; 0 where it is absent. */
  public long amountOf(String key) {
    return amounts.getOrDefault(key, 0L);
  }

  /** Whether there is no amount of anything. */
  public boolean isEmpty() {
    return amounts.isEmpty();
  }

  /** As a person writes it: {@code {cpu: 4, gpu: 1}}. */
  @Override
  public String toString() {
    return amounts.entrySet().stream()
        .map(entry -> entry.getKey() + ": " + entry.getValue())
        .collect(Collectors.joining(", ", "{", "}"));
  }
}
