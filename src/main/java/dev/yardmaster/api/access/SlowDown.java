package dev.yardmaster.api.access;

import java.net.Inet6Address;
import java.net.InetAddress;
import java.time.Duration;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Makes whoever guesses wait, and bounds how many wait. Memory is bounded too: of addresses beyond
 * the bound the one that has been quiet for longest is forgotten.
 */
final class SlowDown {

  /** What one typing error costs: hardly noticed. */
  static final Duration FIRST = Duration.ofMillis(250);

  /** Where doubling ends: below the patience of clients, so that they read why. */
  static final Duration LONGEST = Duration.ofSeconds(8);

  /** After so long without a failure an address begins anew. */
  static final Duration FORGET_AFTER = Duration.ofMinutes(10);

  /** Wrong answers on their way to one address; a script with a stale token has one or two. */
  static final int MOST_WAITING_OF_ONE = 5;

  /** And to all together: each is a parked virtual thread and a connection of the 12,000. */
  static final int MOST_WAITING = 200;

  /** Addresses that are remembered; some 2 MB. */
  static final int MOST_ADDRESSES = 10_000;

  /** Bits of an IPv6 address that one customer of a provider has to himself come after these. */
  private static final int BYTES_OF_A_NETWORK = 8;

  /** How one waits; tests do not. */
  @FunctionalInterface
  interface Pause {
    void of(Duration time) throws InterruptedException;
  }

  private static final class Record {
    private int failures;
    private int waiting;
    private long last;
  }

  private final LongSupplier nanos;
  private final Pause pause;
  private final Map<String, Record> records =
      new LinkedHashMap<>(16, 0.75f, true) {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Record> eldest) {
          return size() > MOST_ADDRESSES;
        }
      };
  private int waiting;

  /**
   * @param nanos a clock that only goes forward
   */
  SlowDown(LongSupplier nanos, Pause pause) {
    this.nanos = nanos;
    this.pause = pause;
  }

  /** False where so many wrong answers are on their way that one more would not wait. */
  synchronized boolean admits(String address) {
    Record known = records.get(network(address));
    return waiting < MOST_WAITING && (known == null || known.waiting < MOST_WAITING_OF_ONE);
  }

  /**
   * Holds the thread back that is about to answer a wrong token.
   *
   * @return how many times in a row the address was wrong; 0 where it is one too many to wait
   */
  int holdBack(String address) {
    Record known = enter(address);
    if (known == null) {
      return 0;
    }
    int failures = known.failures;
    try {
      pause.of(delay(failures));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      leave(known);
    }
    return failures;
  }

  private synchronized @Nullable Record enter(String address) {
    if (!admits(address)) {
      return null;
    }
    Record known = records.computeIfAbsent(network(address), _ -> new Record());
    long now = nanos.getAsLong();
    boolean old = known.failures > 0 && now - known.last > FORGET_AFTER.toNanos();
    known.failures = old ? 1 : Math.min(known.failures + 1, Integer.MAX_VALUE - 1);
    known.last = now;
    known.waiting++;
    waiting++;
    return known;
  }

  private synchronized void leave(Record known) {
    known.waiting--;
    waiting--;
  }

  /** How long the answer to the n-th failure in a row takes. */
  static Duration delay(int failures) {
    int doublings = Math.min(failures - 1, 30);
    Duration delay = FIRST.multipliedBy(1L << doublings);
    return delay.compareTo(LONGEST) < 0 ? delay : LONGEST;
  }

  /** How many addresses are remembered. */
  synchronized int size() {
    return records.size();
  }

  /** An IPv4 address as it is; of an IPv6 address its network, of which somebody has all. */
  private static String network(String address) {
    try {
      InetAddress parsed = InetAddress.ofLiteral(address);
      return parsed instanceof Inet6Address
          ? HexFormat.of().formatHex(parsed.getAddress(), 0, BYTES_OF_A_NETWORK)
          : address;
    } catch (IllegalArgumentException noAddress) {
      return address;
    }
  }
}
