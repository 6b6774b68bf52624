package dev.yardmaster.api.problem;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A failed call's answer (RFC 9457).
 *
 * @param type a URN made of the code
 * @param title the same for every occurrence
 * @param status the HTTP status
 * @param detail what happened here
 * @param code stable and machine-readable, such as {@code unknown_run}
 * @param remedy what to do
 * @param id stands in the service's log beside the cause; only for mistakes of the service
 * @param problems everything wrong with a document, with places; only where there is one
 */
public record ProblemDocument(
    String type,
    String title,
    int status,
    String detail,
    String code,
    String remedy,
    @Nullable String id,
    @Nullable List<PlacedProblem> problems) {

  /** The content type of every failed call's answer. */
  public static final String MEDIA_TYPE = "application/problem+json";

  /** A document about one thing. */
  static ProblemDocument of(ErrorCode code, String detail) {
    return of(code, detail, null, null);
  }

  static ProblemDocument of(
      ErrorCode code, String detail, @Nullable String id, @Nullable List<PlacedProblem> problems) {
    return new ProblemDocument(
        "urn:yardmaster:problem:" + code.code(),
        code.title(),
        code.status().value(),
        detail,
        code.code(),
        code.remedy(),
        id,
        problems);
  }
}
