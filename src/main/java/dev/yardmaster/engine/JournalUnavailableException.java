package dev.yardmaster.engine;

import org.jspecify.annotations.Nullable;

/** The journal could not say that a batch is committed; the caller may try again later. */
public final class JournalUnavailableException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  public JournalUnavailableException(String message, @Nullable Throwable cause) {
    super(message, cause);
  }
}
