package dev.yardmaster.api.access;

import dev.yardmaster.api.problem.ProblemWriter;
import jakarta.servlet.Filter;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletResponse;
import jakarta.servlet.http.HttpServletRequest;
import java.io.IOException;
import org.springframework.security.web.DefaultSecurityFilterChain;
import org.springframework.security.web.FilterChainProxy;
import org.springframework.security.web.access.ExceptionTranslationFilter;
import org.springframework.security.web.access.intercept.AuthorizationFilter;
import org.springframework.security.web.firewall.StrictHttpFirewall;
import org.springframework.security.web.savedrequest.NullRequestCache;
import org.springframework.security.web.servletapi.SecurityContextHolderAwareRequestFilter;
import org.springframework.security.web.util.matcher.AnyRequestMatcher;

/**
 * Stands before everything that asks who calls: Spring Security's filters, but only those that are
 * needed. Nothing is kept between two calls.
 *
 * <p>There is no CSRF token: a page elsewhere cannot make a browser send the cookie
 * (SameSite=Strict), and what it sends itself is refused for its {@code Origin} before it comes
 * here. Headers are those that the pages have anyway.
 *
 * <p>Calls of registered workers, the busiest of all, and what is open to everybody pass by.
 */
public final class AccessFilter implements Filter {

  /**
   * Attribute of a request that came with a cookie: until when that holds, in milliseconds since
   * the epoch, as a {@link Long}.
   */
  public static final String UNTIL = AccessFilter.class.getName() + ".UNTIL";

  private final FilterChainProxy chain;

  public AccessFilter(Doorkeeper doorkeeper, Sessions sessions, ProblemWriter problems)
      throws ServletException {
    Refusals refusals = new Refusals(problems);
    chain =
        new FilterChainProxy(
            new DefaultSecurityFilterChain(
                AnyRequestMatcher.INSTANCE,
                new Identification(doorkeeper, sessions, problems),
                servletApi(),
                translation(refusals),
                new AuthorizationFilter(AccessRules.table())));
    chain.setFirewall(firewall());
    chain.setRequestRejectedHandler(refusals::ambiguous);
    chain.afterPropertiesSet();
  }

  private static SecurityContextHolderAwareRequestFilter servletApi() throws ServletException {
    SecurityContextHolderAwareRequestFilter filter = new SecurityContextHolderAwareRequestFilter();
    filter.afterPropertiesSet();
    return filter;
  }

  private static ExceptionTranslationFilter translation(Refusals refusals) {
    ExceptionTranslationFilter filter =
        new ExceptionTranslationFilter(refusals::unknown, new NullRequestCache());
    filter.setAccessDeniedHandler(refusals::denied);
    return filter;
  }

  /**
   * Refuses paths that could be read in two ways. Headers and parameters have been through the
   * server, and what they mean is looked at by who reads them: a refusal there comes too late to be
   * told.
   */
  private static StrictHttpFirewall firewall() {
    StrictHttpFirewall firewall = new StrictHttpFirewall();
    // A method that nobody knows is answered 405, with those that are known.
    firewall.setUnsafeAllowAnyHttpMethod(true);
    firewall.setAllowedHeaderNames(_ -> true);
    firewall.setAllowedHeaderValues(_ -> true);
    firewall.setAllowedParameterNames(_ -> true);
    firewall.setAllowedParameterValues(_ -> true);
    return firewall;
  }

  @Override
  public void doFilter(ServletRequest request, ServletResponse response, FilterChain next)
      throws IOException, ServletException {
    HttpServletRequest call = (HttpServletRequest) request;
    if (AccessRules.isOpen(call) || AccessRules.isOfWorker(call)) {
      next.doFilter(request, response);
    } else {
      chain.doFilter(request, response, next);
    }
  }
}
