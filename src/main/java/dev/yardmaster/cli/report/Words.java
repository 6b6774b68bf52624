package dev.yardmaster.cli.report;

import java.time.Duration;
import java.util.Locale;

/** Amounts in words. */
public final class Words {

  private Words() {}

  /** {@code 1 block}, {@code 2 blocks}. */
  public static String count(long amount, String noun) {
    return amount + " " + noun + (amount == 1 ? "" : "s");
  }

  /** A clock that has run since a start: {@code 0:05}, {@code 12:40}, {@code 3:02:09}. */
  public static String clock(Duration elapsed) {
    long hours = elapsed.toHours();
    return hours == 0
        ? format("%d:%02d", elapsed.toMinutesPart(), elapsed.toSecondsPart())
        : format("%d:%02d:%02d", hours, elapsed.toMinutesPart(), elapsed.toSecondsPart());
  }

  /** How long something took: {@code 0.4 s}, {@code 12.3 s}, then as {@link #clock}. */
  public static String took(Duration time) {
    return time.toMinutes() == 0 ? format("%.1f s", time.toMillis() / 1000.0) : clock(time);
  }

  /**
   * Blocks a second, with as many digits as a person reads: {@code 0.25}, {@code 3.8}, {@code 120}.
   */
  public static String rate(double perSecond) {
    String digits = perSecond < 1 ? "%.2f" : perSecond < 10 ? "%.1f" : "%.0f";
    return format(digits, perSecond);
  }

  private static String format(String pattern, Object... values) {
    return String.format(Locale.ROOT, pattern, values);
  }
}
