package dev.yardmaster.api.problem;

import dev.yardmaster.engine.JournalUnavailableException;
import dev.yardmaster.engine.ServiceBusyException;
import dev.yardmaster.pipeline.Words;
import java.io.EOFException;
import java.io.IOException;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.stream.Stream;
import org.apache.coyote.BadRequestException;
import org.apache.tomcat.util.http.InvalidParameterException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.http.HttpStatusCode;
import org.springframework.http.converter.HttpMessageNotReadableException;
import org.springframework.web.ErrorResponse;
import org.springframework.web.HttpMediaTypeNotAcceptableException;
import org.springframework.web.HttpMediaTypeNotSupportedException;
import org.springframework.web.HttpRequestMethodNotSupportedException;
import org.springframework.web.bind.MissingRequestHeaderException;
import org.springframework.web.bind.MissingRequestValueException;
import org.springframework.web.method.annotation.MethodArgumentTypeMismatchException;

/** Finds the answer to any failure; what is nobody's known failure is a bug and gets an id. */
final class ProblemTranslator {

  private static final Logger LOG = LoggerFactory.getLogger(ProblemTranslator.class);

  private ProblemTranslator() {}

  static Answer answer(Throwable failure) {
    if (ofTheBody(failure, SocketTimeoutException.class)) {
      return Answer.of(ErrorCode.BODY_TOO_SLOW, "nothing came of the body for too long");
    }
    if (ofTheBody(failure, EOFException.class) || ofTheBody(failure, BadRequestException.class)) {
      return Answer.of(ErrorCode.MALFORMED_BODY, "the connection ended in the middle of the body");
    }
    return switch (failure) {
      case ProblemException problem ->
          Answer.of(problem.code(), problem.detail(), problem.problems(), null);
      case ServiceBusyException busy ->
          Answer.of(ErrorCode.BUSY, String.valueOf(busy.getMessage()));
      case JournalUnavailableException journal -> journal(journal);
      case HttpMessageNotReadableException unreadable -> UnreadableBody.answer(unreadable);
      case MethodArgumentTypeMismatchException mismatch -> parameter(mismatch);
      case MissingRequestValueException missing ->
          Answer.of(ErrorCode.MISSING_PARAMETER, missingName(missing));
      case InvalidParameterException encoding ->
          Answer.of(ErrorCode.INVALID_PARAMETER, "the query string is not encoded correctly");
      case ErrorResponse framework -> framework(failure, framework);
      default -> bug(failure);
    };
  }

  /** Whether the body could not be read because of the line that it came over. */
  private static boolean ofTheBody(Throwable failure, Class<? extends IOException> line) {
    return line.isInstance(failure)
        || failure instanceof HttpMessageNotReadableException
            && Stream.iterate(failure, at -> at != null, Throwable::getCause)
                .anyMatch(line::isInstance);
  }

  private static Answer journal(JournalUnavailableException failure) {
    // Not louder: the engine says it once, and here each of ten thousand workers would.
    LOG.debug(
        "A call met a journal that does not answer: {}", String.valueOf(failure.getMessage()));
    return Answer.of(ErrorCode.JOURNAL_UNAVAILABLE, "nothing of this call is known to be stored");
  }

  private static Answer parameter(MethodArgumentTypeMismatchException mismatch) {
    String value = Words.quoted(String.valueOf(mismatch.getValue()));
    return Answer.of(
        ErrorCode.INVALID_PARAMETER,
        mismatch.getName() + " is " + value + ", " + wish(mismatch.getRequiredType()));
  }

  private static String wish(@Nullable Class<?> type) {
    if (type != null && type.isEnum()) {
      return "but must be one of " + Choices.of(type);
    } else if (type == Duration.class) {
      return "but must be a duration such as 250ms, 30s, 10m, 2h or PT1H30M";
    } else if (type == boolean.class || type == Boolean.class) {
      return "but must be true or false";
    } else {
      return "but must be a whole number of moderate size";
    }
  }

  private static String missingName(MissingRequestValueException missing) {
    return missing instanceof MissingRequestHeaderException header
        ? "the header " + header.getHeaderName() + " is missing"
        : String.valueOf(missing.getBody().getDetail());
  }

  private static Answer framework(Throwable failure, ErrorResponse framework) {
    HttpStatusCode status = framework.getStatusCode();
    if (status.is5xxServerError()) {
      return bug(failure);
    }
    ErrorCode code =
        switch (failure) {
          case HttpRequestMethodNotSupportedException method -> ErrorCode.METHOD_NOT_ALLOWED;
          case HttpMediaTypeNotSupportedException type -> ErrorCode.UNSUPPORTED_MEDIA_TYPE;
          case HttpMediaTypeNotAcceptableException type -> ErrorCode.NOT_ACCEPTABLE;
          default -> ofStatus(status.value());
        };
    String detail = String.valueOf(framework.getBody().getDetail());
    return Answer.of(code, detail).with(framework.getHeaders());
  }

  /** The code for a failure of which no more than its status is known. */
  static ErrorCode ofStatus(int status) {
    return switch (status) {
      case 404 -> ErrorCode.NO_SUCH_PATH;
      case 405 -> ErrorCode.METHOD_NOT_ALLOWED;
      case 406 -> ErrorCode.NOT_ACCEPTABLE;
      case 413 -> ErrorCode.BODY_TOO_LARGE;
      case 415 -> ErrorCode.UNSUPPORTED_MEDIA_TYPE;
      case 503 -> ErrorCode.BUSY;
      default -> status >= 400 && status < 500 ? ErrorCode.BAD_REQUEST : ErrorCode.INTERNAL;
    };
  }

  /** An answer with an id that also stands in the log, beside the stack trace. */
  static Answer bug(Throwable failure) {
    String id = UUID.randomUUID().toString();
    LOG.error("Unexpected failure {}; please report it with the lines below", id, failure);
    return Answer.of(
        ErrorCode.INTERNAL,
        "an unexpected failure; the service's log has it under " + id,
        List.of(),
        id);
  }
}
