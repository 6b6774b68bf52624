package dev.yardmaster.scheduler.simulation;

/**
 * Which tasks compete for the same key of a budget. As long as nothing takes a budget back from an
 * idle worker, a task may hold what its own inputs need, for ever; histories then keep to keys that
 * only tasks of one depth share, whose holders wait for others that cannot wait for them.
 */
enum Competition {
  /** A key for each depth of the graph: nobody waits for somebody who waits for him. */
  WITHIN_ONE_DEPTH,
  /** Needs a scheduler whose idle bindings give way (semantics §7). */
  BETWEEN_ALL_TASKS;

  /** What the histories go by. */
  static final Competition NOW = BETWEEN_ALL_TASKS;

  String key(int which, int depth) {
    return switch (this) {
      case WITHIN_ONE_DEPTH -> (which == 0 ? "cpu" : "gpu") + "-" + depth;
      case BETWEEN_ALL_TASKS -> which == 0 ? "cpu" : "gpu";
    };
  }
}
