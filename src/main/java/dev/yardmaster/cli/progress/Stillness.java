package dev.yardmaster.cli.progress;

import dev.yardmaster.cli.client.RunAnswer;
import dev.yardmaster.cli.client.TaskAnswer;
import dev.yardmaster.cli.client.TaskAnswer.WaitingAnswer;
import dev.yardmaster.cli.report.Words;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** Notices when no block has come to its end for a while, and says why. */
final class Stillness {

  /** Shorter, and pipelines with slow blocks would be explained all the time. */
  static final Duration PATIENCE = Duration.ofSeconds(10);

  /** The first few say enough; {@code explain} lists all. */
  private static final int TASKS_NAMED = 3;

  private static final String UPSTREAM = "upstream";

  private long settled = -1;
  private Duration moved = Duration.ZERO;

  /** Why nothing moves; empty while something does. */
  Optional<String> explain(RunAnswer run, Duration elapsed) {
    if (run.settled() != settled || run.ended()) {
      settled = run.settled();
      moved = elapsed;
    }
    Duration still = elapsed.minus(moved);
    return still.compareTo(PATIENCE) < 0 ? Optional.empty() : Optional.of(reasons(run));
  }

  private static String reasons(RunAnswer run) {
    List<TaskAnswer> running =
        run.tasks().stream().filter(task -> task.state() == TaskAnswer.State.RUNNING).toList();
    List<TaskAnswer> itself = running.stream().filter(task -> !waitsForOthers(task)).toList();
    List<TaskAnswer> named = itself.isEmpty() ? running : itself;
    String more = named.size() > TASKS_NAMED ? " …" : "";
    return named.stream()
        .limit(TASKS_NAMED)
        .map(Stillness::reason)
        .collect(Collectors.joining(" ", "", more));
  }

  /** Such a task is explained by what it waits for. */
  private static boolean waitsForOthers(TaskAnswer task) {
    return task.counters().processing() == 0
        && task.waiting().stream().anyMatch(waiting -> waiting.code().equals(UPSTREAM));
  }

  private static String reason(TaskAnswer task) {
    long processing = task.counters().processing();
    if (processing > 0) {
      return task.id() + ": " + Words.count(processing, "block") + " in work.";
    }
    if (!task.waiting().isEmpty()) {
      return task.waiting().stream()
          .map(WaitingAnswer::text)
          .collect(Collectors.joining(" ", task.id() + ": ", ""));
    }
    return task.alive() > 0
        ? task.id() + ": " + Words.count(task.alive(), "worker") + ", no block in work."
        : task.id() + ": no worker yet.";
  }
}
