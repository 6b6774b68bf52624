package dev.yardmaster.scheduler.simulation.oracle;

/** A promise that was broken. */
public final class Violation extends AssertionError {

  public Violation(String message) {
    super(message);
  }

  static void unless(boolean holds, String message, Object... about) {
    if (!holds) {
      throw new Violation(message.formatted(about));
    }
  }
}
