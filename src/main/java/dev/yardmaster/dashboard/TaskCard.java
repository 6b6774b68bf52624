package dev.yardmaster.dashboard;

import dev.yardmaster.api.ExplainText;
import dev.yardmaster.pipeline.TaskSpec;
import dev.yardmaster.scheduler.task.Counters;
import dev.yardmaster.scheduler.view.RunView.TaskState;
import dev.yardmaster.scheduler.view.RunView.TaskView;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A task on a run's page.
 *
 * @param workers alive and allowed
 * @param starts used and allowed
 * @param deaths workers that ended dirty; null where none did
 * @param messages why it waits, or what became of it, in sentences
 * @param failures its failed blocks; empty where there are none
 */
record TaskCard(
    String id,
    String state,
    String stateClass,
    int percent,
    Bar bar,
    String workers,
    String starts,
    @Nullable String deaths,
    @Nullable String took,
    String requires,
    List<String> tags,
    List<String> messages,
    List<FailedBlock> failures,
    long failed) {

  static TaskCard of(TaskView task, TaskSpec spec, List<FailedBlock> failures, long now) {
    Counters counters = task.counters();
    return new TaskCard(
        task.id(),
        state(task),
        state(task),
        Shown.percent(counters.completed(), counters.total()),
        Bar.of(counters),
        workers(task, spec),
        "%s of %s used"
            .formatted(Shown.number(counters.workerStarts()), Shown.number(spec.startBudget())),
        counters.workerFailures() == 0 ? null : Shown.number(counters.workerFailures()),
        took(task, now),
        Shown.amounts(spec.requires().amounts()),
        List.copyOf(spec.tags()),
        messages(task),
        failures,
        counters.failed());
  }

  /** To a person, a task of which no block was ever handed out does not run. */
  private static String state(TaskView task) {
    boolean waits = task.state() == TaskState.RUNNING && task.startedAt() == null;
    return waits ? "waiting" : Shown.words(task.state());
  }

  private static String workers(TaskView task, TaskSpec spec) {
    String idle = task.idle() == 0 ? "" : " (" + Shown.number(task.idle()) + " idle)";
    return "%s of %s alive%s"
        .formatted(Shown.number(task.alive()), Shown.number(spec.maxWorkers()), idle);
  }

  private static @Nullable String took(TaskView task, long now) {
    Long started = task.startedAt();
    Long ended = task.endedAt();
    return started == null ? null : Shown.span(started, ended == null ? now : ended);
  }

  private static List<String> messages(TaskView task) {
    List<String> messages = new ArrayList<>();
    if (task.state() == TaskState.ABANDONED) {
      String end = task.counters().orphaned() == 0 ? "." : "; " + orphaned(task.counters()) + ".";
      messages.add("The task " + ExplainText.abandoned(task.reason()) + end);
    }
    task.waiting().forEach(waiting -> messages.add(ExplainText.sentence(waiting)));
    return messages;
  }

  private static String orphaned(Counters counters) {
    long orphaned = counters.orphaned();
    return orphaned == 1
        ? "1 block will never be executed"
        : Shown.number(orphaned) + " blocks will never be executed";
  }
}
