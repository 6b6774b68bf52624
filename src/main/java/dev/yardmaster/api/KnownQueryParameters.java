package dev.yardmaster.api;

import dev.yardmaster.api.problem.ErrorCode;
import dev.yardmaster.api.problem.ProblemException;
import dev.yardmaster.pipeline.Words;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.lang.reflect.Method;
import java.lang.reflect.Parameter;
import java.util.Collections;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.method.HandlerMethod;
import org.springframework.web.servlet.HandlerInterceptor;

/**
 * Refuses parameters that a call does not have. A misspelt {@code ?dryrun=true} would otherwise
 * start what was only to be looked at.
 */
public final class KnownQueryParameters implements HandlerInterceptor {

  /** One entry a handler, of which there is a fixed number. */
  private final Map<Method, SortedSet<String>> known = new ConcurrentHashMap<>();

  @Override
  public boolean preHandle(
      HttpServletRequest request, HttpServletResponse response, Object handler) {
    if (request.getQueryString() != null && handler instanceof HandlerMethod method) {
      SortedSet<String> names =
          known.computeIfAbsent(method.getMethod(), KnownQueryParameters::names);
      for (String given : Collections.list(request.getParameterNames())) {
        if (!names.contains(given)) {
          throw unknown(given, names);
        }
      }
    }
    return true;
  }

  private static SortedSet<String> names(Method method) {
    SortedSet<String> names = new TreeSet<>();
    for (Parameter parameter : method.getParameters()) {
      RequestParam annotation = parameter.getAnnotation(RequestParam.class);
      if (annotation != null) {
        names.add(annotation.name());
      }
    }
    return names;
  }

  private static ProblemException unknown(String given, SortedSet<String> names) {
    String choice = names.isEmpty() ? "it has none" : "it has " + String.join(", ", names);
    return new ProblemException(
        ErrorCode.INVALID_PARAMETER,
        "the call has no parameter " + Words.quoted(given) + "; " + choice);
  }
}
