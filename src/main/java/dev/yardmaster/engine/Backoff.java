package dev.yardmaster.engine;

import java.time.Duration;

/** How long to wait before the next rebuild: doubles while failures follow one another closely. */
final class Backoff {

  /** A service that lived this many times the longest wait has recovered. */
  private static final int RECOVERED_AFTER = 4;

  private final long first;
  private final long longest;
  private long next;
  private long lastFailure;
  private boolean failedBefore;

  Backoff(Duration first, Duration longest) {
    this.first = first.toNanos();
    this.longest = Math.max(this.first, longest.toNanos());
    this.next = this.first;
  }

  /** Nanoseconds to wait after a failure at {@code now}. */
  long afterFailure(long now) {
    if (failedBefore && now - lastFailure > RECOVERED_AFTER * longest) {
      next = first;
    }
    long wait = next;
    next = Math.min(longest, 2 * next);
    lastFailure = now;
    failedBefore = true;
    return wait;
  }
}
