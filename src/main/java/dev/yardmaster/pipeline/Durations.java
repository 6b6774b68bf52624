package dev.yardmaster.pipeline;

import java.time.Duration;
import java.time.format.DateTimeParseException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Durations as people write them: a whole number with a unit ({@code 250ms}, {@code 30s}, {@code
 * 10m}, {@code 2h}, {@code 1d}), or ISO-8601 ({@code PT1H30M}).
 */
public final class Durations {

  /** No duration worth writing is longer; bounds what a message repeats and a parser reads. */
  private static final int MAX_LENGTH = 64;

  private static final Pattern SHORT = Pattern.compile("([0-9]{1,18})(ms|s|m|h|d)");
  private static final String REMEDY = "write it like 250ms, 30s, 10m, 2h, 1d or PT1H30M";

  private Durations() {}

  /**
   * Reads a duration of any sign and size.
   *
   * @throws IllegalArgumentException if it is none; the message says what is wrong and what to do
   */
  public static Duration parse(String text) {
    if (text.length() > MAX_LENGTH) {
      throw new IllegalArgumentException("is too long for a duration; " + REMEDY);
    }
    try {
      Matcher shortForm = SHORT.matcher(text);
      return shortForm.matches()
          ? of(Long.parseLong(shortForm.group(1)), shortForm.group(2))
          : Duration.parse(text);
    } catch (DateTimeParseException | ArithmeticException e) {
      throw new IllegalArgumentException(
          "is " + Words.quoted(text) + ", which is no duration; " + REMEDY, e);
    }
  }

  private static Duration of(long amount, String unit) {
    return switch (unit) {
      case "ms" -> Duration.ofMillis(amount);
      case "s" -> Duration.ofSeconds(amount);
      case "m" -> Duration.ofMinutes(amount);
      case "h" -> Duration.ofHours(amount);
      default -> Duration.ofDays(amount);
    };
  }

  /**
   * The shortest form that {@link #parse} reads back: the greatest unit that needs no fraction, or
   * ISO-8601 below a millisecond, below zero and beyond {@link Limits#MAX_DURATION}.
   */
  public static String format(Duration duration) {
    boolean wholeMillis = duration.getNano() % 1_000_000 == 0;
    if (duration.isNegative() || !wholeMillis || duration.compareTo(Limits.MAX_DURATION) > 0) {
      return duration.toString();
    }
    return duration.getNano() == 0
        ? inWholeUnits(duration.getSeconds())
        : duration.toMillis() + "ms";
  }

  private static String inWholeUnits(long seconds) {
    if (seconds == 0 || seconds % 60 != 0) {
      return seconds + "s";
    } else if (seconds % 3_600 != 0) {
      return seconds / 60 + "m";
    } else if (seconds % 86_400 != 0) {
      return seconds / 3_600 + "h";
    } else {
      return seconds / 86_400 + "d";
    }
  }
}
