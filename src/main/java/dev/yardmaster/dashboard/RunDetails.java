package dev.yardmaster.dashboard;

import dev.yardmaster.scheduler.RunState;
import dev.yardmaster.scheduler.view.RunView;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A run's page.
 *
 * @param percent of its blocks that need nothing further
 * @param lateEvents results that came too late; null where none did
 */
record RunDetails(
    String id,
    String pipeline,
    String state,
    String stateClass,
    boolean running,
    @Nullable String why,
    int percent,
    String submitted,
    @Nullable String ended,
    String took,
    String budget,
    String used,
    @Nullable String lateEvents,
    List<TaskCard> tasks,
    List<EventRow> events) {

  static RunDetails of(RunView run, List<TaskCard> tasks, List<EventRow> events, long now) {
    Long ended = run.endedAt();
    return new RunDetails(
        run.id().value(),
        run.pipeline().name(),
        Shown.words(run.state()),
        Shown.words(run.state()),
        run.state() == RunState.RUNNING,
        run.why(),
        percent(run),
        Shown.time(run.submittedAt()),
        ended == null ? null : Shown.time(ended),
        Shown.span(run.submittedAt(), ended == null ? now : ended),
        Shown.amounts(run.budget() == null ? null : run.budget().amounts()),
        Shown.amounts(run.used().amounts()),
        run.lateEventsDropped() == 0 ? null : Shown.number(run.lateEventsDropped()),
        tasks,
        events);
  }

  private static int percent(RunView run) {
    long settled = 0;
    long total = 0;
    for (RunView.TaskView task : run.tasks()) {
      settled +=
          task.counters().completed() + task.counters().failed() + task.counters().orphaned();
      total += task.counters().total();
    }
    return Shown.percent(settled, total);
  }
}
