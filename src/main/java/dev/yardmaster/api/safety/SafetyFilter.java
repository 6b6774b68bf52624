package dev.yardmaster.api.safety;

import dev.yardmaster.api.ApiPaths;
import dev.yardmaster.api.problem.ProblemWriter;
import jakarta.servlet.Filter;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletResponse;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.Collection;

/**
 * Stands before everything that answers, on every method. Looks at headers only and keeps nothing,
 * for every call of every worker passes here.
 */
public final class SafetyFilter implements Filter {

  /**
   * Pages load their own scripts and style sheets, call this service and nobody else, run nothing
   * that stands in a page itself, and are shown in no frame. So text of users stays text whatever
   * is in it.
   */
  static final String CONTENT_SECURITY_POLICY =
      "default-src 'none'; script-src 'self'; worker-src 'self'; style-src 'self';"
          + " img-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'self';"
          + " frame-ancestors 'none'";

  private final CallerRules callers;
  private final ProblemWriter problems;

  /**
   * @param allowedHosts further names of this service, without ports
   * @param allowedOrigins of pages elsewhere that may call it, such as {@code https://ci.example}
   * @param byAddress whether it may be called by any address, for there are tokens to tell who
   *     calls
   */
  public SafetyFilter(
      Collection<String> allowedHosts,
      Collection<String> allowedOrigins,
      boolean byAddress,
      ProblemWriter problems) {
    this.callers = new CallerRules(allowedHosts, allowedOrigins, byAddress);
    this.problems = problems;
  }

  @Override
  public void doFilter(ServletRequest request, ServletResponse response, FilterChain chain)
      throws IOException, ServletException {
    filter((HttpServletRequest) request, (HttpServletResponse) response, chain);
  }

  private void filter(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
      throws IOException, ServletException {
    addHeaders(request, response);
    Refusal refusal = callers.check(request);
    boolean body = BodyRules.hasBody(request);
    if (refusal == null && body) {
      refusal = BodyRules.check(request);
    }
    if (refusal != null) {
      problems.write(response, refusal.code(), refusal.detail());
    } else if (body && BodyRules.ofUnknownSize(request)) {
      chain.doFilter(new BoundedRequest(request, BodyRules.limit(request)), response);
    } else {
      chain.doFilter(request, response);
    }
  }

  private static void addHeaders(HttpServletRequest request, HttpServletResponse response) {
    response.setHeader("X-Content-Type-Options", "nosniff");
    if (!request.getRequestURI().startsWith(ApiPaths.BASE)) {
      response.setHeader("Content-Security-Policy", CONTENT_SECURITY_POLICY);
      // Not "no-referrer", with which browsers hide the origin of the service's own forms from it.
      response.setHeader("Referrer-Policy", "same-origin");
      response.setHeader("X-Frame-Options", "DENY");
    }
  }
}
