package dev.yardmaster.cli.local;

import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.boot.diagnostics.FailureAnalysisReporter;

/**
 * Keeps what an analyzer says of a failed start, for {@link StartupProblem} to say it. Spring makes
 * the reporters itself, hence the static field; a process starts one service.
 */
final class StartupAnalysis implements FailureAnalysisReporter {

  private static final AtomicReference<FailureAnalysis> LAST = new AtomicReference<>();

  /** For Spring, which finds it in {@code META-INF/spring.factories}. */
  StartupAnalysis() {}

  @Override
  public void report(FailureAnalysis analysis) {
    LAST.set(analysis);
  }

  /** What happened and what to do about it; empty where no analyzer knew the failure. */
  static Optional<String> take() {
    return Optional.ofNullable(LAST.getAndSet(null)).map(StartupAnalysis::words);
  }

  private static String words(FailureAnalysis analysis) {
    String action = analysis.getAction();
    return action == null ? analysis.getDescription() : analysis.getDescription() + " " + action;
  }
}
