package dev.yardmaster.api.safety;

import dev.yardmaster.api.ApiPaths;
import dev.yardmaster.api.problem.BodyTooLargeException;
import dev.yardmaster.api.problem.ErrorCode;
import dev.yardmaster.document.DocumentReader;
import dev.yardmaster.document.Format;
import dev.yardmaster.pipeline.Words;
import jakarta.servlet.http.HttpServletRequest;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Whether a body is of a kind and size that is taken at all. Only JSON and YAML are: a page of
 * another site cannot send those without asking first, which is refused.
 */
final class BodyRules {

  /**
   * Bytes of any body but a pipeline. A thousand results fit, each with an error of one line; a
   * worker with more to say says it in two calls.
   */
  static final int MAX_BODY = 256 * 1024;

  /** Bytes of a pipeline document. */
  static final int MAX_DOCUMENT = DocumentReader.MAX_BYTES;

  /** Bytes of the form to sign in: a token, and where to go on. */
  static final int MAX_SIGN_IN = 8 * 1024;

  private static final String SIGN_IN = "/sign-in";
  private static final String FORM = "application/x-www-form-urlencoded";

  private BodyRules() {}

  static boolean hasBody(HttpServletRequest request) {
    return request.getContentLengthLong() > 0 || request.getHeader("Transfer-Encoding") != null;
  }

  /** Whether the body's size will only be known when it has been read. */
  static boolean ofUnknownSize(HttpServletRequest request) {
    return request.getContentLengthLong() < 0;
  }

  static int limit(HttpServletRequest request) {
    if (isSignIn(request)) {
      return MAX_SIGN_IN;
    }
    return request.getRequestURI().equals(ApiPaths.RUNS) ? MAX_DOCUMENT : MAX_BODY;
  }

  /** Null where the body may pass, as far as the headers tell. */
  static @Nullable Refusal check(HttpServletRequest request) {
    String type = request.getContentType();
    if (type != null && isSignIn(request) && isForm(type)) {
      return tooLarge(request);
    }
    if (type == null || Format.ofContentType(type).isEmpty()) {
      String given = type == null ? "a body without a content type" : Words.quoted(type);
      return new Refusal(ErrorCode.UNSUPPORTED_MEDIA_TYPE, given + " is neither JSON nor YAML");
    }
    String encoding = request.getCharacterEncoding();
    if (encoding != null && !encoding.toLowerCase(Locale.ROOT).equals("utf-8")) {
      return new Refusal(
          ErrorCode.UNSUPPORTED_MEDIA_TYPE, "only UTF-8 is read, not " + Words.quoted(encoding));
    }
    return tooLarge(request);
  }

  private static @Nullable Refusal tooLarge(HttpServletRequest request) {
    if (request.getContentLengthLong() > limit(request)) {
      String detail = String.valueOf(new BodyTooLargeException(limit(request)).getMessage());
      return new Refusal(ErrorCode.BODY_TOO_LARGE, detail);
    }
    return null;
  }

  /** The one form that there is; browsers say where it comes from, which has been looked at. */
  private static boolean isSignIn(HttpServletRequest request) {
    return request.getMethod().equals("POST") && request.getRequestURI().equals(SIGN_IN);
  }

  private static boolean isForm(String type) {
    return type.toLowerCase(Locale.ROOT).matches(FORM + "( *; *charset=utf-8)?");
  }
}
