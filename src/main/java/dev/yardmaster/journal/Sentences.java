package dev.yardmaster.journal;

import dev.yardmaster.engine.Journal.TaskRow;
import dev.yardmaster.pipeline.TaskSpec;
import dev.yardmaster.scheduler.RunState;
import dev.yardmaster.scheduler.TaskId;
import dev.yardmaster.scheduler.event.Event;
import dev.yardmaster.scheduler.event.Event.BlockResult;
import dev.yardmaster.scheduler.event.Event.ChargedBlock;
import dev.yardmaster.scheduler.event.Event.EndKind;
import dev.yardmaster.scheduler.task.Counters;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The words of the audit trail: what happened, to whom, and what follows or can be done. */
final class Sentences {

  private Sentences() {}

  static String submitted(Event.RunSubmitted submitted) {
    List<TaskSpec> tasks = submitted.pipeline().tasks();
    long blocks = tasks.stream().mapToLong(TaskSpec::blocks).sum();
    String by = submitted.by() == null ? "" : " by " + submitted.by();
    return "Submitted"
        + by
        + ": "
        + counted(tasks.size(), "task")
        + " with "
        + counted(blocks, "block")
        + " in all.";
  }

  static String kind(RunState state) {
    return switch (state) {
      case RUNNING -> "run_running";
      case SUCCEEDED -> "run_succeeded";
      case FAILED -> "run_failed";
      case CANCELLED -> "run_cancelled";
    };
  }

  static String ended(Event.RunEnded ended) {
    String because = ended.why() == null ? "." : ": " + sentence(ended.why());
    return switch (ended.state()) {
      case RUNNING -> "The run goes on" + because;
      case SUCCEEDED -> "The run succeeded" + because;
      case FAILED ->
          ended.why() == null
              ? "The run failed; the entries before this one say which tasks, and why."
              : "The run failed" + because;
      case CANCELLED -> "The run was cancelled" + because;
    };
  }

  static String done(Event.TaskDone done, @Nullable TaskRow row) {
    String name = done.task().task();
    if (row == null) {
      return name + " is done.";
    }
    Counters counters = row.counters();
    StringBuilder text = new StringBuilder(name).append(" is done: ");
    text.append(counters.completed()).append(" of ").append(counted(counters.total(), "block"));
    text.append(" completed");
    if (counters.skipped() > 0) {
      text.append(" (").append(counters.skipped()).append(" before the run)");
    }
    if (counters.failed() > 0) {
      text.append(", ").append(counters.failed()).append(" failed for good");
    }
    if (counters.orphaned() > 0) {
      text.append(", ").append(counters.orphaned()).append(" orphaned");
    }
    return text.append(". ").append(workers(counters)).toString();
  }

  private static String workers(Counters counters) {
    return counted(counters.workerStarts(), "worker start")
        + ", "
        + counted(counters.workerFailures(), "worker failure")
        + ".";
  }

  static String abandoned(Event.TaskAbandoned abandoned, @Nullable TaskRow row) {
    String name = abandoned.task().task();
    String orphaned = counted(abandoned.orphaned(), "block") + " will not be done.";
    return switch (abandoned.reason()) {
      case RESTART_CAP_EXHAUSTED ->
          name
              + " was given up: no worker is alive and all its worker starts are used up. "
              + orphaned
              + (row == null ? "" : " " + workers(row.counters()))
              + " Earlier entries say how its workers ended; max_worker_restarts allows more.";
      case UPSTREAM_ABANDONED ->
          name + " was given up because a task that it waits for was. " + orphaned;
      case CANCELLED -> name + " ended because the run was cancelled. " + orphaned;
    };
  }

  static String launched(Event.BindingLaunched launched) {
    return "Launcher "
        + launched.launcher()
        + " was told to start a process for "
        + launched.task().task()
        + ".";
  }

  static String kind(EndKind end) {
    return switch (end) {
      case DRAINED -> "worker_drained";
      case CLEAN -> "worker_left";
      case RETIRED -> "worker_retired";
      case DIRTY -> "worker_failed";
    };
  }

  /**
   * @param who at the beginning of a sentence
   */
  static String endOfBinding(
      String who, TaskId task, EndKind end, String why, @Nullable ChargedBlock charged) {
    String name = task.task();
    String what =
        switch (end) {
          case DRAINED -> " is let go because " + name + " has ended: ";
          case CLEAN -> " stopped working on " + name + ": ";
          case RETIRED -> " is asked to leave " + name + ": ";
          case DIRTY -> " failed at " + name + ": ";
        };
    String because = end == EndKind.DRAINED ? why.replace('_', ' ') : why;
    return who + what + sentence(because) + (charged == null ? "" : " " + charged(charged));
  }

  private static String charged(ChargedBlock charged) {
    String which = "Its block " + charged.block() + " (attempt " + charged.attempt() + ")";
    return charged.result() == BlockResult.FAILED
        ? which + " has failed for good."
        : which + " is tried again.";
  }

  static String failed(TaskId task, long block, int attempt, @Nullable String error) {
    String what =
        "Block " + block + " of " + task.task() + " failed for good in attempt " + attempt;
    return what + (error == null || error.isBlank() ? "; no error was given." : ": " + error);
  }

  private static String counted(long number, String noun) {
    return number + " " + noun + (number == 1 ? "" : "s");
  }

  private static String sentence(String text) {
    String trimmed = text.strip();
    return trimmed.endsWith(".") || trimmed.endsWith("\n") ? trimmed : trimmed + ".";
  }
}
