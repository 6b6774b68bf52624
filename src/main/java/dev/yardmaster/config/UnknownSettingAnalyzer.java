package dev.yardmaster.config;

import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;

/** Names the settings that there are none of, in place of a stack trace. */
class UnknownSettingAnalyzer extends AbstractFailureAnalyzer<UnknownSettingException> {

  @Override
  protected FailureAnalysis analyze(Throwable failure, UnknownSettingException cause) {
    return new FailureAnalysis(
        cause.getMessage(),
        "Correct the name, or leave it out; docs/configuration.md has all settings.",
        cause);
  }
}
