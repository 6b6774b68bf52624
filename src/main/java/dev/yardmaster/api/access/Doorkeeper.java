package dev.yardmaster.api.access;

import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Looks at tokens that are shown, and makes those wait who show wrong ones. */
public final class Doorkeeper {

  private static final Logger LOG = LoggerFactory.getLogger(Doorkeeper.class);

  /** Characters worth hashing; a token has 46. */
  private static final int MAX_LENGTH = 200;

  private final AccessTokens tokens;
  private final SlowDown slowDown;

  /** What became of a token that was shown. */
  public sealed interface Verdict {}

  /** It is known. */
  public record Known(AccessToken token) implements Verdict {}

  /** It is not; whoever showed it has waited by now. */
  public record Unknown() implements Verdict {}

  /** It is not either; too many wrong ones came from there, or altogether, to make it wait. */
  public record TooMany() implements Verdict {}

  Doorkeeper(AccessTokens tokens, SlowDown slowDown) {
    this.tokens = tokens;
    this.slowDown = slowDown;
  }

  /**
   * @param nanos a clock that only goes forward
   */
  public Doorkeeper(AccessTokens tokens, LongSupplier nanos) {
    this(tokens, new SlowDown(nanos, Thread::sleep));
  }

  /**
   * Looks at a token; takes up to eight seconds where it is wrong. A right one never waits and is
   * never refused, whoever guesses meanwhile: to look at all tokens takes microseconds, so that
   * guessers would gain nothing but power over others if it were not done.
   *
   * @param address of the caller, as the server sees it
   */
  public Verdict look(String address, String token) {
    AccessToken known = token.length() > MAX_LENGTH ? null : tokens.find(token);
    if (known != null) {
      return new Known(known);
    }
    int failures = slowDown.holdBack(address);
    if (failures == 0) {
      return new TooMany();
    }
    if (isWorthALine(failures)) {
      LOG.warn("A wrong access token from {}, {} in a row by now.", address, failures);
    }
    return new Unknown();
  }

  /** The first, and then at each power of two: guessing shall not fill a disk. */
  private static boolean isWorthALine(int failures) {
    return Integer.bitCount(failures) == 1;
  }
}
