package dev.yardmaster.scheduler;

import java.util.Optional;

/**
 * A registered worker; numbered in order of registration, never used twice. Written as {@code
 * w-17}.
 */
public record WorkerId(long number) implements Comparable<WorkerId> {

  private static final String PREFIX = "w-";

  /** Reads what {@link #toString} wrote; empty for anything else. */
  public static Optional<WorkerId> parse(String text) {
    return Numbered.parse(PREFIX, text).map(WorkerId::new);
  }

  @Override
  public int compareTo(WorkerId other) {
    return Long.compare(number, other.number);
  }

  @Override
  public String toString() {
    return PREFIX + number;
  }
}
