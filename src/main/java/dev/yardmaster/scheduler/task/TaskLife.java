package dev.yardmaster.scheduler.task;

/**
 * The life cycle of a task as a type: {@link Running} has the operations, the terminal variants are
 * frozen counters and have none. Whoever wants to change a counter must first be handed a {@code
 * Running}; a late event for a terminal task finds nothing there and is dropped (semantics §3).
 */
public sealed interface TaskLife permits Running, Done, Abandoned {

  /** The counters now; frozen once terminal. */
  Counters counters();
}
