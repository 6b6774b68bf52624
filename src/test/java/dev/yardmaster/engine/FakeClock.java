package dev.yardmaster.engine;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;

/** Stands still until it is told to go on. */
final class FakeClock implements EngineClock {

  static final long WALL = 1_800_000_000_000L;

  private final AtomicLong nanos = new AtomicLong();

  void advance(Duration duration) {
    nanos.addAndGet(duration.toNanos());
  }

  @Override
  public long nanos() {
    return nanos.get();
  }

  @Override
  public long wallMillis() {
    return WALL + nanos.get() / 1_000_000;
  }
}
