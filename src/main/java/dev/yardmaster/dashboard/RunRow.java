package dev.yardmaster.dashboard;

import dev.yardmaster.scheduler.RunState;
import dev.yardmaster.scheduler.view.RunSummary;
import org.jspecify.annotations.Nullable;

/**
 * A run in the list.
 *
 * @param stateClass gives the state its look
 * @param percent of its blocks that need nothing further
 * @param took until now, where it has not ended
 */
record RunRow(
    String id,
    String pipeline,
    String state,
    String stateClass,
    boolean running,
    @Nullable String why,
    int percent,
    String blocks,
    String submitted,
    String took) {

  static RunRow of(RunSummary run, long now) {
    Long ended = run.endedAt();
    return new RunRow(
        run.id().value(),
        run.pipeline(),
        Shown.words(run.state()),
        Shown.words(run.state()),
        run.state() == RunState.RUNNING,
        run.why(),
        Shown.percent(run.settled(), run.total()),
        Shown.number(run.settled()) + " of " + Shown.number(run.total()),
        Shown.time(run.submittedAt()),
        Shown.span(run.submittedAt(), ended == null ? now : ended));
  }
}
