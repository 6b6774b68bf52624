package dev.yardmaster.api.problem;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import org.apache.catalina.connector.ClientAbortException;
import org.jspecify.annotations.Nullable;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.web.bind.annotation.ControllerAdvice;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.context.request.async.AsyncRequestNotUsableException;

/**
 * Maps every failure of every handler to a problem document; for browsers to a page that says so.
 */
@ControllerAdvice
@Order(Ordered.HIGHEST_PRECEDENCE)
class ProblemAdvice {

  @ExceptionHandler(Exception.class)
  @Nullable Object problem(
      Exception failure, HttpServletRequest request, HttpServletResponse response) {
    if (response.isCommitted() || isHungUp(failure)) {
      return null;
    }
    Answer answer = ProblemTranslator.answer(failure);
    return ProblemPage.wanted(request) ? ProblemPage.of(answer, request) : answer.entity();
  }

  /** The caller went away: there is nobody to tell, and nothing to report. */
  private static boolean isHungUp(Exception failure) {
    return failure instanceof ClientAbortException
        || failure instanceof AsyncRequestNotUsableException;
  }
}
