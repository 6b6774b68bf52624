package dev.yardmaster.api.access;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * What the service keeps of a token.
 *
 * <p>A plain SHA-256, which is fit for tokens of 256 random bits alone: nobody tries them all, so
 * nothing is gained by a hash that is slow on purpose or has a salt. For a password that a person
 * thought up it would not do; whether a hash is of such a thing cannot be told from it, which is
 * why {@code yardmaster token} makes the tokens.
 */
public final class TokenHash {

  private static final String PREFIX = "sha256:";
  private static final Pattern FORM = Pattern.compile(PREFIX + "[0-9a-f]{64}");

  private final byte[] digest;

  private TokenHash(byte[] digest) {
    this.digest = digest;
  }

  /** The hash of a token. */
  public static TokenHash of(String token) {
    try {
      MessageDigest sha = MessageDigest.getInstance("SHA-256");
      return new TokenHash(sha.digest(token.getBytes(StandardCharsets.UTF_8)));
    } catch (NoSuchAlgorithmException impossible) {
      throw new IllegalStateException("every Java platform has SHA-256", impossible);
    }
  }

  /** Empty where the text is not {@code sha256:} and 64 hexadecimal digits in lower case. */
  static Optional<TokenHash> parse(String text) {
    return FORM.matcher(text).matches()
        ? Optional.of(new TokenHash(HexFormat.of().parseHex(text.substring(PREFIX.length()))))
        : Optional.empty();
  }

  /** Takes as long for an almost equal hash as for any other. */
  boolean matches(TokenHash other) {
    return MessageDigest.isEqual(digest, other.digest);
  }

  /** As it is in the configuration. */
  public String text() {
    return PREFIX + HexFormat.of().formatHex(digest);
  }

  /** Enough to find the line, and of no use to anybody. */
  @Override
  public String toString() {
    return text().substring(0, PREFIX.length() + 6) + "…";
  }
}
