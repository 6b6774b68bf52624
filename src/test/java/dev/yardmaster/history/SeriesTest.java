package dev.yardmaster.history;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class SeriesTest {

  private static List<Long> moments(Series series) {
    return series.rows().stream().map(row -> row[0]).toList();
  }

  @Test
  void aFullSeriesKeepsEveryOtherRowAndDoublesItsInterval() {
    Series series = new Series(4, 1_000);
    for (long at = 0; at < 4_000; at += 1_000) {
      series.add(at, at);
    }
    assertThat(moments(series)).containsExactly(0L, 1_000L, 2_000L, 3_000L);

    series.add(4_000, 4_000);

    assertThat(moments(series)).containsExactly(0L, 2_000L, 4_000L);
    assertThat(series.interval()).isEqualTo(2_000);
    assertThat(series.isDue(5_999)).isFalse();
    assertThat(series.isDue(6_000)).isTrue();
  }

  /** A day has 86,400 seconds; 600 rows span it at 256 s each. */
  @Test
  void aDayFitsIntoSixHundredRows() {
    Series series = new Series(600, 1_000);
    for (long at = 0; at < 86_400_000; at += 1_000) {
      if (series.isDue(at)) {
        series.add(at, at);
      }
    }

    assertThat(series.rows().size()).isBetween(300, 600);
    assertThat(series.interval()).isEqualTo(256_000);
    assertThat(series.rows().getFirst()[0]).isZero();
    assertThat(series.rows().getLast()[0]).isGreaterThanOrEqualTo(86_400_000 - 256_000);
  }
}
