package dev.yardmaster.dashboard;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ShownTest {

  @ParameterizedTest
  @CsvSource({
    "0, 0 ms",
    "-5, 0 ms",
    "999, 999 ms",
    "1000, 1 s",
    "59999, 59 s",
    "60000, 1 min 00 s",
    "3599000, 59 min 59 s",
    "3600000, 1 h 00 min",
    "86399000, 23 h 59 min",
    "90000000, 1 d 01 h"
  })
  void spansAreShortAndExactEnough(long millis, String shown) {
    assertThat(Shown.span(5_000, 5_000 + millis)).isEqualTo(shown);
  }

  @ParameterizedTest
  @CsvSource({"0, 0, 100", "0, 8, 0", "1, 3, 33", "999999999, 1000000000, 99", "8, 8, 100"})
  void aHundredPercentMeansAll(long part, long whole, int percent) {
    assertThat(Shown.percent(part, whole)).isEqualTo(percent);
  }

  @Test
  void numbersAndAmountsReadWell() {
    assertThat(Shown.number(1_000_000_000L)).isEqualTo("1,000,000,000");
    assertThat(Shown.amounts(new TreeMap<>(Map.of("gpu", 1L, "cpu", 4L))))
        .isEqualTo("cpu 4, gpu 1");
    assertThat(Shown.amounts(null)).isEqualTo("–");
  }
}
