package dev.yardmaster.scheduler.state;

/** Something that has at most one next deadline. */
public abstract sealed class Timed permits Run, Task, Binding, Worker, PlannedMoves {

  /** No deadline at all. */
  public static final long NEVER = Long.MAX_VALUE;

  /** Where it stands in the timers: set and read by {@link Timers} alone. */
  long scheduledFor = NEVER;

  /** Its deadline now, in service time; {@link #NEVER} where it has none. */
  public abstract long due();

  /** Breaks ties between equal deadlines; no two things have the same, on any machine. */
  abstract String timerKey();
}
