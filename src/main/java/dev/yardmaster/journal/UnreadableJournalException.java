package dev.yardmaster.journal;

import org.jspecify.annotations.Nullable;

/** What is stored cannot be understood by this program. */
final class UnreadableJournalException extends IllegalStateException {
  private static final long serialVersionUID = 1L;

  UnreadableJournalException(String message, @Nullable Throwable cause) {
    super(message, cause);
  }
}
