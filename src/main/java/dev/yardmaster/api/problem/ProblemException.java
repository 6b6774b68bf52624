package dev.yardmaster.api.problem;

import dev.yardmaster.pipeline.Problem;
import java.util.List;

/**
 * Ends a call with a problem document. Costs no stack trace, for it is an answer and no accident.
 */
public final class ProblemException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final ErrorCode code;
  private final transient List<PlacedProblem> problems;

  /**
   * @param detail what happened here, for a person
   */
  public ProblemException(ErrorCode code, String detail) {
    this(code, detail, List.of());
  }

  /**
   * @param problems everything wrong with what was sent
   */
  public ProblemException(ErrorCode code, String detail, List<Problem> problems) {
    this(problems.stream().map(PlacedProblem::of).toList(), code, detail);
  }

  private ProblemException(List<PlacedProblem> problems, ErrorCode code, String detail) {
    super(detail, null, false, false);
    this.code = code;
    this.problems = List.copyOf(problems);
  }

  /** As the constructor, with problems whose places are known. */
  public static ProblemException placed(
      ErrorCode code, String detail, List<PlacedProblem> problems) {
    return new ProblemException(problems, code, detail);
  }

  public ErrorCode code() {
    return code;
  }

  public String detail() {
    return String.valueOf(getMessage());
  }

  public List<PlacedProblem> problems() {
    return problems;
  }
}
