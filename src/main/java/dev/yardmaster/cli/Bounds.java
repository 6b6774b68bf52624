package dev.yardmaster.cli;

import org.jspecify.annotations.Nullable;

/** Numbers given as options. */
final class Bounds {

  static final int MOST_PORT = 65_535;

  /** Each is a thread and a process; more help nobody on one machine. */
  static final int MOST_WORKERS = 1_024;

  private Bounds() {}

  /**
   * @param value null for an option that was left out
   * @throws BadInputException if it is outside the bounds
   */
  static void check(String option, @Nullable Integer value, int least, int most) {
    if (value != null && (value < least || value > most)) {
      throw new BadInputException(
          option + "=" + value + ": must be at least " + least + " and at most " + most);
    }
  }
}
