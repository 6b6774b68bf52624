package dev.yardmaster.api.access;

import static org.assertj.core.api.Assertions.assertThat;

import jakarta.servlet.http.Cookie;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.http.ResponseCookie;
import org.springframework.mock.web.MockHttpServletRequest;

class SessionsTest {

  private static final Instant NOON = Instant.parse("2026-03-01T12:00:00Z");
  private static final Duration LASTS = Duration.ofHours(12);
  private static final AccessToken ALICE = token("alice.v2", "one");

  private Instant now = NOON;
  private final Sessions sessions = sessions("the key in the database", ALICE);

  private static AccessToken token(String name, String secret) {
    return new AccessToken(name, Set.of(Role.VIEW), TokenHash.of(secret));
  }

  private Sessions sessions(String key, AccessToken... tokens) {
    InstantSource clock = () -> now;
    return new Sessions(
        AccessTokens.of(List.of(tokens), new SecureRandom()),
        () -> key.getBytes(StandardCharsets.US_ASCII),
        LASTS,
        clock);
  }

  private String begun() {
    return sessions.begin(ALICE, new MockHttpServletRequest()).getValue();
  }

  private static MockHttpServletRequest with(String value) {
    MockHttpServletRequest request = new MockHttpServletRequest();
    request.setCookies(new Cookie("other", "x"), new Cookie("yardmaster_session", value));
    return request;
  }

  @Test
  void aCookieSaysWhoItIsUntilWhenAndBearsASignature() {
    assertThat(begun())
        .matches("alice\\.v2\\." + NOON.plus(LASTS).toEpochMilli() + "\\.[A-Za-z0-9_-]{43}");
  }

  @Test
  void itIsForThisServiceAloneAndNoScript() {
    ResponseCookie cookie = sessions.begin(ALICE, new MockHttpServletRequest());

    assertThat(cookie.toString())
        .startsWith("yardmaster_session=alice.v2.")
        .contains("; Path=/", "; HttpOnly", "; SameSite=Strict", "; Max-Age=43200")
        .doesNotContain("; Secure", "Domain");
  }

  @Test
  void whatCameOverTlsGoesOverNothingElse() {
    MockHttpServletRequest request = new MockHttpServletRequest();
    request.setSecure(true);

    assertThat(sessions.begin(ALICE, request).isSecure()).isTrue();
  }

  @Test
  void itHoldsForItsTimeAndNotAMomentLonger() {
    String cookie = begun();
    now = NOON.plus(LASTS).minusMillis(1);
    Sessions.Session session = sessions.of(with(cookie));
    assertThat(session).isNotNull();
    assertThat(session.token()).isEqualTo(ALICE);
    assertThat(session.until()).isEqualTo(NOON.plus(LASTS).toEpochMilli());

    now = NOON.plus(LASTS);
    assertThat(sessions.of(with(cookie))).isNull();
  }

  @Test
  void itHoldsAfterARestart() {
    Sessions again = sessions("the key in the database", ALICE, token("bob", "two"));

    assertThat(again.isSignedIn(with(begun()))).isTrue();
  }

  @Test
  void itEndsWithItsToken() {
    String key = "the key in the database";
    assertThat(sessions(key, token("bob", "two")).isSignedIn(with(begun()))).isFalse();
    assertThat(sessions(key, token("alice.v2", "exchanged")).isSignedIn(with(begun()))).isFalse();
  }

  @Test
  void whoKnowsTheConfigurationAloneCannotMakeOne() {
    Sessions forger = sessions("another key", ALICE);
    String forged = forger.begin(ALICE, new MockHttpServletRequest()).getValue();

    assertThat(forger.isSignedIn(with(forged))).isTrue();
    assertThat(sessions.isSignedIn(with(forged))).isFalse();
  }

  @Test
  void nothingOfItCanBeChanged() {
    String cookie = begun();
    long until = NOON.plus(LASTS).toEpochMilli();
    Sessions both = sessions("the key in the database", ALICE, token("bob", "two"));

    assertThat(both.isSignedIn(with(cookie))).isTrue();
    assertThat(both.isSignedIn(with(cookie.replace("alice.v2", "bob")))).isFalse();
    assertThat(both.isSignedIn(with(cookie.replace("" + until, "" + (until + 1))))).isFalse();
    for (int i = cookie.lastIndexOf('.') + 1; i < cookie.length() - 1; i++) {
      char other = cookie.charAt(i) == 'A' ? 'B' : 'A';
      String changed = cookie.substring(0, i) + other + cookie.substring(i + 1);
      assertThat(both.isSignedIn(with(changed))).as(changed).isFalse();
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"", ".", "..", "alice.v2", "alice.v2.1", "a.99999999999999999999.x", "\u00e9.1.x"})
  void everythingElseIsNone(String value) {
    assertThat(sessions.isSignedIn(with(value))).isFalse();
  }

  @Test
  void noCookieIsNone() {
    assertThat(sessions.isSignedIn(new MockHttpServletRequest())).isFalse();
  }

  @Test
  void signingOutTakesItAway() {
    assertThat(sessions.end(new MockHttpServletRequest()).toString())
        .startsWith("yardmaster_session=;")
        .contains("; Max-Age=0", "; Path=/");
  }
}
