package dev.yardmaster.scheduler.task;

/** Why a task was given up. */
public enum AbandonReason {
  /** No worker is alive, none may be started any more, and blocks remain. */
  RESTART_CAP_EXHAUSTED,
  /** Something that it waits for was given up. */
  UPSTREAM_ABANDONED,
  /** A person, or the run's timeout, cancelled the run. */
  CANCELLED
}
