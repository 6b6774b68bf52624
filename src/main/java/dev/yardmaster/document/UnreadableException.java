package dev.yardmaster.document;

import dev.yardmaster.pipeline.Problem;
import dev.yardmaster.pipeline.ProblemCode;

/** Reading cannot go on. Stays inside this package: callers get a list of problems. */
final class UnreadableException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  private final transient Problem problem;

  private UnreadableException(Problem problem) {
    super(problem.message(), null, false, false);
    this.problem = problem;
  }

  static UnreadableException at(Place place, ProblemCode code, String message) {
    return inAll(code, place.inWords() + ": " + message);
  }

  static UnreadableException inAll(ProblemCode code, String message) {
    return new UnreadableException(new Problem("", code.code(), message));
  }

  Problem problem() {
    return problem;
  }
}
