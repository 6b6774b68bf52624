package dev.yardmaster.api;

import dev.yardmaster.api.problem.ErrorCode;
import dev.yardmaster.api.problem.PlacedProblem;
import dev.yardmaster.api.problem.ProblemException;
import dev.yardmaster.document.DocumentReader;
import dev.yardmaster.document.Format;
import dev.yardmaster.document.Place;
import dev.yardmaster.document.Places;
import dev.yardmaster.pipeline.Pipeline;
import dev.yardmaster.pipeline.PipelineParser;
import dev.yardmaster.pipeline.Problem;
import dev.yardmaster.pipeline.Resources;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Makes a pipeline of a body, or answers with every problem at once. */
final class PipelineIntake {

  private PipelineIntake() {}

  /**
   * @param serviceBudget what one worker may need at most, or null
   * @throws ProblemException if it is no valid pipeline
   */
  static Pipeline read(
      byte[] document,
      String contentType,
      ParamOverrides overrides,
      @Nullable Resources serviceBudget) {
    Format format =
        Format.ofContentType(contentType)
            .orElseThrow(
                () ->
                    new ProblemException(
                        ErrorCode.UNSUPPORTED_MEDIA_TYPE, "a pipeline is JSON or YAML"));
    return switch (new DocumentReader().read(document, format)) {
      case DocumentReader.Result.Unreadable unreadable ->
          throw invalid(unreadable.problems(), null);
      case DocumentReader.Result.Readable readable ->
          switch (new PipelineParser(serviceBudget).parse(readable.tree(), overrides.values())) {
            case PipelineParser.Result.Invalid invalid ->
                throw invalid(invalid.problems(), readable.places());
            case PipelineParser.Result.Valid valid -> valid.pipeline();
          };
    };
  }

  /**
   * @param places null where the document could not be read; its problems name their places
   */
  private static ProblemException invalid(List<Problem> problems, @Nullable Places places) {
    String first = problems.getFirst().message();
    String detail =
        problems.size() == 1
            ? first
            : first + " (and " + (problems.size() - 1) + " more, under problems)";
    return ProblemException.placed(
        ErrorCode.INVALID_PIPELINE,
        detail,
        problems.stream().map(problem -> placed(problem, places)).toList());
  }

  private static PlacedProblem placed(Problem problem, @Nullable Places places) {
    Place place = places == null ? null : places.of(problem.pointer());
    return new PlacedProblem(
        problem.pointer(),
        problem.code(),
        problem.message(),
        place == null ? null : place.line(),
        place == null ? null : place.column());
  }
}
