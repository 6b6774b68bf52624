package dev.yardmaster.api.problem;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;

/**
 * A failed call's answer with its headers.
 *
 * @param headers beyond the content type
 */
record Answer(ErrorCode code, ProblemDocument document, HttpHeaders headers) {

  /** Seconds after which a caller who met a busy service may try again. */
  private static final String RETRY_AFTER_SECONDS = "2";

  /** The same for who met others that guess: the longest that one of those is held back. */
  private static final String AFTER_GUESSING_SECONDS = "8";

  static Answer of(ErrorCode code, String detail) {
    return of(code, detail, List.of(), null);
  }

  static Answer of(
      ErrorCode code, String detail, List<PlacedProblem> problems, @Nullable String id) {
    return new Answer(
        code,
        ProblemDocument.of(code, detail, id, problems.isEmpty() ? null : problems),
        headersOf(code));
  }

  private static HttpHeaders headersOf(ErrorCode code) {
    HttpHeaders headers = new HttpHeaders();
    if (code == ErrorCode.TOO_MANY_ATTEMPTS) {
      headers.set(HttpHeaders.RETRY_AFTER, AFTER_GUESSING_SECONDS);
    } else if (code.category() == ErrorCode.Category.UNAVAILABLE) {
      headers.set(HttpHeaders.RETRY_AFTER, RETRY_AFTER_SECONDS);
    }
    if (code.status().value() == 401) {
      headers.set(HttpHeaders.WWW_AUTHENTICATE, "Bearer realm=\"" + realm(code) + "\"");
    }
    return headers;
  }

  private static String realm(ErrorCode code) {
    boolean ofWorker = code == ErrorCode.MISSING_TOKEN || code == ErrorCode.WRONG_TOKEN;
    return ofWorker ? "yardmaster worker" : "yardmaster";
  }

  Answer with(HttpHeaders more) {
    HttpHeaders all = new HttpHeaders();
    all.addAll(headers);
    all.addAll(more);
    return new Answer(code, document, all);
  }

  /** Whatever the caller accepts: an answer it did not ask for is better than none. */
  ResponseEntity<ProblemDocument> entity() {
    return ResponseEntity.status(code.status())
        .headers(headers)
        .contentType(MediaType.parseMediaType(ProblemDocument.MEDIA_TYPE))
        .body(document);
  }
}
