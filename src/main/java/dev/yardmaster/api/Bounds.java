package dev.yardmaster.api;

import dev.yardmaster.api.problem.ErrorCode;
import dev.yardmaster.api.problem.ProblemException;
import dev.yardmaster.pipeline.Words;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.springframework.web.util.UriUtils;

/** Checks values of query parameters and headers. Each throws a {@link ProblemException}. */
final class Bounds {

  /** Rows of a page. Readers of more ask again; one answer stays below a megabyte. */
  static final int MAX_PAGE = 500;

  /** What a page has where nobody says otherwise: what a screen shows. */
  static final String USUAL_PAGE = "50";

  /** Proxies and clients on the way often give up after a minute; who waits longer asks again. */
  static final Duration MAX_WAIT = Duration.ofSeconds(60);

  /** Characters of an idempotency key; a UUID or the URL of a CI job fits. */
  static final int MAX_KEY = 200;

  /** Bytes of a path on Linux (PATH_MAX). */
  private static final int MAX_DIRECTORY = 4096;

  /** Rows of a timeline, which is also what it has where nobody says otherwise. */
  static final String MAX_TIMELINE = "200";

  /** Tiles of a map: each is worked out on the thread that decides. */
  static final int MAX_TILES = 2_000;

  private Bounds() {}

  static int limit(int limit) {
    if (limit < 1 || limit > MAX_PAGE) {
      throw wrong("limit must be between 1 and " + MAX_PAGE + ", but is " + limit);
    }
    return limit;
  }

  static int timeline(int limit) {
    int most = Integer.parseInt(MAX_TIMELINE);
    if (limit < 1 || limit > most) {
      throw wrong("limit must be between 1 and " + most + ", but is " + limit);
    }
    return limit;
  }

  static int tiles(int tiles) {
    if (tiles < 1 || tiles > MAX_TILES) {
      throw wrong("tiles must be between 1 and " + MAX_TILES + ", but is " + tiles);
    }
    return tiles;
  }

  /** A number that pages continue from. */
  static long after(long after) {
    if (after < -1) {
      throw wrong("after must not be negative, but is " + after);
    }
    return after;
  }

  /** Waits longer than {@link #MAX_WAIT} end early, which every caller has to expect anyway. */
  static Duration wait(Duration timeout) {
    if (timeout.isNegative()) {
      throw wrong("timeout must not be negative");
    }
    return timeout.compareTo(MAX_WAIT) > 0 ? MAX_WAIT : timeout;
  }

  static @Nullable String idempotencyKey(@Nullable String key) {
    if (key != null
        && (key.isBlank()
            || key.length() > MAX_KEY
            || !key.chars().allMatch(c -> c > ' ' && c < 0x7f))) {
      throw wrong(
          "Idempotency-Key must be 1 to " + MAX_KEY + " visible ASCII characters without spaces");
    }
    return key;
  }

  /**
   * @param encoded an absolute path; what is not ASCII, and the percent sign, percent-encoded UTF-8
   */
  static @Nullable String directory(@Nullable String encoded) {
    if (encoded == null) {
      return null;
    }
    try {
      String path = UriUtils.decode(encoded, StandardCharsets.UTF_8);
      if (path.length() <= MAX_DIRECTORY
          && path.chars().noneMatch(Character::isISOControl)
          && Path.of(path).isAbsolute()) {
        return path;
      }
    } catch (IllegalArgumentException notEncoded) {
      // said below
    }
    throw wrong(
        "Yardmaster-Directory must be an absolute path, percent-encoded, but is "
            + Words.quoted(encoded));
  }

  private static ProblemException wrong(String detail) {
    return new ProblemException(ErrorCode.INVALID_PARAMETER, detail);
  }
}
