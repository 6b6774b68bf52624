package dev.yardmaster.worker.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Random;
import org.junit.jupiter.api.Test;

class PausesTest {

  private final Pauses pauses =
      new Pauses(Duration.ofMillis(100), Duration.ofSeconds(1), new Random(1));

  @Test
  void pausesGrowUpToTheLongestAndAreAtRandomBetweenHalfAndTheWhole() {
    for (int whole : new int[] {100, 200, 400, 800, 1000, 1000, 1000}) {
      assertThat(pauses.next()).isBetween(Duration.ofMillis(whole / 2), Duration.ofMillis(whole));
    }
  }

  @Test
  void aSuccessBeginsAgainWithTheShortest() {
    pauses.next();
    pauses.next();
    pauses.reset();

    assertThat(pauses.next()).isLessThanOrEqualTo(Duration.ofMillis(100));
  }

  @Test
  void theWishOfTheServiceIsHonouredWithinTheBound() {
    assertThat(pauses.next(Duration.ofMillis(700)))
        .isBetween(Duration.ofMillis(700), Duration.ofMillis(800));
    assertThat(pauses.next(Duration.ofHours(1)))
        .isBetween(Duration.ofSeconds(1), Duration.ofMillis(1250));
  }
}
