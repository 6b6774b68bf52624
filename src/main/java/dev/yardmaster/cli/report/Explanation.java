package dev.yardmaster.cli.report;

import dev.yardmaster.cli.client.RunAnswer;
import dev.yardmaster.cli.client.TaskAnswer;
import java.util.ArrayList;
import java.util.List;

/** Where a run stands, and for each of its tasks that waits, for what. */
public final class Explanation {

  private Explanation() {}

  /** A headline, then a paragraph a task that has not ended; all tasks for an ended run. */
  public static List<String> lines(RunAnswer run) {
    List<String> lines = new ArrayList<>();
    lines.add(Summary.headline(run));
    run.tasks().forEach(task -> explain(task, lines));
    return lines;
  }

  private static void explain(TaskAnswer task, List<String> lines) {
    switch (task.state()) {
      case DONE, ABANDONED -> lines.add("  " + task.id() + " " + blocks(task) + ended(task));
      case RUNNING -> {
        lines.add("  " + task.id() + " " + blocks(task) + running(task));
        task.waiting().forEach(waiting -> lines.add("      " + waiting.text()));
      }
    }
  }

  private static String blocks(TaskAnswer task) {
    return task.counters().completed() + "/" + task.counters().total() + ", ";
  }

  private static String ended(TaskAnswer task) {
    long failed = task.counters().failed();
    long orphaned = task.counters().orphaned();
    return Reasons.ending(task)
        + (failed == 0 ? "" : ", " + failed + " failed")
        + (orphaned == 0 ? "" : ", " + orphaned + " orphaned");
  }

  private static String running(TaskAnswer task) {
    String workers = task.alive() == 0 ? "no worker" : Words.count(task.alive(), "worker");
    long processing = task.counters().processing();
    String work = processing == 0 ? "" : ", " + Words.count(processing, "block") + " in work";
    return workers + work + wait(task);
  }

  /** A task with workers can still use more; one without stands still. */
  private static String wait(TaskAnswer task) {
    if (task.waiting().isEmpty()) {
      return "";
    }
    return task.alive() == 0 ? "; it waits:" : "; no further worker:";
  }
}
