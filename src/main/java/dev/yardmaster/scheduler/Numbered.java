package dev.yardmaster.scheduler;

import java.util.Optional;

/** Reads ids of the form prefix and number. */
final class Numbered {

  /** Decimal digits that always fit a long. */
  private static final int MAX_DIGITS = 18;

  private Numbered() {}

  static Optional<Long> parse(String prefix, String text) {
    if (!text.startsWith(prefix)) {
      return Optional.empty();
    }
    String digits = text.substring(prefix.length());
    if (digits.isEmpty() || digits.length() > MAX_DIGITS) {
      return Optional.empty();
    }
    for (int i = 0; i < digits.length(); i++) {
      if (digits.charAt(i) < '0' || digits.charAt(i) > '9') {
        return Optional.empty();
      }
    }
    return Optional.of(Long.parseLong(digits));
  }
}
