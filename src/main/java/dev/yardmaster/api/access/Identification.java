package dev.yardmaster.api.access;

import dev.yardmaster.api.access.Doorkeeper.Known;
import dev.yardmaster.api.access.Doorkeeper.TooMany;
import dev.yardmaster.api.access.Doorkeeper.Unknown;
import dev.yardmaster.api.problem.ErrorCode;
import dev.yardmaster.api.problem.ProblemWriter;
import jakarta.servlet.Filter;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletResponse;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;
import org.springframework.security.core.context.SecurityContext;
import org.springframework.security.core.context.SecurityContextHolder;

/**
 * Finds out who calls: by the header, which programs send, or else by the cookie of a browser. A
 * wrong token ends the call here; a cookie that no longer holds is as good as none.
 */
final class Identification implements Filter {

  private static final String SCHEME = "Bearer ";

  private final Doorkeeper doorkeeper;
  private final Sessions sessions;
  private final ProblemWriter problems;

  Identification(Doorkeeper doorkeeper, Sessions sessions, ProblemWriter problems) {
    this.doorkeeper = doorkeeper;
    this.sessions = sessions;
    this.problems = problems;
  }

  @Override
  public void doFilter(ServletRequest request, ServletResponse response, FilterChain chain)
      throws IOException, ServletException {
    filter((HttpServletRequest) request, (HttpServletResponse) response, chain);
  }

  private void filter(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
      throws IOException, ServletException {
    // What is told to one is not to be shown to the next who sits there, nor kept by a proxy.
    response.setHeader(HttpHeaders.CACHE_CONTROL, "no-store");
    String token = bearer(request);
    if (token == null) {
      Sessions.Session session = sessions.of(request);
      if (session != null) {
        request.setAttribute(AccessFilter.UNTIL, session.until());
      }
      proceed(session == null ? null : session.token(), request, response, chain);
      return;
    }
    switch (doorkeeper.look(request.getRemoteAddr(), token)) {
      case Known known -> proceed(known.token(), request, response, chain);
      case Unknown _ ->
          problems.write(
              response, ErrorCode.UNKNOWN_TOKEN, "no access token of this service is like that");
      case TooMany _ ->
          problems.write(
              response,
              ErrorCode.TOO_MANY_ATTEMPTS,
              "no access token of this service is like that, and too many wrong ones came from "
                  + request.getRemoteAddr());
    }
  }

  private static @Nullable String bearer(HttpServletRequest request) {
    String header = request.getHeader(HttpHeaders.AUTHORIZATION);
    return header != null && header.regionMatches(true, 0, SCHEME, 0, SCHEME.length())
        ? header.substring(SCHEME.length()).strip()
        : null;
  }

  private static void proceed(
      @Nullable AccessToken token,
      HttpServletRequest request,
      HttpServletResponse response,
      FilterChain chain)
      throws IOException, ServletException {
    if (token != null) {
      SecurityContext context = SecurityContextHolder.createEmptyContext();
      context.setAuthentication(new Caller(token));
      SecurityContextHolder.setContext(context);
    }
    chain.doFilter(request, response);
  }
}
