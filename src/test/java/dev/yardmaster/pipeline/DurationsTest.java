package dev.yardmaster.pipeline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class DurationsTest {

  private static final Map<String, Duration> WRITTEN =
      Map.of(
          "250ms", Duration.ofMillis(250),
          "30s", Duration.ofSeconds(30),
          "10m", Duration.ofMinutes(10),
          "2h", Duration.ofHours(2),
          "1d", Duration.ofHours(24),
          "0s", Duration.ZERO);

  @Test
  void readsWhatPeopleWrite() {
    WRITTEN.forEach((text, duration) -> assertThat(Durations.parse(text)).isEqualTo(duration));
    assertThat(Durations.parse("PT1H30M")).isEqualTo(Duration.ofMinutes(90));
    assertThat(Durations.parse("P1DT1S")).isEqualTo(Duration.ofSeconds(86_401));
    assertThat(Durations.parse("PT0.25S")).isEqualTo(Duration.ofMillis(250));
    assertThat(Durations.parse("PT-1S")).isEqualTo(Duration.ofSeconds(-1));
  }

  @Test
  void writesTheGreatestUnitWithoutAFraction() {
    WRITTEN.forEach((text, duration) -> assertThat(Durations.format(duration)).isEqualTo(text));
    assertThat(Durations.format(Duration.ofSeconds(90))).isEqualTo("90s");
    assertThat(Durations.format(Duration.ofMinutes(90))).isEqualTo("90m");
    assertThat(Durations.format(Duration.ofMillis(1_500))).isEqualTo("1500ms");
    assertThat(Durations.format(Duration.ofNanos(1))).isEqualTo("PT0.000000001S");
  }

  @Test
  void readsBackEverythingThatItWrites() {
    for (Duration duration :
        List.of(
            Duration.ofSeconds(Long.MAX_VALUE, 999_999_999),
            Duration.ofSeconds(Long.MIN_VALUE),
            Duration.ofSeconds(-1, 1_000_000),
            Duration.ofDays(365),
            Duration.ofDays(365).plusMillis(1),
            Duration.ofDays(365).minusMillis(1),
            Duration.ofNanos(1_000_001))) {
      assertThat(Durations.parse(Durations.format(duration))).isEqualTo(duration);
    }
  }

  @Test
  void refusesEverythingElseWithTheRemedy() {
    for (String text :
        List.of(
            "",
            "30",
            "s",
            "1.5h",
            "1h30m",
            "10 m",
            "-10m",
            "10M",
            "10min",
            "1w",
            "P1M",
            "PT",
            "9999999999999999999s",
            "999999999999999999d",
            "PT99999999999999999999S",
            "١s",
            "1".repeat(100) + "s")) {
      assertThatIllegalArgumentException()
          .as(text)
          .isThrownBy(() -> Durations.parse(text))
          .withMessageContaining("write it like 250ms, 30s, 10m, 2h, 1d or PT1H30M");
    }
  }
}
