package dev.yardmaster.journal.postgres;

import java.time.Duration;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Patience at the start: a database that is still starting, or a predecessor that is still
 * stopping, is waited for. What time does not change, such as a wrong password, is told at once.
 */
public final class FirstContact {

  /** Waits between two attempts. */
  interface Pause {
    void make(Duration length) throws InterruptedException;
  }

  private static final Logger LOG = LoggerFactory.getLogger(FirstContact.class);

  private static final Duration BETWEEN_ATTEMPTS = Duration.ofMillis(500);

  private static final String LIMIT = "yardmaster.database.wait-at-start";

  private final Supplier<Attempt> attempts;
  private final String address;
  private final LongSupplier nanoTime;
  private final Pause pause;

  FirstContact(Supplier<Attempt> attempts, String address, LongSupplier nanoTime, Pause pause) {
    this.attempts = attempts;
    this.address = address;
    this.nanoTime = nanoTime;
    this.pause = pause;
  }

  /** With the machine's clock. */
  public static FirstContact with(AdvisoryLock lock) {
    return new FirstContact(lock::attempt, lock.address(), System::nanoTime, Thread::sleep);
  }

  /**
   * Returns when the database is this service's own.
   *
   * @param longest how long to wait for it; zero for a single attempt
   * @throws DatabaseProblemException if it cannot be had
   */
  public void await(Duration longest) {
    long begun = nanoTime.getAsLong();
    String said = "";
    while (true) {
      Attempt attempt = attempts.get();
      switch (attempt) {
        case Attempt.Held() -> {
          return;
        }
        case Attempt.Failed failed when !failed.mayPass() -> throw refused(failed);
        case Attempt.Failed _, Attempt.Taken _ -> {}
      }
      if (nanoTime.getAsLong() - begun >= longest.toNanos()) {
        throw inVain(attempt, longest);
      }
      said = say(attempt, longest, said);
      pause();
    }
  }

  /** Each reason once, not twice a second. */
  private String say(Attempt attempt, Duration longest, String said) {
    String words = words(attempt);
    if (!words.equals(said)) {
      LOG.warn("{} It is waited for, up to {} in all ({}).", words, text(longest), LIMIT);
    }
    return words;
  }

  private String words(Attempt attempt) {
    return switch (attempt) {
      case Attempt.Held() -> "The database " + address + " is this service's.";
      case Attempt.Taken(String by) ->
          "The database " + address + " is in use by another Yardmaster (" + by + ").";
      case Attempt.Failed failed ->
          "PostgreSQL at " + address + " does not answer: " + failed.why() + ".";
    };
  }

  private DatabaseProblemException inVain(Attempt attempt, Duration longest) {
    String message = words(attempt) + " It was waited for " + text(longest) + " (" + LIMIT + ").";
    return switch (attempt) {
      case Attempt.Taken _ ->
          new DatabaseProblemException(
              message,
              "Stop that one, or give this one a database of its own with spring.datasource.url.",
              null);
      case Attempt.Failed failed ->
          new DatabaseProblemException(
              message,
              "Start it, and see that spring.datasource.url names its host and port and that"
                  + " nothing is in the way.",
              failed.cause());
      case Attempt.Held() -> throw new IllegalStateException("not in vain");
    };
  }

  private DatabaseProblemException refused(Attempt.Failed failed) {
    return new DatabaseProblemException(
        "PostgreSQL at " + address + " refuses the service: " + failed.why() + ".",
        "Check spring.datasource.url, username and password, and that the database exists and"
            + " belongs to that user.",
        failed.cause());
  }

  private static String text(Duration longest) {
    return longest.toMillis() % 1000 == 0 ? longest.toSeconds() + " s" : longest.toMillis() + " ms";
  }

  private void pause() {
    try {
      pause.make(BETWEEN_ATTEMPTS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new DatabaseProblemException(
          "The service was stopped while it waited for PostgreSQL at " + address + ".",
          "Start it again when the database is there.",
          e);
    }
  }
}
