package dev.yardmaster.engine;

import java.util.function.LongConsumer;
import java.util.function.LongSupplier;

/**
 * Bounds how many lines of one kind the log gets, and counts what had no room. What is worth a line
 * comes by the thousand when a network or a database fails. Thread-safe.
 */
public final class LineLimit {

  /** What a person can read; the first ones say why. */
  public static final int MAX_LINES_A_SECOND = 20;

  private static final long SECOND = 1_000_000_000L;

  private final LongSupplier nanos;
  private final LongConsumer tellLeftOut;
  private boolean begun;
  private long windowEnds;
  private int lines;
  private long leftOut;

  /**
   * @param nanos a clock that only goes forward
   * @param tellLeftOut told how many had no room, before the first that has room again
   */
  public LineLimit(LongSupplier nanos, LongConsumer tellLeftOut) {
    this.nanos = nanos;
    this.tellLeftOut = tellLeftOut;
  }

  /** Whether there is room for one more line, which then counts as written. */
  public synchronized boolean hasRoom() {
    long now = nanos.getAsLong();
    if (!begun || now - windowEnds >= 0) {
      begun = true;
      windowEnds = now + SECOND;
      lines = 0;
      if (leftOut > 0) {
        tellLeftOut.accept(leftOut);
        leftOut = 0;
      }
    }
    if (lines < MAX_LINES_A_SECOND) {
      lines++;
      return true;
    }
    leftOut++;
    return false;
  }
}
