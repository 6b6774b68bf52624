package dev.yardmaster.api.access;

import jakarta.servlet.http.Cookie;
import jakarta.servlet.http.HttpServletRequest;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Base64;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.jspecify.annotations.Nullable;
import org.springframework.http.ResponseCookie;
import org.springframework.util.function.SingletonSupplier;

/**
 * The cookie of a browser that has signed in: {@code name.expiry.signature}, and nothing is kept of
 * it here. So it holds across a restart.
 *
 * <p>The signature is made over the name, the time, and the hash of the token: it ends when the
 * token is taken out of the configuration, or exchanged. Its key is in the database; who reads
 * either of the two alone cannot sign.
 */
public final class Sessions {

  /** Name of the cookie. */
  public static final String COOKIE = "yardmaster_session";

  private static final String ALGORITHM = "HmacSHA256";

  /** A name, milliseconds since the epoch, and 32 bytes in base64url. */
  private static final Pattern FORM =
      Pattern.compile("([a-z0-9._-]{1,63})\\.([0-9]{1,15})\\.([A-Za-z0-9_-]{43})");

  private final AccessTokens tokens;
  private final Supplier<byte[]> key;
  private final Duration lasts;
  private final InstantSource clock;

  /**
   * @param lasts how long after it was made a cookie holds
   */
  public Sessions(AccessTokens tokens, SessionKey key, Duration lasts, InstantSource clock) {
    this.tokens = tokens;
    this.key = SingletonSupplier.of(key::bytes);
    this.lasts = lasts;
    this.clock = clock;
  }

  /**
   * A session that holds.
   *
   * @param until milliseconds since the epoch
   */
  record Session(AccessToken token, long until) {}

  /** For somebody who has just shown a token. */
  public ResponseCookie begin(AccessToken token, HttpServletRequest request) {
    long until = clock.millis() + lasts.toMillis();
    String value = token.name() + "." + until + "." + signature(token, until);
    return cookie(value, request).maxAge(lasts).build();
  }

  /** Takes the cookie away from the browser. */
  public ResponseCookie end(HttpServletRequest request) {
    return cookie("", request).maxAge(0).build();
  }

  /**
   * Strict: no page elsewhere makes a browser send it, which together with the look at {@code
   * Origin} keeps such pages from doing anything in a person's name.
   */
  private static ResponseCookie.ResponseCookieBuilder cookie(
      String value, HttpServletRequest request) {
    return ResponseCookie.from(COOKIE, value)
        .httpOnly(true)
        .sameSite("Strict")
        .secure(request.isSecure())
        .path("/");
  }

  /** Whether the request comes with a cookie that holds. */
  public boolean isSignedIn(HttpServletRequest request) {
    return of(request) != null;
  }

  /** Null where the request has no cookie, or one that does not hold (any more). */
  @Nullable Session of(HttpServletRequest request) {
    Cookie[] cookies = request.getCookies();
    if (cookies == null) {
      return null;
    }
    for (Cookie cookie : cookies) {
      if (cookie.getName().equals(COOKIE)) {
        return read(cookie.getValue());
      }
    }
    return null;
  }

  private @Nullable Session read(@Nullable String value) {
    Matcher parts = FORM.matcher(value == null ? "" : value);
    if (!parts.matches()) {
      return null;
    }
    AccessToken token = tokens.named(parts.group(1));
    long until = Long.parseLong(parts.group(2));
    if (token == null || until <= clock.millis()) {
      return null;
    }
    byte[] shown = parts.group(3).getBytes(StandardCharsets.US_ASCII);
    byte[] right = signature(token, until).getBytes(StandardCharsets.US_ASCII);
    return MessageDigest.isEqual(right, shown) ? new Session(token, until) : null;
  }

  /** None of the parts has a line break, so no two sessions have the same text. */
  private String signature(AccessToken token, long until) {
    String text = "session\n" + token.name() + "\n" + until + "\n" + token.hash().text();
    try {
      Mac mac = Mac.getInstance(ALGORITHM);
      mac.init(new SecretKeySpec(key.get(), ALGORITHM));
      byte[] signature = mac.doFinal(text.getBytes(StandardCharsets.UTF_8));
      return Base64.getUrlEncoder().withoutPadding().encodeToString(signature);
    } catch (GeneralSecurityException impossible) {
      throw new IllegalStateException("every Java platform has " + ALGORITHM, impossible);
    }
  }
}
