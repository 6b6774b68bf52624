package dev.yardmaster.api.access;

import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;

/** Shows which entry is wrong and what to change, in place of a stack trace. */
class AccessTokenAnalyzer extends AbstractFailureAnalyzer<AccessTokenException> {

  @Override
  protected FailureAnalysis analyze(Throwable rootFailure, AccessTokenException cause) {
    return new FailureAnalysis(cause.getMessage(), cause.remedy(), cause);
  }
}
