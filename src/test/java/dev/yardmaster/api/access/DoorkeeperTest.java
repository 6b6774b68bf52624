package dev.yardmaster.api.access;

import static org.assertj.core.api.Assertions.assertThat;

import dev.yardmaster.api.access.Doorkeeper.Known;
import dev.yardmaster.api.access.Doorkeeper.TooMany;
import dev.yardmaster.api.access.Doorkeeper.Unknown;
import dev.yardmaster.testing.CapturedLog;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

class DoorkeeperTest {

  private static final String ADDRESS = "192.0.2.7";
  private static final AccessToken ALICE =
      new AccessToken("alice", Set.of(Role.VIEW), TokenHash.of("right"));

  private final AccessTokens tokens = AccessTokens.of(List.of(ALICE), new SecureRandom());
  private final List<Duration> pauses = new ArrayList<>();

  @Test
  void aRightTokenNeverWaits() {
    Doorkeeper doorkeeper = new Doorkeeper(tokens, new SlowDown(() -> 0, pauses::add));
    try (CapturedLog _ = new CapturedLog("dev.yardmaster.api.access")) {
      doorkeeper.look(ADDRESS, "wrong");
    }

    assertThat(doorkeeper.look(ADDRESS, "right")).isEqualTo(new Known(ALICE));
    assertThat(pauses).hasSize(1);
  }

  @Test
  void wrongOnesWaitLongerAndLongerAndAreLoggedLessAndLess() {
    Doorkeeper doorkeeper = new Doorkeeper(tokens, new SlowDown(() -> 0, pauses::add));
    try (CapturedLog log = new CapturedLog("dev.yardmaster.api.access")) {
      for (int i = 0; i < 9; i++) {
        assertThat(doorkeeper.look(ADDRESS, "wrong")).isEqualTo(new Unknown());
      }
      assertThat(log.lines()).hasSize(4); // 1, 2, 4, 8
      assertThat(String.join("\n", log.lines())).contains(ADDRESS);
    }
    assertThat(pauses).hasSize(9).endsWith(Duration.ofSeconds(8));
  }

  @Test
  void whatIsMuchTooLongIsWrong() {
    Doorkeeper doorkeeper = new Doorkeeper(tokens, new SlowDown(() -> 0, pauses::add));
    try (CapturedLog _ = new CapturedLog("dev.yardmaster.api.access")) {
      assertThat(doorkeeper.look(ADDRESS, "x".repeat(100_000))).isEqualTo(new Unknown());
    }
  }

  @Test
  void whileTooManyWaitFurtherWrongOnesAreRefusedAndRightOnesAreNot() {
    CountDownLatch end = new CountDownLatch(1);
    SlowDown slowDown = new SlowDown(() -> 0, _ -> end.await());
    Doorkeeper doorkeeper = new Doorkeeper(tokens, slowDown);
    for (int i = 0; i < 5; i++) {
      Thread.ofVirtual().start(() -> slowDown.holdBack(ADDRESS));
    }
    Awaitility.await().until(() -> !slowDown.admits(ADDRESS));

    assertThat(doorkeeper.look(ADDRESS, "wrong")).isEqualTo(new TooMany());
    assertThat(doorkeeper.look(ADDRESS, "right")).isEqualTo(new Known(ALICE));
    assertThat(doorkeeper.look("192.0.2.8", "right")).isEqualTo(new Known(ALICE));
    end.countDown();
  }
}
