package dev.yardmaster.worker;

import dev.yardmaster.api.problem.ErrorCode;
import dev.yardmaster.api.problem.ProblemException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.SecureRandom;
import java.util.Base64;
import org.jspecify.annotations.Nullable;

/**
 * What tells one worker from another. Only digests are kept: who reads the database learns none.
 */
final class Tokens {

  /** Nobody guesses 256 bits. */
  private static final int BYTES = 32;

  /** Characters of a header worth hashing; a token has 43. */
  private static final int MAX_LENGTH = 200;

  private static final String SCHEME = "Bearer ";
  private static final Base64.Encoder ENCODER = Base64.getUrlEncoder().withoutPadding();

  private final SecureRandom random = new SecureRandom();

  /** A token nobody has had before. */
  String create() {
    byte[] bytes = new byte[BYTES];
    random.nextBytes(bytes);
    return ENCODER.encodeToString(bytes);
  }

  /** SHA-256, so that the same token always gives the same text. */
  static String digest(String token) {
    try {
      MessageDigest sha = MessageDigest.getInstance("SHA-256");
      return ENCODER.encodeToString(sha.digest(token.getBytes(StandardCharsets.UTF_8)));
    } catch (NoSuchAlgorithmException impossible) {
      throw new IllegalStateException("every Java platform has SHA-256", impossible);
    }
  }

  /**
   * The digest of the token in an {@code Authorization} header.
   *
   * @throws ProblemException if there is none
   */
  static String digestOf(@Nullable String authorization) {
    if (authorization == null
        || authorization.length() > MAX_LENGTH
        || !authorization.regionMatches(true, 0, SCHEME, 0, SCHEME.length())) {
      throw new ProblemException(
          ErrorCode.MISSING_TOKEN, "the call has no header Authorization: Bearer TOKEN");
    }
    return digest(authorization.substring(SCHEME.length()).strip());
  }
}
