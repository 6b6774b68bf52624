package dev.yardmaster.metrics;

import java.time.Duration;

/** Spans of service time, which is in milliseconds. */
final class Durations {

  private Durations() {}

  static Duration ofTicks(long ticks) {
    return Duration.ofMillis(Math.max(0, ticks));
  }
}
