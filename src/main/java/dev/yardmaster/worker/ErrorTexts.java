package dev.yardmaster.worker;

import org.jspecify.annotations.Nullable;

/** Texts of workers as they are kept: bounded, and without what a database cannot store. */
final class ErrorTexts {

  private static final char CUT = '…';
  private static final char UNREADABLE = '\uFFFD';

  private ErrorTexts() {}

  /** At most {@link WorkerLimits#MAX_ERROR} characters, from the end; null stays null. */
  static @Nullable String bounded(@Nullable String text) {
    if (text == null) {
      return null;
    }
    int surplus = text.length() - WorkerLimits.MAX_ERROR;
    String kept = surplus > 0 ? CUT + text.substring(surplus + 1) : text;
    return isStorable(kept) ? kept : storable(kept);
  }

  /** Whether there is nothing that {@link #storable} would have to look at. */
  private static boolean isStorable(String text) {
    return text.chars().noneMatch(c -> c == 0 || Character.isSurrogate((char) c));
  }

  /** No NUL, which PostgreSQL refuses, and no half of a surrogate pair, which is no UTF-8. */
  private static String storable(String text) {
    StringBuilder result = new StringBuilder(text.length());
    text.codePoints()
        .map(c -> c == 0 || Character.getType(c) == Character.SURROGATE ? UNREADABLE : c)
        .forEach(result::appendCodePoint);
    return result.toString();
  }
}
