package dev.yardmaster.api.safety;

import dev.yardmaster.api.problem.RequestIds;
import jakarta.servlet.Filter;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletResponse;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import org.slf4j.MDC;

/** Gives each call an id: in the answer's header, and in every line that is logged meanwhile. */
public final class RequestIdFilter implements Filter {

  @Override
  public void doFilter(ServletRequest request, ServletResponse response, FilterChain chain)
      throws IOException, ServletException {
    String id = RequestIds.of(((HttpServletRequest) request).getHeader(RequestIds.HEADER));
    ((HttpServletResponse) response).setHeader(RequestIds.HEADER, id);
    MDC.put(RequestIds.LOG_KEY, id);
    try {
      chain.doFilter(request, response);
    } finally {
      MDC.remove(RequestIds.LOG_KEY);
    }
  }
}
