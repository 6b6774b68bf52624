package dev.yardmaster.api.problem;

import jakarta.servlet.http.HttpServletRequest;
import java.security.Principal;
import java.util.Map;
import org.springframework.http.HttpHeaders;
import org.springframework.web.servlet.ModelAndView;

/** A problem document for people who follow links. */
public final class ProblemPage {

  private ProblemPage() {}

  /** Whether a browser asks for a page; programs get JSON, whatever they accept. */
  public static boolean wanted(HttpServletRequest request) {
    String accept = request.getHeader(HttpHeaders.ACCEPT);
    return accept != null
        && accept.contains("text/html")
        && !request.getRequestURI().startsWith("/api/");
  }

  /** With the name of who is signed in, so that one can sign out and come as somebody else. */
  static ModelAndView of(Answer answer, HttpServletRequest request) {
    ModelAndView page =
        new ModelAndView("problem", Map.of("problem", answer.document()), answer.code().status());
    Principal visitor = request.getUserPrincipal();
    return visitor == null ? page : page.addObject("visitor", visitor.getName());
  }
}
