package dev.yardmaster.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class BackoffTest {

  private final Backoff backoff = new Backoff(Duration.ofMillis(100), Duration.ofSeconds(1));

  @Test
  void theWaitDoublesUpToItsLongest() {
    assertThat(afterFailureAt(0)).isEqualTo(100);
    assertThat(afterFailureAt(100)).isEqualTo(200);
    assertThat(afterFailureAt(300)).isEqualTo(400);
    assertThat(afterFailureAt(700)).isEqualTo(800);
    assertThat(afterFailureAt(1_500)).isEqualTo(1_000);
    assertThat(afterFailureAt(2_500)).isEqualTo(1_000);
  }

  @Test
  void aServiceThatLivedForAWhileBeginsAnew() {
    afterFailureAt(0);
    afterFailureAt(100);
    assertThat(afterFailureAt(100 + 4_000)).isEqualTo(400);
    assertThat(afterFailureAt(100 + 4_000 + 4_001)).isEqualTo(100);
  }

  private long afterFailureAt(long millis) {
    return backoff.afterFailure(millis * 1_000_000) / 1_000_000;
  }
}
