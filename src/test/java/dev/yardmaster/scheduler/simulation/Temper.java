package dev.yardmaster.scheduler.simulation;

/** What a worker is like. Each does some of its blocks as it should, or it would be told apart. */
enum Temper {
  PROMPT(Deed.COMPLETE),
  CLUMSY(Deed.FAIL),
  BRITTLE(Deed.DIE_SILENTLY),
  HONEST(Deed.DIE_WITH_REPORT),
  POLITE(Deed.LEAVE),
  SLEEPY(Deed.HANG_SILENTLY),
  DEAF(Deed.HANG_WITH_HEARTBEATS),
  MUTE(Deed.STOP_ASKING),
  WILD(null);

  /** What a worker does with the block in its hands. */
  enum Deed {
    COMPLETE,
    FAIL,
    DIE_SILENTLY,
    /** Its process ends with an exit code; the worker itself stays. */
    DIE_WITH_REPORT,
    LEAVE,
    /** Does nothing, not even heartbeats, and then goes on as if nothing had been. */
    HANG_SILENTLY,
    /** Works for longer than it may. */
    HANG_WITH_HEARTBEATS,
    /** Completes, and then only sends heartbeats for longer than it may. */
    STOP_ASKING
  }

  private final @org.jspecify.annotations.Nullable Deed oddity;

  Temper(@org.jspecify.annotations.Nullable Deed oddity) {
    this.oddity = oddity;
  }

  Deed next(Chance chance, double oddness) {
    if (!chance.happens(oddness)) {
      return Deed.COMPLETE;
    }
    return oddity == null ? chance.oneOf(Deed.values()) : oddity;
  }
}
