package dev.yardmaster.journal.postgres;

import org.jspecify.annotations.Nullable;

/** The service cannot start with this database. */
public final class DatabaseProblemException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final String remedy;

  DatabaseProblemException(String message, String remedy, @Nullable Throwable cause) {
    super(message, cause);
    this.remedy = remedy;
  }

  /** What to do. */
  public String remedy() {
    return remedy;
  }
}
