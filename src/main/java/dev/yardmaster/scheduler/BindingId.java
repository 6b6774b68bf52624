package dev.yardmaster.scheduler;

import java.util.Optional;

/**
 * The time from a worker being given to a task until it leaves it; numbered from 1, never used
 * twice. Written as {@code b-17}.
 */
public record BindingId(long number) implements Comparable<BindingId> {

  private static final String PREFIX = "b-";

  /** Reads what {@link #toString} wrote; empty for anything else. */
  public static Optional<BindingId> parse(String text) {
    return Numbered.parse(PREFIX, text).map(BindingId::new);
  }

  @Override
  public int compareTo(BindingId other) {
    return Long.compare(number, other.number);
  }

  @Override
  public String toString() {
    return PREFIX + number;
  }
}
