package dev.yardmaster.api.access;

import static java.util.stream.Collectors.toList;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SlowDownTest {

  private static final String ADDRESS = "192.0.2.7";

  private long nanos = -5; // such clocks begin anywhere
  private final List<Duration> pauses = new ArrayList<>();
  private final SlowDown atOnce = new SlowDown(() -> nanos, pauses::add);

  private final CountDownLatch end = new CountDownLatch(1);
  private final SlowDown forEver = new SlowDown(() -> nanos, _ -> end.await());

  @AfterEach
  void letAllGo() {
    end.countDown();
  }

  @ParameterizedTest
  @CsvSource({"1, 250", "2, 500", "3, 1000", "4, 2000", "5, 4000", "6, 8000", "7, 8000"})
  void theAnswerTakesTwiceAsLongEachTimeUpToEightSeconds(int failures, long millis) {
    assertThat(SlowDown.delay(failures)).isEqualTo(Duration.ofMillis(millis));
  }

  @Test
  void noCountOfFailuresIsTooLarge() {
    assertThat(SlowDown.delay(Integer.MAX_VALUE)).isEqualTo(Duration.ofSeconds(8));
  }

  @Test
  void eachFailureWaitsItsTimeAndSaysWhichItIs() {
    List<Integer> failures =
        IntStream.range(0, 3).mapToObj(_ -> atOnce.holdBack(ADDRESS)).collect(toList());

    assertThat(failures).containsExactly(1, 2, 3);
    assertThat(pauses)
        .containsExactly(Duration.ofMillis(250), Duration.ofMillis(500), Duration.ofSeconds(1));
  }

  @Test
  void anotherAddressIsNotMadeToWaitForIt() {
    IntStream.range(0, 6).forEach(_ -> atOnce.holdBack(ADDRESS));

    assertThat(atOnce.holdBack("192.0.2.8")).isEqualTo(1);
    assertThat(pauses.getLast()).isEqualTo(Duration.ofMillis(250));
  }

  @Test
  void addressesOfOneIpv6NetworkAreOne() {
    atOnce.holdBack("2001:db8:1:2::1");

    assertThat(atOnce.holdBack("2001:db8:1:2:ffff::9")).isEqualTo(2);
    assertThat(atOnce.holdBack("2001:db8:1:3::1")).isEqualTo(1);
  }

  @Test
  void afterTenQuietMinutesItBeginsAnew() {
    atOnce.holdBack(ADDRESS);
    atOnce.holdBack(ADDRESS);
    nanos += Duration.ofMinutes(10).toNanos();
    assertThat(atOnce.holdBack(ADDRESS)).isEqualTo(3);
    nanos += Duration.ofMinutes(10).toNanos() + 1;

    assertThat(atOnce.holdBack(ADDRESS)).isEqualTo(1);
  }

  private void wait(String address) {
    Thread.ofVirtual().start(() -> forEver.holdBack(address));
  }

  private static void happens(java.util.concurrent.Callable<Boolean> condition) {
    org.awaitility.Awaitility.await().until(condition);
  }

  @Test
  void whileFiveWaitNoFurtherOneOfThatAddressDoes() {
    assertThat(forEver.admits(ADDRESS)).isTrue();
    IntStream.range(0, 5).forEach(_ -> wait(ADDRESS));
    happens(() -> !forEver.admits(ADDRESS));

    assertThat(forEver.holdBack(ADDRESS)).isZero();
    assertThat(forEver.admits("192.0.2.8")).isTrue();
    end.countDown();
    happens(() -> forEver.admits(ADDRESS));
  }

  @Test
  void whileTwoHundredWaitNoFurtherOneDoesAtAll() {
    IntStream.range(0, 200).forEach(i -> wait("10.0.0." + i));
    happens(() -> !forEver.admits("192.0.2.8"));

    assertThat(forEver.holdBack("192.0.2.8")).isZero();
  }

  @Test
  void onlySoManyAddressesAreRemembered() {
    for (int i = 0; i < 10_001; i++) {
      atOnce.holdBack("10.1." + i / 250 + "." + i % 250);
    }

    assertThat(atOnce.size()).isEqualTo(10_000);
    assertThat(atOnce.holdBack("10.1.0.0")).as("the first of them").isEqualTo(1);
    assertThat(atOnce.holdBack("10.1.40.0")).as("the last of them").isEqualTo(2);
  }

  @Test
  void whoIsInterruptedGoesAndStaysInterrupted() {
    SlowDown interrupted =
        new SlowDown(
            () -> nanos,
            _ -> {
              throw new InterruptedException();
            });

    assertThat(interrupted.holdBack(ADDRESS)).isEqualTo(1);
    assertThat(Thread.interrupted()).isTrue();
    assertThat(interrupted.admits(ADDRESS)).isTrue();
  }
}
