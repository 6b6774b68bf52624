package dev.yardmaster.cli.progress;

import dev.yardmaster.cli.client.CountersAnswer;
import dev.yardmaster.cli.client.TaskAnswer;
import dev.yardmaster.cli.report.Reasons;
import dev.yardmaster.cli.report.Words;
import java.util.ArrayList;
import java.util.List;

/** The state of a task in a few words, without its name. */
final class TaskWords {

  private TaskWords() {}

  /** {@code 12/64}. */
  static String ratio(TaskAnswer task) {
    return task.counters().completed() + "/" + task.counters().total();
  }

  /**
   * Everything beside the ratio that a person wants to know, and nothing that is zero.
   *
   * @param perSecond blocks completed a second of late
   */
  static List<String> details(TaskAnswer task, double perSecond) {
    List<String> details = new ArrayList<>();
    switch (task.state()) {
      case RUNNING -> {
        addUnlessZero(details, task.alive(), Words.count(task.alive(), "worker"));
        if (perSecond > 0) {
          details.add(Words.rate(perSecond) + " blocks/s");
        }
      }
      case DONE, ABANDONED -> details.add(Reasons.ending(task));
    }
    CountersAnswer counters = task.counters();
    addUnlessZero(details, counters.failed(), counters.failed() + " failed");
    addUnlessZero(details, counters.orphaned(), counters.orphaned() + " orphaned");
    return details;
  }

  private static void addUnlessZero(List<String> details, long amount, String words) {
    if (amount != 0) {
      details.add(words);
    }
  }
}
