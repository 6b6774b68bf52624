package dev.yardmaster.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import dev.yardmaster.testing.Promtool;
import org.junit.jupiter.api.Test;

/** The alert rules that come with the service, in Prometheus' own eyes. */
class AlertRulesTest {

  private static final String TEST = "src/test/resources/prometheus/alerts-test.yaml";

  @Test
  void prometheusUnderstandsThem() {
    assertThat(Promtool.find().run("", "check", "rules", ShippedFiles.ALERTS.toString()))
        .returns(0, Promtool.Result::exit)
        .extracting(Promtool.Result::output)
        .asString()
        .contains("12 rules found");
  }

  @Test
  void theyFireForWhatTheyAreMeantForAndForNothingElse() {
    Promtool.Result result = Promtool.find().run("", "test", "rules", TEST);
    assertThat(result.exit()).as(result.output()).isZero();
  }
}
