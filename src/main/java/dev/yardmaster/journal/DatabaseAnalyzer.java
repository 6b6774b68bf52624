package dev.yardmaster.journal;

import org.jspecify.annotations.Nullable;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.boot.diagnostics.FailureAnalyzer;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.core.env.Environment;

/** Tells whoever starts a service why its database does not let it, in place of a stack trace. */
@Order(Ordered.HIGHEST_PRECEDENCE)
final class DatabaseAnalyzer implements FailureAnalyzer {

  private final DatabasePlace place;

  DatabaseAnalyzer(Environment environment) {
    this.place = new DatabasePlace(environment.getProperty("spring.datasource.url", "?"));
  }

  @Override
  public @Nullable FailureAnalysis analyze(Throwable failure) {
    return DatabaseTrouble.of(failure, place)
        .map(trouble -> new FailureAnalysis(trouble.what(), trouble.remedy(), failure))
        .orElse(null);
  }
}
