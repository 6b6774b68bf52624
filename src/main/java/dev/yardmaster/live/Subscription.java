package dev.yardmaster.live;

import dev.yardmaster.scheduler.RunId;
import java.util.List;

/**
 * What a client wants to hear of.
 *
 * @param all every run, in summary
 * @param runs these in detail, each once
 */
record Subscription(boolean all, List<RunId> runs) {

  /** Of every run. */
  static final String ALL = "*";

  Subscription {
    runs = List.copyOf(runs);
  }

  /** Whether events of this run are for it. */
  boolean wants(RunId run) {
    return all || runs.contains(run);
  }
}
