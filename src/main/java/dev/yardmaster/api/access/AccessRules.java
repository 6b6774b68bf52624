package dev.yardmaster.api.access;

import static dev.yardmaster.api.access.Role.ADMIN;
import static dev.yardmaster.api.access.Role.SUBMIT;
import static dev.yardmaster.api.access.Role.VIEW;
import static dev.yardmaster.api.access.Role.WORK;

import dev.yardmaster.api.ApiPaths;
import jakarta.servlet.http.HttpServletRequest;
import java.util.Arrays;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpMethod;
import org.springframework.security.authorization.AuthorityAuthorizationManager;
import org.springframework.security.authorization.AuthorizationManager;
import org.springframework.security.web.access.intercept.RequestMatcherDelegatingAuthorizationManager;
import org.springframework.security.web.servlet.util.matcher.PathPatternRequestMatcher;
import org.springframework.security.web.util.matcher.RequestMatcher;

/**
 * Which role a call needs. What no line here names needs one too: looking at something that of who
 * looks, everything else that of who starts runs.
 */
final class AccessRules {

  private static final Set<String> SAFE = Set.of("GET", "HEAD", "OPTIONS");

  /** Answers to anybody: for probes, and for those who have yet to sign in. */
  private static final Set<String> OPEN =
      Set.of(
          "/actuator/health",
          "/actuator/health/liveness",
          "/actuator/health/readiness",
          "/sign-in",
          "/sign-out",
          "/icon.svg",
          "/yardmaster.css");

  /** Scripts and their styles. Nothing in such a path can lead elsewhere. */
  private static final Pattern SCRIPTS = Pattern.compile("/app/[A-Za-z0-9_-][A-Za-z0-9._-]{0,99}");

  private static final String WORKERS = ApiPaths.BASE + "/workers";

  private AccessRules() {}

  /** Whether nobody asks who it is. Looks at the path as it came, so that only itself is meant. */
  static boolean isOpen(HttpServletRequest request) {
    String path = request.getRequestURI();
    return OPEN.contains(path) || SCRIPTS.matcher(path).matches();
  }

  /**
   * Whether it is a call of a registered worker, which shows the token of its registration; that is
   * looked at by who answers it.
   */
  static boolean isOfWorker(HttpServletRequest request) {
    String path = request.getRequestURI();
    return path.startsWith(WORKERS)
        && path.length() > WORKERS.length() + 1
        && path.charAt(WORKERS.length()) == '/'
        && !SAFE.contains(request.getMethod())
        && isPlain(path)
        && !path.contains("//")
        && !path.endsWith("/");
  }

  /** Without anything that a server would read as another path. */
  private static boolean isPlain(String path) {
    return path.chars()
        .allMatch(
            c ->
                c == '/'
                    || c == '-'
                    || c == '_'
                    || c >= '0' && c <= '9'
                    || c >= 'a' && c <= 'z'
                    || c >= 'A' && c <= 'Z');
  }

  /** The table; the first line that fits counts. */
  static AuthorizationManager<HttpServletRequest> table() {
    return RequestMatcherDelegatingAuthorizationManager.builder()
        .add(path(HttpMethod.POST, WORKERS), anyOf(WORK, ADMIN))
        .add(path(HttpMethod.POST, ApiPaths.RUNS), anyOf(SUBMIT, ADMIN))
        .add(path(HttpMethod.POST, ApiPaths.RUNS + "/*/cancel"), anyOf(SUBMIT, ADMIN))
        .add(path(HttpMethod.GET, "/actuator/prometheus"), anyOf(VIEW, SUBMIT, ADMIN))
        // Whatever else somebody switches on there may show settings, memory or threads.
        .add(path(null, "/actuator/**"), anyOf(ADMIN))
        .add(AccessRules::isSafe, anyOf(VIEW, SUBMIT, ADMIN))
        .add(_ -> true, anyOf(SUBMIT, ADMIN))
        .build();
  }

  private static boolean isSafe(HttpServletRequest request) {
    return SAFE.contains(request.getMethod());
  }

  private static RequestMatcher path(@Nullable HttpMethod method, String pattern) {
    return method == null
        ? PathPatternRequestMatcher.pathPattern(pattern)
        : PathPatternRequestMatcher.pathPattern(method, pattern);
  }

  private static <T> AuthorizationManager<T> anyOf(Role... roles) {
    return AuthorityAuthorizationManager.hasAnyAuthority(
        Arrays.stream(roles).map(Caller::authority).toArray(String[]::new));
  }
}
