package dev.yardmaster.dashboard;

import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Values as pages show them. */
final class Shown {

  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss", Locale.ROOT).withZone(ZoneOffset.UTC);

  private Shown() {}

  /** {@code 2026-03-01 12:00:00}, in UTC as the page says. */
  static String time(long epochMillis) {
    return TIME.format(Instant.ofEpochMilli(epochMillis));
  }

  /**
   * How long something took, or has taken so far: {@code 850 ms}, {@code 12 s}, {@code 1 h 02 min}.
   */
  static String span(long fromMillis, long toMillis) {
    Duration span = Duration.ofMillis(Math.max(0, toMillis - fromMillis));
    if (span.toSeconds() < 1) {
      return span.toMillis() + " ms";
    } else if (span.toMinutes() < 1) {
      return span.toSeconds() + " s";
    } else if (span.toHours() < 1) {
      return "%d min %02d s".formatted(span.toMinutes(), span.toSecondsPart());
    } else if (span.toDays() < 1) {
      return "%d h %02d min".formatted(span.toHours(), span.toMinutesPart());
    } else {
      return "%d d %02d h".formatted(span.toDays(), span.toHoursPart());
    }
  }

  /** {@code 1,000,000,000}. */
  static String number(long number) {
    return String.format(Locale.ROOT, "%,d", number);
  }

  /** Rounded down, so that 100 means all; nothing to do is all done. */
  static int percent(long part, long whole) {
    return whole == 0 ? 100 : (int) (100.0 * part / whole);
  }

  /** A constant's name in lower case, with spaces. */
  static String words(Enum<?> constant) {
    return constant.name().toLowerCase(Locale.ROOT).replace('_', ' ');
  }

  /** {@code cpu 4, gpu 1}; a dash for nothing. */
  static String amounts(@Nullable Map<String, Long> amounts) {
    return amounts == null || amounts.isEmpty()
        ? "–"
        : amounts.entrySet().stream()
            .map(entry -> entry.getKey() + " " + number(entry.getValue()))
            .collect(Collectors.joining(", "));
  }
}
