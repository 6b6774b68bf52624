package dev.yardmaster.journal;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** A secret is thought up once, on any database. */
abstract class ServiceSecretsContract {

  /** Open for as long as the tests of the class run. */
  abstract JournalDatabase database();

  private static byte[] of(int first) {
    byte[] secret = new byte[32];
    secret[0] = (byte) first;
    return secret;
  }

  @Test
  void theFirstOneStaysAlsoAfterARestart() {
    byte[] first = database().secrets().get("session_key", () -> of(-7));

    assertThat(first).isEqualTo(of(-7));
    assertThat(database().secrets().get("session_key", () -> of(8))).isEqualTo(of(-7));
  }

  @Test
  void eachNameHasItsOwn() {
    assertThat(database().secrets().get("one", () -> of(1))).isEqualTo(of(1));
    assertThat(database().secrets().get("two", () -> of(2))).isEqualTo(of(2));
    assertThat(database().secrets().get("one", () -> of(3))).isEqualTo(of(1));
  }
}
