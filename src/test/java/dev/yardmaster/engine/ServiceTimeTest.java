package dev.yardmaster.engine;

import static dev.yardmaster.engine.EngineFixture.assertUnavailable;
import static dev.yardmaster.engine.EngineFixture.get;
import static dev.yardmaster.engine.FakeMachine.fact;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.yardmaster.scheduler.Moment;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Ticks at deadlines, and a time that outlives the service. */
class ServiceTimeTest {

  private final EngineFixture service = EngineFixture.running();

  @AfterEach
  void stop() {
    service.close();
  }

  @Test
  void aTickComesAtTheDeadlineAndNotBefore() {
    service.world.deadline.set(100);
    service.pass(Duration.ofMillis(99));
    assertThat(service.world.ticks).isEmpty();

    service.clock.advance(Duration.ofMillis(1));
    service.engine().wake();

    await().until(() -> service.world.ticks.size() == 1);
    assertThat(service.world.ticks).containsExactly(new Moment(100, FakeClock.WALL + 100));
  }

  @Test
  void timeGoesOnWhereTheLastServiceCommitted() {
    service.pass(Duration.ofSeconds(4));
    get(service.submit(fact("a")));
    service.pass(Duration.ofSeconds(1));

    try (EngineFixture next = service.restarted()) {
      assertThat(next.ticks()).isEqualTo(4_000);
      next.pass(Duration.ofSeconds(1));
      assertThat(next.ticks()).isEqualTo(5_000);
    }
  }

  @Test
  void timeIsKeptEveryTenSecondsWhileADeadlineRuns() {
    service.world.deadline.set(1_000_000);
    for (int second = 1; second <= 25; second++) {
      service.pass(Duration.ofSeconds(1));
    }
    assertThat(service.journal.kept).extracting(Moment::ticks).containsExactly(10_000L, 20_000L);

    try (EngineFixture next = service.restarted()) {
      assertThat(next.ticks()).isEqualTo(20_000);
    }
  }

  @Test
  void whereNothingHasADeadlineNothingIsStored() {
    for (int second = 1; second <= 25; second++) {
      service.pass(Duration.ofSeconds(1));
    }
    assertThat(service.journal.kept).isEmpty();
  }

  @Test
  void timeNeverGoesBackWhenTheStateIsRebuilt() {
    get(service.submit(fact("a")));
    service.pass(Duration.ofSeconds(3));
    service.journal.failNext(1);
    assertUnavailable(service.submit(fact("b")));
    service.awaitReady();

    assertThat(service.ticks()).isEqualTo(3_000);
  }

  @Test
  void timeStandsStillWhileACommitIsStuck() {
    service.journal.hold();
    var stuck = service.submit(fact("a"));
    service.awaitCommitsBegun(1);
    for (int minute = 0; minute < 10; minute++) {
      service.clock.advance(Duration.ofMinutes(1));
      service.engine().wake();
    }
    service.journal.letGo();
    get(stuck);

    // What is not counted is not known to the millisecond; that it is not minutes is the point.
    assertThat(service.ticks()).isLessThanOrEqualTo(Ticker.MAX_STEP.toMillis());
  }
}
