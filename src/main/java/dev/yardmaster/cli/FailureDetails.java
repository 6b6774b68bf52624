package dev.yardmaster.cli;

import dev.yardmaster.cli.client.EventAnswer;
import dev.yardmaster.cli.client.FailedBlock;
import dev.yardmaster.cli.client.RunAnswer;
import dev.yardmaster.cli.client.ServiceClient;
import dev.yardmaster.cli.client.TaskAnswer;
import dev.yardmaster.cli.report.FailureReport;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Asks the service for what a person needs to know about a failed run. */
final class FailureDetails {

  /** What fails later mostly fails for the same reasons. */
  private static final int TASKS_ASKED = 5;

  private static final int BLOCKS_ASKED = 100;

  /** The beginning of the trail, where the first failure is. */
  private static final int EVENTS_ASKED = 500;

  /** A worker that leaves of its own will uses up a start like one that dies. */
  private static final Set<String> ENDS = Set.of("worker_failed", "worker_left");

  private FailureDetails() {}

  static FailureReport collect(ServiceClient client, RunAnswer run) {
    Map<String, List<FailedBlock>> failed = new LinkedHashMap<>();
    run.tasks().stream()
        .filter(task -> task.counters().failed() > 0)
        .limit(TASKS_ASKED)
        .map(TaskAnswer::id)
        .forEach(task -> failed.put(task, client.failedBlocks(run.id(), task, BLOCKS_ASKED)));
    return new FailureReport(run, failed, failures(client, run));
  }

  private static List<EventAnswer> failures(ServiceClient client, RunAnswer run) {
    boolean workersEnded =
        run.tasks().stream().anyMatch(task -> task.state() == TaskAnswer.State.ABANDONED);
    return workersEnded
        ? client.events(run.id(), 0, EVENTS_ASKED).stream()
            .filter(event -> ENDS.contains(event.kind()))
            .toList()
        : List.of();
  }
}
