package dev.yardmaster.api.problem;

import io.swagger.v3.oas.annotations.Hidden;
import jakarta.servlet.RequestDispatcher;
import jakarta.servlet.http.HttpServletRequest;
import org.springframework.boot.webmvc.error.ErrorController;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

/** Answers for what failed outside of any handler: in a filter, or in the server itself. */
@Hidden
@RestController
class FallbackErrorController implements ErrorController {

  @RequestMapping("/error")
  Object error(HttpServletRequest request) {
    Answer answer = answer(request);
    return ProblemPage.wanted(request) ? ProblemPage.of(answer, request) : answer.entity();
  }

  private static Answer answer(HttpServletRequest request) {
    if (request.getAttribute(RequestDispatcher.ERROR_EXCEPTION) instanceof Throwable failure) {
      return ProblemTranslator.answer(failure);
    }
    if (request.getAttribute(RequestDispatcher.ERROR_STATUS_CODE) instanceof Integer status) {
      String detail = String.valueOf(request.getAttribute(RequestDispatcher.ERROR_MESSAGE));
      ErrorCode code = ProblemTranslator.ofStatus(status);
      return Answer.of(code, detail.isBlank() ? code.title() : detail);
    }
    return Answer.of(ErrorCode.NO_SUCH_PATH, "nothing went wrong; there is no page here");
  }
}
