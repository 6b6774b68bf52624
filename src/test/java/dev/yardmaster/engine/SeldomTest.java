package dev.yardmaster.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class SeldomTest {

  private static final String FULL = "no room";

  private final FakeClock clock = new FakeClock();
  private final Seldom seldom = new Seldom(clock);

  @Test
  void whatRepeatsItselfIsNewsAgainAfterTenMinutes() {
    assertThat(seldom.isNews(FULL)).isTrue();
    clock.advance(Duration.ofMinutes(10).minusMillis(1));
    assertThat(seldom.isNews(FULL)).isFalse();
    clock.advance(Duration.ofMillis(1));
    assertThat(seldom.isNews(FULL)).isTrue();
    assertThat(seldom.isNews(FULL)).isFalse();
  }

  @Test
  void somethingElseIsNews() {
    assertThat(seldom.isNews(FULL)).isTrue();
    assertThat(seldom.isNews("no server")).isTrue();
    assertThat(seldom.isNews(FULL)).isFalse();
  }

  @Test
  void howMuchIsRememberedIsBounded() {
    assertThat(seldom.isNews(FULL)).isTrue();
    for (int i = 0; i < 16; i++) {
      assertThat(seldom.isNews("message " + i)).isTrue();
    }
    assertThat(seldom.isNews(FULL)).isTrue();
  }
}
