package dev.yardmaster.api.access;

import dev.yardmaster.api.problem.ErrorCode;
import dev.yardmaster.api.problem.ProblemException;
import dev.yardmaster.api.problem.ProblemPage;
import dev.yardmaster.api.problem.ProblemWriter;
import jakarta.servlet.RequestDispatcher;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Collection;
import java.util.Set;
import java.util.stream.Collectors;
import org.springframework.http.HttpHeaders;
import org.springframework.security.access.AccessDeniedException;
import org.springframework.security.authorization.AuthorityAuthorizationDecision;
import org.springframework.security.authorization.AuthorizationDeniedException;
import org.springframework.security.core.Authentication;
import org.springframework.security.core.GrantedAuthority;
import org.springframework.security.core.context.SecurityContextHolder;
import org.springframework.security.web.firewall.RequestRejectedException;

/** What those hear who may not: programs a problem document, people a page. */
final class Refusals {

  private final ProblemWriter problems;

  Refusals(ProblemWriter problems) {
    this.problems = problems;
  }

  /** Nobody said who calls. */
  void unknown(HttpServletRequest request, HttpServletResponse response, Exception cause)
      throws IOException {
    String method = request.getMethod();
    if (ProblemPage.wanted(request) && (method.equals("GET") || method.equals("HEAD"))) {
      response.setStatus(HttpServletResponse.SC_SEE_OTHER);
      response.setHeader(HttpHeaders.LOCATION, "/sign-in?to=" + encoded(target(request)));
    } else {
      problems.write(
          response,
          ErrorCode.ACCESS_TOKEN_NEEDED,
          method + " " + request.getRequestURI() + " came without an access token");
    }
  }

  private static String target(HttpServletRequest request) {
    String query = request.getQueryString();
    return request.getRequestURI() + (query == null ? "" : "?" + query);
  }

  private static String encoded(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8);
  }

  /** It is known who calls, but the token is for something else. */
  void denied(HttpServletRequest request, HttpServletResponse response, AccessDeniedException cause)
      throws IOException, ServletException {
    Authentication who = SecurityContextHolder.getContext().getAuthentication();
    String whose =
        who instanceof Caller caller
            ? "the token of " + caller.getName() + " has " + caller.token().rolesInWords()
            : "the token does not have it";
    String detail = "this needs the role " + needed(cause) + ", and " + whose;
    if (ProblemPage.wanted(request)) {
      request.setAttribute(
          RequestDispatcher.ERROR_EXCEPTION, new ProblemException(ErrorCode.ROLE_MISSING, detail));
      request.getRequestDispatcher("/error").forward(request, response);
    } else {
      problems.write(response, ErrorCode.ROLE_MISSING, detail);
    }
  }

  private static String needed(AccessDeniedException cause) {
    return cause instanceof AuthorizationDeniedException denied
            && denied.getAuthorizationResult() instanceof AuthorityAuthorizationDecision decision
        ? words(decision.getAuthorities())
        : "that nobody has";
  }

  /** In the order of the documentation. */
  private static String words(Collection<GrantedAuthority> authorities) {
    Set<String> names =
        authorities.stream()
            .map(authority -> String.valueOf(authority.getAuthority()))
            .collect(Collectors.toSet());
    return Arrays.stream(Role.values())
        .filter(role -> names.contains(Caller.authority(role)))
        .map(Role::word)
        .collect(Collectors.joining(" or "));
  }

  /** Written so that two parts of a server could read two paths from it. */
  void ambiguous(
      HttpServletRequest request, HttpServletResponse response, RequestRejectedException cause)
      throws IOException {
    problems.write(response, ErrorCode.BAD_REQUEST, "the path is written in a way not taken here");
  }
}
