package dev.yardmaster.api.access;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.security.SecureRandom;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.NullSource;
import org.junit.jupiter.params.provider.ValueSource;

class AccessTokenTest {

  private static final String PROPERTY = "yardmaster.access.tokens[0]";

  /** SHA-256 of the three letters abc, from FIPS 180. */
  private static final String HASH_OF_ABC =
      "sha256:ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";

  private static AccessToken token(String name, String secret) {
    return new AccessToken(name, Set.of(Role.VIEW), TokenHash.of(secret));
  }

  private static AccessTokens tokens(AccessToken... tokens) {
    return AccessTokens.of(List.of(tokens), new SecureRandom());
  }

  @Test
  void anEntryIsReadAsItIsWritten() {
    AccessToken token =
        AccessToken.parse(PROPERTY, "ci.nightly-1", List.of("view", "work"), HASH_OF_ABC);

    assertThat(token.name()).isEqualTo("ci.nightly-1");
    assertThat(token.roles()).containsExactlyInAnyOrder(Role.VIEW, Role.WORK);
    assertThat(token.hash().matches(TokenHash.of("abc"))).isTrue();
    assertThat(token.hash().matches(TokenHash.of("abd"))).isFalse();
    assertThat(TokenHash.of("abc").text()).isEqualTo(HASH_OF_ABC);
  }

  @ParameterizedTest
  @NullSource
  @ValueSource(strings = {"", "Alice", "-a", "a b", "a\nb", "é", "a/b"})
  void aNameIsALabel(@Nullable String name) {
    assertThatExceptionOfType(AccessTokenException.class)
        .isThrownBy(() -> AccessToken.parse(PROPERTY, name, List.of("view"), HASH_OF_ABC))
        .withMessageContaining("yardmaster.access.tokens[0].name")
        .withMessageContaining("1 to 63 of the characters");
  }

  @Test
  void aNameHasAtMost63Characters() {
    String longest = "a".repeat(63);
    assertThat(AccessToken.name("name", longest)).isEqualTo(longest);
    assertThatExceptionOfType(AccessTokenException.class)
        .isThrownBy(() -> AccessToken.name("name", longest + "a"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"View", "root", ""})
  void aRoleIsOneOfFour(String role) {
    assertThatExceptionOfType(AccessTokenException.class)
        .isThrownBy(() -> AccessToken.parse(PROPERTY, "a", List.of("view", role), HASH_OF_ABC))
        .withMessageContaining("yardmaster.access.tokens[0].roles")
        .withMessageContaining("view, submit, work, admin");
  }

  @Test
  void aTokenWithoutARoleIsForNothing() {
    assertThatExceptionOfType(AccessTokenException.class)
        .isThrownBy(() -> AccessToken.parse(PROPERTY, "a", List.of(), HASH_OF_ABC))
        .withMessageContaining("roles is missing");
    assertThatExceptionOfType(AccessTokenException.class)
        .isThrownBy(() -> AccessToken.parse(PROPERTY, "a", null, HASH_OF_ABC))
        .withMessageContaining("roles is missing");
  }

  @ParameterizedTest
  @NullSource
  @ValueSource(
      strings = {
        "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad",
        "sha256:ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015a",
        "sha256:BA7816BF8F01CFEA414140DE5DAE2223B00361A396177A9CB410FF61F20015AD",
        "md5:ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"
      })
  void aHashIsOfOneForm(@Nullable String hash) {
    assertThatExceptionOfType(AccessTokenException.class)
        .isThrownBy(() -> AccessToken.parse(PROPERTY, "a", List.of("view"), hash))
        .withMessageContaining("yardmaster.access.tokens[0].hash")
        .withMessageContaining("\"sha256:\" and 64 hexadecimal digits")
        .satisfies(wrong -> assertThat(wrong.remedy()).contains("yardmaster.jar token"));
  }

  @Test
  void aTokenThatStandsWhereItsHashBelongsIsNotRepeatedInTheLog() {
    String token = AccessToken.create(new SecureRandom());
    assertThatExceptionOfType(AccessTokenException.class)
        .isThrownBy(() -> AccessToken.parse(PROPERTY, "a", List.of("view"), token))
        .satisfies(wrong -> assertThat(wrong.getMessage()).doesNotContain(token.substring(3, 20)));
  }

  @Test
  void noTwoTokensHaveTheSameName() {
    assertThatExceptionOfType(AccessTokenException.class)
        .isThrownBy(() -> tokens(token("a", "1"), token("b", "2"), token("a", "3")))
        .withMessage("yardmaster.access.tokens[2].name is \"a\", which another entry has already.");
  }

  @Test
  void noTwoTokensAreTheSame() {
    assertThatExceptionOfType(AccessTokenException.class)
        .isThrownBy(() -> tokens(token("a", "abc"), token("b", "abc")))
        .withMessage(
            "yardmaster.access.tokens[1].hash is sha256:ba7816…, which another entry has already.");
  }

  @Test
  void thereAreAtMostAThousand() {
    List<AccessToken> many =
        IntStream.rangeClosed(0, 1_000).mapToObj(i -> token("t" + i, "s" + i)).toList();

    assertThat(AccessTokens.of(many.subList(0, 1_000), new SecureRandom()).configured()).isTrue();
    assertThatExceptionOfType(AccessTokenException.class)
        .isThrownBy(() -> AccessTokens.of(many, new SecureRandom()))
        .withMessageContaining("1001 entries")
        .withMessageContaining("at most 1000");
  }

  @Test
  void madeTokensAreLongAndNeverTheSame() {
    SecureRandom random = new SecureRandom();
    List<String> made =
        Collections.nCopies(50, 0).stream().map(_ -> AccessToken.create(random)).toList();

    assertThat(made)
        .doesNotHaveDuplicates()
        .allMatch(token -> token.matches("ym_[A-Za-z0-9_-]{43}"));
  }

  @Test
  void tokensAreFoundByThemselves() {
    AccessTokens tokens = tokens(token("a", "one"), token("b", "two"));

    assertThat(tokens.find("two")).extracting(AccessToken::name).isEqualTo("b");
    assertThat(tokens.find("three")).isNull();
    assertThat(tokens.named("a")).isNotNull();
    assertThat(tokens.named("c")).isNull();
  }

  @Test
  void theWorkersInsideHaveATokenOfTheirOwnThatIsAnotherAtEachStart() {
    String own = tokens(token("a", "one")).ofEmbeddedWorkers();
    AccessTokens again = tokens(token("a", "one"));

    assertThat(own).isNotNull().isNotEqualTo(again.ofEmbeddedWorkers());
    assertThat(again.find(String.valueOf(own))).isNull();
    AccessToken found = again.find(String.valueOf(again.ofEmbeddedWorkers()));
    assertThat(found).isNotNull();
    assertThat(found.roles()).containsExactly(Role.WORK);
    assertThat(again.named(found.name())).as("nobody signs in as them").isNull();
  }

  @Test
  void whereNobodyHasATokenTheyNeedNone() {
    assertThat(tokens().configured()).isFalse();
    assertThat(tokens().ofEmbeddedWorkers()).isNull();
  }
}
