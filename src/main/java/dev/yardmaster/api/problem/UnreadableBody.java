package dev.yardmaster.api.problem;

import dev.yardmaster.pipeline.Words;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.http.converter.HttpMessageNotReadableException;
import tools.jackson.core.JacksonException;
import tools.jackson.core.TokenStreamLocation;
import tools.jackson.core.exc.InputCoercionException;
import tools.jackson.core.exc.StreamReadException;
import tools.jackson.databind.exc.InvalidFormatException;
import tools.jackson.databind.exc.InvalidNullException;
import tools.jackson.databind.exc.MismatchedInputException;
import tools.jackson.databind.exc.UnrecognizedPropertyException;

/** Says why a JSON body could not be read: where it is, and what it should have been. */
final class UnreadableBody {

  private UnreadableBody() {}

  static Answer answer(HttpMessageNotReadableException exception) {
    for (Throwable at = exception.getCause(); at != null; at = at.getCause()) {
      if (at instanceof BodyTooLargeException tooLarge) {
        return Answer.of(ErrorCode.BODY_TOO_LARGE, String.valueOf(tooLarge.getMessage()));
      }
    }
    return switch (exception.getCause()) {
      case InputCoercionException number ->
          invalid(number, "invalid_value", "is a number out of range");
      case StreamReadException syntax -> malformed(syntax);
      case UnrecognizedPropertyException unknown ->
          invalid(unknown, "unknown_field", known(unknown));
      case InvalidFormatException format -> invalid(format, "invalid_value", badValue(format));
      case InvalidNullException absent -> invalid(absent, "missing_field", "must not be null");
      case MismatchedInputException mismatch -> mismatch(mismatch);
      case JacksonException other -> invalid(other, "invalid_value", "cannot be read");
      case null, default ->
          Answer.of(ErrorCode.MALFORMED_BODY, "the call needs a body, and none could be read");
    };
  }

  private static Answer malformed(StreamReadException syntax) {
    return Answer.of(
        ErrorCode.MALFORMED_BODY,
        "not JSON at " + place(syntax.getLocation()) + ": " + firstLine(syntax));
  }

  private static Answer mismatch(MismatchedInputException mismatch) {
    if (mismatch.getCurrentToken() == null && mismatch.getPath().isEmpty()) {
      return Answer.of(ErrorCode.MALFORMED_BODY, "the body is empty or goes on after its end");
    }
    return invalid(mismatch, "wrong_type", "must be " + expected(mismatch.getTargetType()));
  }

  private static Answer invalid(JacksonException exception, String code, String message) {
    String pointer = pointer(exception.getPath());
    String where = pointer.isEmpty() ? "the body" : pointer;
    return Answer.of(
        ErrorCode.INVALID_BODY,
        where + " " + message + " (" + place(exception.getLocation()) + ")",
        List.of(new PlacedProblem(pointer, code, message, null, null)),
        null);
  }

  private static String known(UnrecognizedPropertyException unknown) {
    return "is no field here; known are "
        + String.join(
            ", ", unknown.getKnownPropertyIds().stream().map(String::valueOf).sorted().toList());
  }

  private static String badValue(InvalidFormatException format) {
    String value = Words.quoted(String.valueOf(format.getValue()));
    return "is " + value + " but must be " + expected(format.getTargetType());
  }

  private static String expected(@Nullable Class<?> type) {
    if (type == null) {
      return "of another type";
    } else if (type.isEnum()) {
      return "one of " + Choices.of(type);
    } else if (type == Duration.class) {
      return "a duration such as 250ms, 30s, 10m, 2h or PT1H30M";
    } else if (type == String.class) {
      return "a string";
    } else if (type == boolean.class || type == Boolean.class) {
      return "true or false";
    } else if (type.isPrimitive() || Number.class.isAssignableFrom(type)) {
      return "a whole number of moderate size";
    } else {
      return Iterable.class.isAssignableFrom(type) ? "a list" : "an object";
    }
  }

  /** As a JSON pointer (RFC 6901). */
  private static String pointer(List<JacksonException.Reference> path) {
    StringBuilder pointer = new StringBuilder();
    for (JacksonException.Reference step : path) {
      String name = step.getPropertyName();
      pointer
          .append('/')
          .append(
              name == null
                  ? String.valueOf(step.getIndex())
                  : name.replace("~", "~0").replace("/", "~1"));
    }
    return pointer.toString();
  }

  private static String place(@Nullable TokenStreamLocation location) {
    return location == null
        ? "an unknown place"
        : "line " + location.getLineNr() + ", column " + location.getColumnNr();
  }

  private static String firstLine(JacksonException exception) {
    return String.valueOf(exception.getOriginalMessage()).lines().findFirst().orElse("");
  }
}
