package dev.yardmaster.api;

import dev.yardmaster.api.problem.ErrorCode;
import dev.yardmaster.api.problem.ProblemException;
import dev.yardmaster.engine.Views;
import dev.yardmaster.pipeline.Words;
import dev.yardmaster.scheduler.RunId;
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

  static ProblemException unknown(String run) {
    return new ProblemException(ErrorCode.UNKNOWN_RUN, "no run is called " + Words.quoted(run));
  }
}
