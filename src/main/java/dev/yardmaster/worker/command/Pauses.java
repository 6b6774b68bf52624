package dev.yardmaster.worker.command;

import java.time.Duration;
import java.util.random.RandomGenerator;

/**
 * Growing pauses between attempts: each up to twice the one before, bounded, and at random between
 * half and the whole of it, so that a thousand workers do not return to a restarted service in the
 * same instant. Used by one thread.
 */
final class Pauses {

  private final Duration first;
  private final Duration longest;
  private final RandomGenerator random;
  private Duration next;

  Pauses(Duration first, Duration longest, RandomGenerator random) {
    this.first = first;
    this.longest = longest;
    this.random = random;
    this.next = first;
  }

  /** The next pause, and a longer one after it. */
  Duration next() {
    long nanos = next.toNanos();
    Duration doubled = next.multipliedBy(2);
    next = doubled.compareTo(longest) < 0 ? doubled : longest;
    return Duration.ofNanos(nanos / 2 + random.nextLong(nanos / 2 + 1));
  }

  /** The next pause, but not before the service's own wish, which is bounded like the rest. */
  Duration next(Duration atLeast) {
    Duration own = next();
    Duration wish = atLeast.compareTo(longest) < 0 ? atLeast : longest;
    return own.compareTo(wish) < 0 ? wish.plus(own.dividedBy(4)) : own;
  }

  /** Something went well: begins again with the shortest. */
  void reset() {
    next = first;
  }
}
