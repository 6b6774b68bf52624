package dev.yardmaster.scheduler;

/** States of a run; all but the first are terminal (semantics §9). */
public enum RunState {
  /** Some task is. */
  RUNNING,
  /** Every task is done, nothing failed, nothing was orphaned. */
  SUCCEEDED,
  /** Anything failed, was orphaned or abandoned. */
  FAILED,
  /** Ended by a person or by the pipeline's timeout. */
  CANCELLED;

  /** Whether the run has ended. */
  public boolean terminal() {
    return this != RUNNING;
  }
}
