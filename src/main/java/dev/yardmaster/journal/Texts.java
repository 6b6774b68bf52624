package dev.yardmaster.journal;

import org.jspecify.annotations.Nullable;

/** Fits people's and programs' texts into columns. */
final class Texts {

  /** Characters of a message or an error: the end of a process's stderr, and what is said of it. */
  static final int MAX_LENGTH = 8192;

  /** Of a text that is too long, so much of its beginning stays; the rest is its end. */
  private static final int BEGINNING = 1024;

  private static final String GAP = " … ";

  private Texts() {}

  /**
   * The text as every database takes it. Of one that is too long the middle is left out: programs
   * say last why they ended.
   */
  static @Nullable String storable(@Nullable String text) {
    if (text == null) {
      return null;
    }
    // PostgreSQL takes any character but this one.
    String clean = text.replace('\0', '\uFFFD');
    if (clean.length() <= MAX_LENGTH) {
      return clean;
    }
    int end = MAX_LENGTH - BEGINNING - GAP.length();
    return clean.substring(0, BEGINNING) + GAP + clean.substring(clean.length() - end);
  }
}
