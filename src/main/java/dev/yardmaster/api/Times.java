package dev.yardmaster.api;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** Wall-clock milliseconds of the core as instants. */
final class Times {

  private Times() {}

  static @Nullable Instant instant(@Nullable Long epochMillis) {
    return epochMillis == null ? null : Instant.ofEpochMilli(epochMillis);
  }
}
