package dev.yardmaster.scheduler.state;

import dev.yardmaster.scheduler.LeaseId;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The last lease numbers of a worker, as ranges: enough to recognise a message that is repeated
 * because its answer was lost. Bounded; the oldest range, which is the lowest, goes first.
 */
final class LeaseRanges {

  /**
   * A worker repeats its last message, whose leases came in one piece or a few; memory for ten
   * thousand workers has to stay small.
   */
  private static final int MAX_RANGES = 16;

  /** The n-th range is from {@code first[n]} to {@code last[n]}; ascending, never adjoining. */
  private long[] first = new long[1];

  private long[] last = new long[1];
  private int count;

  /** Adds a lease; within one message they may come in any order. */
  void add(long lease) {
    int next = firstAfter(lease);
    boolean joinsLower = next > 0 && last[next - 1] >= lease - 1;
    boolean joinsUpper = next < count && first[next] == lease + 1;
    if (joinsLower && joinsUpper) {
      last[next - 1] = last[next];
      remove(next);
    } else if (joinsLower) {
      last[next - 1] = Math.max(last[next - 1], lease);
    } else if (joinsUpper) {
      first[next] = lease;
    } else {
      insert(next, lease);
    }
  }

  /** The first range that starts after the lease; newer leases are at the end. */
  private int firstAfter(long lease) {
    int next = count;
    while (next > 0 && first[next - 1] > lease) {
      next--;
    }
    return next;
  }

  private void insert(int at, long lease) {
    int place = at;
    if (count == MAX_RANGES) {
      remove(0);
      place = Math.max(0, at - 1);
    } else if (count == first.length) {
      first = Arrays.copyOf(first, 2 * count);
      last = Arrays.copyOf(last, 2 * count);
    }
    System.arraycopy(first, place, first, place + 1, count - place);
    System.arraycopy(last, place, last, place + 1, count - place);
    first[place] = lease;
    last[place] = lease;
    count++;
  }

  private void remove(int place) {
    count--;
    System.arraycopy(first, place + 1, first, place, count - place);
    System.arraycopy(last, place + 1, last, place, count - place);
  }

  boolean contains(long lease) {
    int next = firstAfter(lease);
    return next > 0 && lease <= last[next - 1];
  }

  void clear() {
    count = 0;
  }

  List<LeaseId> toList() {
    List<LeaseId> all = new ArrayList<>();
    for (int range = 0; range < count; range++) {
      for (long lease = first[range]; lease <= last[range]; lease++) {
        all.add(new LeaseId(lease));
      }
    }
    return all;
  }

  /** Pairs of first and last. */
  long[] toPairs() {
    long[] pairs = new long[2 * count];
    for (int range = 0; range < count; range++) {
      pairs[2 * range] = first[range];
      pairs[2 * range + 1] = last[range];
    }
    return pairs;
  }

  void restore(long[] pairs) {
    count = pairs.length / 2;
    first = new long[Math.max(1, count)];
    last = new long[Math.max(1, count)];
    for (int range = 0; range < count; range++) {
      first[range] = pairs[2 * range];
      last[range] = pairs[2 * range + 1];
    }
  }
}
