package dev.yardmaster.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

class TickerTest {

  private final FakeClock clock = new FakeClock();
  private final Ticker ticker = new Ticker(clock);

  @Test
  void ticksAreMillisecondsAndFractionsAddUp() {
    for (int i = 0; i < 10; i++) {
      clock.advance(Duration.ofNanos(1_250_000));
      look();
    }
    assertThat(look()).isEqualTo(12);
  }

  @Test
  void aSuspendedProcessLosesNoDeadline() {
    clock.advance(Duration.ofHours(8));
    assertThat(look()).isEqualTo(5_000);
    clock.advance(Duration.ofSeconds(1));
    assertThat(look()).isEqualTo(6_000);
  }

  @Test
  void aCommitThatTakesLongCountsForTwoSeconds() {
    clock.advance(Duration.ofSeconds(1));
    look();
    OptionalLong since = OptionalLong.of(clock.nanos());
    for (int second = 1; second <= 60; second++) {
      clock.advance(Duration.ofSeconds(1));
      ticker.look(since);
    }
    assertThat(ticker.look(since).ticks()).isEqualTo(3_000);
    clock.advance(Duration.ofSeconds(1));
    assertThat(look()).isEqualTo(4_000);
  }

  @Test
  void aServiceGoesOnWhereTheJournalEnds() {
    clock.advance(Duration.ofSeconds(3));
    ticker.resume(70_000);
    assertThat(look()).isEqualTo(70_000);
    clock.advance(Duration.ofSeconds(1));
    assertThat(look()).isEqualTo(71_000);
  }

  @Test
  void aRebuildDoesNotTurnTimeBackAndItsOwnLengthDoesNotCount() {
    clock.advance(Duration.ofSeconds(3));
    look();
    clock.advance(Duration.ofSeconds(2));
    ticker.resume(1_000);
    assertThat(look()).isEqualTo(3_000);
  }

  @Test
  void theWallClockIsForPeople() {
    clock.advance(Duration.ofHours(8));
    assertThat(ticker.look(OptionalLong.empty()).wallMillis())
        .isEqualTo(FakeClock.WALL + Duration.ofHours(8).toMillis());
  }

  private long look() {
    return ticker.look(OptionalLong.empty()).ticks();
  }
}
