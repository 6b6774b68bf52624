package dev.yardmaster.dashboard;

import dev.yardmaster.scheduler.RunState;
import dev.yardmaster.scheduler.task.Counters;
import dev.yardmaster.scheduler.view.RunSummary;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A run in the list.
 *
 * @param stateClass gives the state its look
 * @param percent of its blocks that need nothing further
 * @param bar these, in the colours of how they ended
 * @param lost how many of them failed or are orphaned, in words; null where none is
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
    Bar bar,
    @Nullable String lost,
    String blocks,
    String submitted,
    String took) {

  static RunRow of(RunSummary run, long now) {
    Long ended = run.endedAt();
    Counters counters = run.counters();
    return new RunRow(
        run.id().value(),
        run.pipeline(),
        Shown.words(run.state()),
        Shown.words(run.state()),
        run.state() == RunState.RUNNING,
        run.why(),
        Shown.percent(counters.settled(), counters.total()),
        Bar.ofSettled(counters),
        lost(counters),
        Shown.number(counters.settled()) + " of " + Shown.number(counters.total()),
        Shown.time(run.submittedAt()),
        Shown.span(run.submittedAt(), ended == null ? now : ended));
  }

  /** A run that has come to its end is all settled; whether it was done is another thing. */
  private static @Nullable String lost(Counters counters) {
    List<String> parts = new ArrayList<>();
    if (counters.failed() > 0) {
      parts.add(Shown.number(counters.failed()) + " failed");
    }
    if (counters.orphaned() > 0) {
      parts.add(Shown.number(counters.orphaned()) + " orphaned");
    }
    return parts.isEmpty() ? null : String.join(", ", parts);
  }
}
