package dev.yardmaster.api.problem;

import dev.yardmaster.pipeline.Problem;
import io.swagger.v3.oas.annotations.media.Schema;
import org.jspecify.annotations.Nullable;

/**
 * One thing that is wrong with what was sent, and where that is.
 *
 * @param pointer as a JSON pointer (RFC 6901), such as {@code /tasks/2/requires/gpu}
 * @param code stable and machine-readable, such as {@code cycle}
 * @param message for a person: what is wrong and what to do
 * @param line of the document, from 1; absent where no line is known
 * @param column of that line, from 1, in characters
 */
@Schema(name = "Problem", description = "One thing that is wrong, and where")
public record PlacedProblem(
    String pointer, String code, String message, @Nullable Integer line, @Nullable Integer column) {

  /** Without a place in the text. */
  static PlacedProblem of(Problem problem) {
    return new PlacedProblem(problem.pointer(), problem.code(), problem.message(), null, null);
  }
}
