package dev.yardmaster.journal.postgres;

import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;

/** Shows what is wrong and what to do, in place of a stack trace. */
class DatabaseProblemAnalyzer extends AbstractFailureAnalyzer<DatabaseProblemException> {

  @Override
  protected FailureAnalysis analyze(Throwable rootFailure, DatabaseProblemException cause) {
    return new FailureAnalysis(cause.getMessage(), cause.remedy(), cause);
  }
}
