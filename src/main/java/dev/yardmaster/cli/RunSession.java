package dev.yardmaster.cli;

import dev.yardmaster.cli.client.RunAnswer;
import dev.yardmaster.cli.client.ServiceClient;
import dev.yardmaster.cli.client.ServiceException;
import dev.yardmaster.cli.client.Submission;
import dev.yardmaster.cli.progress.Progress;
import dev.yardmaster.cli.progress.ProgressMode;
import dev.yardmaster.cli.report.Words;

/** From the submission of a pipeline to the report on its end, wherever the service is. */
final class RunSession {

  private static final int CONFLICT = 409;

  private final Surroundings surroundings;
  private final ServiceClient client;
  private final ProgressMode mode;
  private final Interruption interruption;
  private final Stopping stopping;

  /** What is done about the workers of a run that has just been cancelled. */
  interface Stopping {
    /** Returns the run when none of them is left, or when that takes too long. */
    RunAnswer stop(RunAnswer cancelled, RunWatch watch);
  }

  RunSession(
      Surroundings surroundings,
      ServiceClient client,
      ProgressMode mode,
      Interruption interruption,
      Stopping stopping) {
    this.surroundings = surroundings;
    this.client = client;
    this.mode = mode;
    this.interruption = interruption;
    this.stopping = stopping;
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
            + ", then its workers stop. Once more ends this at once.");
    try {
      client.cancel(run);
    } catch (ServiceException.Refused refused) {
      if (refused.problem().status() != CONFLICT) {
        throw refused;
      }
      // it ended by itself in the meantime, and the next answer says how
    }
    return stopping.stop(watch.untilOver(run), watch);
  }
}
