package dev.yardmaster.api;

import dev.yardmaster.api.problem.ErrorCode;
import dev.yardmaster.api.problem.ProblemException;
import dev.yardmaster.engine.Views;
import dev.yardmaster.pipeline.Words;
import dev.yardmaster.scheduler.RunId;
import dev.yardmaster.scheduler.TaskId;
import dev.yardmaster.scheduler.view.RunView;

/** Finds what a path names, or answers 404. */
public final class RunLookup {

  private RunLookup() {}

  /**
   * @throws ProblemException if there is no such run
   */
  public static RunView run(Views views, String run) {
    return views.run(new RunId(run)).orElseThrow(() -> unknown(run));
  }

  /** A run that a page continues from; a misspelt one would look like the end of the list. */
  static RunId cursor(Views views, String after) {
    return views
        .run(new RunId(after))
        .orElseThrow(
            () ->
                new ProblemException(
                    ErrorCode.INVALID_PARAMETER, "after is no run: " + Words.quoted(after)))
        .id();
  }

  /**
   * @throws ProblemException if the run has no such task
   */
  static TaskId task(RunView run, String task) {
    if (run.tasks().stream().noneMatch(view -> view.id().equals(task))) {
      throw new ProblemException(
          ErrorCode.UNKNOWN_TASK, "run " + run.id() + " has no task " + Words.quoted(task));
    }
    return new TaskId(run.id(), task);
  }

  static ProblemException unknown(String run) {
    return new ProblemException(
        ErrorCode.UNKNOWN_RUN,
        "no run is called "
            + Words.quoted(run)
            + "; if there was one, it has been removed: runs are kept for a limited time after"
            + " their end (yardmaster.retention)");
  }
}
