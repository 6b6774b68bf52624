package dev.yardmaster.worker.command;

/** Bounds what a command may say in an error. */
final class Errors {

  /** The end of stderr and a line about it; the same bound as the end itself, roughly. */
  static final int MAX_LENGTH = 4096;

  private Errors() {}

  /** Keeps the first line, which says what happened, and the end, which says why. */
  static String bounded(String text) {
    // Not every database can store it.
    String error = text.replace('\0', ' ');
    if (error.length() <= MAX_LENGTH) {
      return error;
    }
    int lineEnd = error.indexOf('\n');
    String head = lineEnd >= 0 && lineEnd < 200 ? error.substring(0, lineEnd + 1) : "";
    String cut = head + "…";
    return cut + error.substring(error.length() - (MAX_LENGTH - cut.length()));
  }
}
