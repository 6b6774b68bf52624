package dev.yardmaster.worker;

import dev.yardmaster.api.problem.ErrorCode;
import dev.yardmaster.api.problem.ProblemException;
import dev.yardmaster.pipeline.Problem;
import dev.yardmaster.pipeline.Words;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Collects everything wrong with the values of a body. */
final class Checks {

  private final List<Problem> problems = new ArrayList<>();

  /** Notes a problem unless the value is all right. */
  void require(boolean allRight, String pointer, String code, String message) {
    if (!allRight) {
      problems.add(new Problem(pointer, code, message));
    }
  }

  /** A text that has to be there, of printable characters; empty where it is not. */
  String text(@Nullable String value, String pointer, int maxLength) {
    if (value == null || value.isBlank()) {
      require(false, pointer, "missing_field", "must be there and not be empty");
      return "";
    }
    require(
        value.length() <= maxLength,
        pointer,
        "too_long",
        "must have at most " + maxLength + " characters, but has " + value.length());
    require(
        Words.harmless(value, value.length()).equals(value),
        pointer,
        "invalid_text",
        "must consist of printable characters");
    return value;
  }

  /**
   * @throws ProblemException if anything was wrong
   */
  void finish() {
    if (!problems.isEmpty()) {
      throw failure();
    }
  }

  /** To be thrown where something is known to be wrong. */
  ProblemException failure() {
    Problem first = problems.getFirst();
    String more = problems.size() == 1 ? "" : " (and " + (problems.size() - 1) + " more)";
    return new ProblemException(
        ErrorCode.INVALID_BODY, first.pointer() + " " + first.message() + more, problems);
  }
}
