package dev.yardmaster.engine;

/** The machine's clocks, so that tests can choose what they say. */
public interface EngineClock {

  /** Nanoseconds since some moment; never goes back, does not follow corrections of the date. */
  long nanos();

  /** Milliseconds since the epoch; for people's eyes. */
  long wallMillis();

  /** The real ones. */
  static EngineClock system() {
    return new EngineClock() {
      @Override
      public long nanos() {
        return System.nanoTime();
      }

      @Override
      public long wallMillis() {
        return System.currentTimeMillis();
      }
    };
  }
}
