package dev.yardmaster.cli.report;

import dev.yardmaster.cli.client.CountersAnswer;
import dev.yardmaster.cli.client.RunAnswer;
import dev.yardmaster.cli.client.TaskAnswer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What became of a run: a sentence, and a table of its tasks. */
public final class Summary {

  private Summary() {}

  /** One sentence with the end, the time it took, and the blocks done. */
  public static String headline(RunAnswer run) {
    String blocks = run.completed() + " of " + Words.count(run.total(), "block") + " completed";
    return run.id() + " " + end(run) + time(run.took()) + ": " + blocks + ".";
  }

  /** The table, a line a task, with a header. */
  public static List<String> table(RunAnswer run) {
    TextTable table =
        new TextTable(
            "TASK",
            "STATE",
            "BLOCKS",
            "COMPLETED",
            "FAILED",
            "ORPHANED",
            "WORKER STARTS",
            "RESTARTS",
            "WORKER FAILURES",
            "TIME");
    run.tasks().forEach(task -> row(table, task));
    return table.lines();
  }

  /** Headline and table. */
  public static List<String> lines(RunAnswer run) {
    List<String> lines = new ArrayList<>();
    lines.add(headline(run));
    lines.add("");
    lines.addAll(table(run));
    return lines;
  }

  private static String end(RunAnswer run) {
    return switch (run.state()) {
      case RUNNING -> "is running";
      case SUCCEEDED -> "succeeded";
      case FAILED -> "failed";
      case CANCELLED -> run.why() == null ? "was cancelled" : "was cancelled (" + run.why() + ")";
    };
  }

  private static String time(@Nullable Duration took) {
    return took == null ? "" : " after " + Words.took(took);
  }

  private static void row(TextTable table, TaskAnswer task) {
    CountersAnswer counters = task.counters();
    Duration took = task.took();
    table.add(
        task.id(),
        task.state() == TaskAnswer.State.RUNNING ? "running" : Reasons.ending(task),
        Long.toString(counters.total()),
        Long.toString(counters.completed()),
        Long.toString(counters.failed()),
        Long.toString(counters.orphaned()),
        Long.toString(counters.workerStarts()),
        Long.toString(counters.workerRestarts()),
        Long.toString(counters.workerFailures()),
        took == null ? "-" : Words.took(took));
  }
}
