package dev.yardmaster.cli.client;

import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

final class Durations {

  private Durations() {}

  static @Nullable Duration between(@Nullable Instant start, @Nullable Instant end) {
    return start == null || end == null ? null : Duration.between(start, end);
  }
}
