package dev.yardmaster.config;

import static org.assertj.core.api.Assertions.assertThat;

import dev.yardmaster.api.access.AccessTokenException;
import dev.yardmaster.api.access.AccessTokens;
import dev.yardmaster.api.access.SessionKey;
import dev.yardmaster.testing.CapturedLog;
import java.time.Duration;
import java.time.InstantSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

class AccessPropertiesTest {

  private static final String HASH =
      "sha256:ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";

  private final ApplicationContextRunner runner =
      new ApplicationContextRunner()
          .withUserConfiguration(AccessConfiguration.class)
          .withBean(SessionKey.class, () -> () -> new byte[32])
          .withBean(InstantSource.class, InstantSource::system);

  @Test
  void whereNothingIsSaidThereAreNoTokensAndNothingStandsBeforeACall() {
    runner.run(
        context -> {
          AccessProperties access = context.getBean(AccessProperties.class);
          assertThat(access.tokens()).isEmpty();
          assertThat(access.sessionLasts()).isEqualTo(Duration.ofHours(12));
          assertThat(context.getBean(AccessTokens.class).configured()).isFalse();
          assertThat(
                  context
                      .getBean(org.springframework.boot.web.servlet.FilterRegistrationBean.class)
                      .isEnabled())
              .isFalse();
        });
  }

  @Test
  void tokensAreRead() {
    runner
        .withPropertyValues(
            "yardmaster.access.session-lasts=30m",
            "yardmaster.access.tokens[0].name=alice",
            "yardmaster.access.tokens[0].roles=submit, work",
            "yardmaster.access.tokens[0].hash=" + HASH)
        .run(
            context -> {
              assertThat(context.getBean(AccessTokens.class).configured()).isTrue();
              assertThat(context.getBean(AccessProperties.class).sessionLasts())
                  .isEqualTo(Duration.ofMinutes(30));
            });
  }

  @Test
  void anEmptyValueTakesThemAllAway() {
    runner
        .withPropertyValues(
            "yardmaster.access.tokens=",
            "yardmaster.access.tokens[0].name=alice",
            "yardmaster.access.tokens[0].roles=submit",
            "yardmaster.access.tokens[0].hash=" + HASH)
        .run(context -> assertThat(context.getBean(AccessProperties.class).tokens()).isEmpty());
  }

  @ParameterizedTest
  @CsvSource({
    "name, Alice, yardmaster.access.tokens[0].name is \"Alice\"",
    "roles, boss, yardmaster.access.tokens[0].roles is \"boss\"",
    "hash, secret, yardmaster.access.tokens[0].hash is \"secret\""
  })
  void aWrongEntryStopsTheStart(String part, String value, String message) {
    try (CapturedLog _ = new CapturedLog("org.springframework.context")) {
      runner
          .withPropertyValues(
              "yardmaster.access.tokens[0].name=alice",
              "yardmaster.access.tokens[0].roles=submit",
              "yardmaster.access.tokens[0].hash=" + HASH,
              "yardmaster.access.tokens[0]." + part + "=" + value)
          .run(
              context ->
                  assertThat(context)
                      .getFailure()
                      .rootCause()
                      .isInstanceOf(AccessTokenException.class)
                      .hasMessageStartingWith(message));
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"59s", "0s", "-1h", "366d"})
  void sessionsLastBetweenAMinuteAndAYear(String lasts) {
    try (CapturedLog _ = new CapturedLog("org.springframework.context")) {
      runner
          .withPropertyValues("yardmaster.access.session-lasts=" + lasts)
          .run(context -> assertThat(context).hasFailed());
    }
  }
}
