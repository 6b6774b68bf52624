package dev.yardmaster.scheduler.task;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** I1 and I2, and what else has to hold between counters. */
class CountersTest {

  @Test
  void countersThatAddUpAreFine() {
    new Counters(21, 1, 2, 3, 4, 5, 6, 3, 2, 9, 1, 0).checkInvariants();
    new Counters(0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0).checkInvariants();
  }

  @ParameterizedTest
  @CsvSource(
      textBlock =
          """
          the total is too small,        20, 1, 2, 3, 4, 5, 6, 0, 0, 0, 0, 0
          the total is too large,        22, 1, 2, 3, 4, 5, 6, 0, 0, 0, 0, 0
          ready is negative,              1,-1, 2, 0, 0, 0, 0, 0, 0, 0, 0, 0
          processing is negative,         1, 2,-1, 0, 0, 0, 0, 0, 0, 0, 0, 0
          pending is negative,            1, 2, 0, 0, 0, 0,-1, 0, 0, 0, 0, 0
          completed is negative,          1, 2, 0,-1, 0, 0, 0, 0, 0, 0, 0, 0
          failed is negative,             1, 2, 0, 0,-1, 0, 0, 0, 0, 0, 0, 0
          orphaned is negative,           1, 2, 0, 0, 0,-1, 0, 0, 0, 0, 0, 0
          more skipped than completed,    2, 1, 0, 1, 0, 0, 0, 2, 0, 0, 0, 0
          skipped is negative,            1, 1, 0, 0, 0, 0, 0,-1, 0, 0, 0, 0
          starts are negative,            1, 1, 0, 0, 0, 0, 0, 0,-1, 0, 0, 0
          failures are negative,          1, 1, 0, 0, 0, 0, 0, 0, 0,-1, 0, 0
          retirements are negative,       1, 1, 0, 0, 0, 0, 0, 0, 0, 0,-1, 0
          restarts are negative,          1, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0,-1
          """)
  void whatCannotBeIsAnError(
      String what,
      long total,
      long ready,
      long processing,
      long completed,
      long failed,
      long orphaned,
      long pending,
      long skipped,
      long starts,
      long failures,
      long retirements,
      long restarts) {
    Counters counters =
        new Counters(
            total,
            ready,
            processing,
            completed,
            failed,
            orphaned,
            pending,
            skipped,
            starts,
            failures,
            retirements,
            restarts);
    assertThatThrownBy(counters::checkInvariants)
        .as(what)
        .isInstanceOf(IllegalStateException.class);
  }

  @Test
  void nothingLeftToDoMeansSettled() {
    assertThat(new Counters(3, 0, 0, 1, 1, 1, 0, 0, 0, 0, 0, 0).allSettled()).isTrue();
    assertThat(new Counters(1, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0).allSettled()).isFalse();
    assertThat(new Counters(1, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0).allSettled()).isFalse();
    assertThat(new Counters(1, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0).allSettled()).isFalse();
  }
}
