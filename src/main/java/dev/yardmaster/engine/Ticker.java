package dev.yardmaster.engine;

import dev.yardmaster.scheduler.Moment;
import java.time.Duration;
import java.util.OptionalLong;

/**
 * Service time: how long the service has been able to answer. It goes on from where the journal
 * ends, with the monotonic clock, but leaves out what no worker could have used: a suspended
 * process, a long collection of garbage, a database that does not answer (semantics §10).
 */
final class Ticker {

  /** The writer looks at least once a second; what is far more than that, it was not there for. */
  static final Duration MAX_STEP = Duration.ofSeconds(5);

  /** Commits take milliseconds; nobody gets an answer while one takes longer than this. */
  static final Duration STALL_GRACE = Duration.ofSeconds(2);

  private static final long NANOS_PER_TICK = 1_000_000;

  private final EngineClock clock;
  private long serviceNanos;
  private long lastLook;

  Ticker(EngineClock clock) {
    this.clock = clock;
    this.lastLook = clock.nanos();
  }

  /** Goes on from these ticks, or from its own if it is further: time never goes back. */
  void resume(long ticks) {
    serviceNanos = Math.max(serviceNanos, Math.multiplyExact(ticks, NANOS_PER_TICK));
    lastLook = clock.nanos();
  }

  /**
   * @param committingSince when the commit began that is not over yet, by the same clock's {@code
   *     nanos}
   */
  Moment look(OptionalLong committingSince) {
    long now = clock.nanos();
    long passed = now - lastLook;
    if (committingSince.isPresent()) {
      long untilStalled = committingSince.getAsLong() + STALL_GRACE.toNanos() - lastLook;
      passed = Math.min(passed, untilStalled);
    }
    serviceNanos += Math.clamp(passed, 0, MAX_STEP.toNanos());
    lastLook = now;
    return new Moment(serviceNanos / NANOS_PER_TICK, clock.wallMillis());
  }
}
