package dev.yardmaster.api.safety;

import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;

/** Shows what is unsafe and what to change, in place of a stack trace. */
class UnsafeBindAnalyzer extends AbstractFailureAnalyzer<UnsafeBindException> {

  @Override
  protected FailureAnalysis analyze(Throwable rootFailure, UnsafeBindException cause) {
    return new FailureAnalysis(cause.getMessage(), cause.remedy(), cause);
  }
}
