package dev.yardmaster.scheduler;

import java.util.Optional;

/**
 * The right of one binding to work on one attempt of one block; numbered from 1, never used twice.
 * Written as {@code l-17}.
 */
public record LeaseId(long number) implements Comparable<LeaseId> {

  private static final String PREFIX = "l-";

  /** Reads what {@link #toString} wrote; empty for anything else. */
  public static Optional<LeaseId> parse(String text) {
    return Numbered.parse(PREFIX, text).map(LeaseId::new);
  }

  @Override
  public int compareTo(LeaseId other) {
    return Long.compare(number, other.number);
  }

  @Override
  public String toString() {
    return PREFIX + number;
  }
}
