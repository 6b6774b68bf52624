package dev.yardmaster.cli.report;

import dev.yardmaster.cli.client.EventAnswer;
import dev.yardmaster.cli.client.FailedBlock;
import dev.yardmaster.cli.client.FailedBlock.Attempt;
import dev.yardmaster.cli.client.RunAnswer;
import dev.yardmaster.cli.client.TaskAnswer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Why a run failed and what to do about it.
 *
 * @param failed blocks that failed for good, of tasks that have any; a sample is enough
 * @param events entries of the audit trail that tell of a worker's end before its task's
 */
public record FailureReport(
    RunAnswer run, Map<String, List<FailedBlock>> failed, List<EventAnswer> events) {

  /** Nothing for a run without failures. */
  public List<String> lines() {
    List<String> lines = new ArrayList<>();
    List<String> what = what();
    if (!what.isEmpty()) {
      lines.add("What failed");
      lines.addAll(what);
    }
    ErrorGroups errors = errors();
    if (!errors.isEmpty()) {
      lines.add("Errors");
      lines.addAll(errors.lines());
    }
    List<String> todo = todo();
    if (!todo.isEmpty()) {
      lines.add("What to do");
      lines.addAll(todo);
    }
    return lines;
  }

  private List<String> what() {
    return run.tasks().stream().filter(FailureReport::hurt).map(FailureReport::what).toList();
  }

  private static boolean hurt(TaskAnswer task) {
    return task.state() == TaskAnswer.State.ABANDONED
        || task.counters().failed() > 0
        || task.counters().orphaned() > 0;
  }

  private static String what(TaskAnswer task) {
    List<String> parts = new ArrayList<>();
    if (task.state() == TaskAnswer.State.ABANDONED) {
      parts.add(abandoned(task));
    }
    if (task.counters().failed() > 0) {
      parts.add(Words.count(task.counters().failed(), "block") + " failed");
    }
    if (task.counters().orphaned() > 0) {
      parts.add(Words.count(task.counters().orphaned(), "block") + " never executed");
    }
    return "  " + task.id() + ": " + String.join(", ", parts);
  }

  private static String abandoned(TaskAnswer task) {
    return exhausted(task)
        ? Reasons.ending(task)
            + " ("
            + task.counters().workerStarts()
            + " of "
            + task.startsAllowed()
            + " used, "
            + Words.count(task.counters().workerFailures(), "worker failure")
            + ")"
        : Reasons.ending(task);
  }

  private static boolean exhausted(TaskAnswer task) {
    return "restart_cap_exhausted".equals(task.reason());
  }

  /** Of a block the last attempt; a worker's end only where no block of its task tells of it. */
  private ErrorGroups errors() {
    ErrorGroups errors = new ErrorGroups();
    failed.forEach(
        (task, blocks) ->
            blocks.stream()
                .filter(block -> !block.attempts().isEmpty())
                .forEach(block -> add(errors, task, block)));
    events.stream()
        .filter(event -> !failed.containsKey(String.valueOf(event.task())))
        .forEach(event -> errors.add(event.kind(), where(event), event.message()));
    return errors;
  }

  private static void add(ErrorGroups errors, String task, FailedBlock block) {
    Attempt last = block.attempts().getLast();
    String error = last.error() == null ? "it said nothing about the cause" : last.error();
    errors.add(task, task + ", block " + block.block() + ", attempt " + last.attempt(), error);
  }

  private static String where(EventAnswer event) {
    return event.task() == null ? "the run" : event.task();
  }

  private List<String> todo() {
    List<String> todo = new ArrayList<>();
    if (run.tasks().stream().anyMatch(task -> task.counters().failed() > 0)) {
      todo.add(
          "  Repair the cause, then run again. Where a block may fail by chance, raise its task's"
              + " max_retries.");
    }
    if (run.tasks().stream().anyMatch(FailureReport::exhausted)) {
      todo.add(
          "  Find out why the workers ended (above). Where that is to be expected, raise"
              + " max_worker_restarts.");
    }
    return todo;
  }
}
