package dev.yardmaster.cli;

import dev.yardmaster.cli.client.RunAnswer;
import dev.yardmaster.cli.client.ServiceClient;
import dev.yardmaster.cli.client.ServiceException;
import dev.yardmaster.cli.client.Submission;
import dev.yardmaster.cli.progress.Progress;
import dev.yardmaster.cli.progress.ProgressMode;
import dev.yardmaster.cli.report.Words;
import java.time.Duration;

/** From the submission of a pipeline to the report on its end, wherever the service is. */
final class RunSession {

  /**
   * A worker has {@code stop_within} (30 s) to end its process before it counts as lost; the rest
   * is for the service to notice.
   */
  private static final Duration STOPPING = Duration.ofSeconds(35);

  private static final int CONFLICT = 409;

  private final Surroundings surroundings;
  private final ServiceClient client;
  private final ProgressMode mode;
  private final Interruption interruption;

  RunSession(
      Surroundings surroundings,
      ServiceClient client,
      ProgressMode mode,
      Interruption interruption) {
    this.surroundings = surroundings;
    this.client = client;
    this.mode = mode;
    this.interruption = interruption;
  }

  /** The run as it ended. */
  RunAnswer run(Submission submission) {
    RunAnswer submitted = client.submit(submission);
    String run = submitted.id();
    surroundings
        .out()
        .println(
            run
                + ": "
                + Words.count(submitted.tasks().size(), "task")
                + ", "
                + Words.count(submitted.total(), "block"));
    surroundings.out().println("Dashboard: " + client.service() + "/ui/runs/" + run);
    RunAnswer last = watch(run);
    RunReport.print(surroundings, client, last);
    return last;
  }

  private RunAnswer watch(String run) {
    try (Progress progress = surroundings.progress(mode)) {
      RunWatch watch = new RunWatch(client, progress, interruption, System::nanoTime);
      RunAnswer last = watch.untilEnd(run);
      return last.ended() ? last : cancel(run, watch, progress);
    }
  }

  private RunAnswer cancel(String run, RunWatch watch, Progress progress) {
    progress.say(
        interruption.noted()
            + ": cancelling "
            + run
            + " at "
            + client.service()
            + " and waiting for its workers to stop. Once more ends this at once.");
    try {
      client.cancel(run);
    } catch (ServiceException.Refused refused) {
      if (refused.problem().status() != CONFLICT) {
        throw refused;
      }
      // it ended by itself in the meantime, and the next answer says how
    }
    return watch.untilStopped(run, STOPPING);
  }
}
