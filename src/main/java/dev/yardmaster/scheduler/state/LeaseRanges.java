package dev.yardmaster.scheduler.state;

import dev.yardmaster.scheduler.LeaseId;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/**
 * The last lease numbers of a worker, as ranges: enough to recognise a message that is repeated
 * because its answer was lost. Bounded; the oldest range goes first.
 */
final class LeaseRanges {

  /**
   * A worker repeats its last message, whose leases came in one piece or a few; memory for ten
   * thousand workers has to stay small.
   */
  private static final int MAX_RANGES = 16;

  private record Range(long first, long last) {}

  private final Deque<Range> ranges = new ArrayDeque<>();

  void add(long lease) {
    Range newest = ranges.peekLast();
    if (newest != null && newest.last + 1 == lease) {
      ranges.removeLast();
      ranges.addLast(new Range(newest.first, lease));
      return;
    }
    ranges.addLast(new Range(lease, lease));
    if (ranges.size() > MAX_RANGES) {
      ranges.removeFirst();
    }
  }

  boolean contains(long lease) {
    for (Range range : ranges) {
      if (lease >= range.first && lease <= range.last) {
        return true;
      }
    }
    return false;
  }

  boolean isEmpty() {
    return ranges.isEmpty();
  }

  void clear() {
    ranges.clear();
  }

  List<LeaseId> toList() {
    List<LeaseId> all = new ArrayList<>();
    for (Range range : ranges) {
      for (long lease = range.first; lease <= range.last; lease++) {
        all.add(new LeaseId(lease));
      }
    }
    return all;
  }
}
