package dev.yardmaster.api.problem;

import jakarta.servlet.http.HttpServletRequest;
import java.util.Map;
import org.springframework.http.HttpHeaders;
import org.springframework.web.servlet.ModelAndView;

/** A problem document for people who follow links. */
final class ProblemPage {

  private ProblemPage() {}

  /** Whether a browser asks for a page; programs get JSON, whatever they accept. */
  static boolean wanted(HttpServletRequest request) {
    String accept = request.getHeader(HttpHeaders.ACCEPT);
    return accept != null
        && accept.contains("text/html")
        && !request.getRequestURI().startsWith("/api/");
  }

  static ModelAndView of(Answer answer) {
    return new ModelAndView(
        "problem", Map.of("problem", answer.document()), answer.code().status());
  }
}
