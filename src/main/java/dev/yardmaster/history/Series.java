package dev.yardmaster.history;

import java.util.ArrayList;
import java.util.List;

/**
 * Rows of numbers over time, the moment first. When it is full, every other row goes and the
 * interval doubles: it always spans the whole time, in about {@code most} / 2 to {@code most} rows.
 */
final class Series {

  private final int most;
  private long interval;
  private final List<long[]> rows;

  Series(int most, long interval) {
    this(most, interval, List.of());
  }

  /**
   * @param most rows, at least 2
   * @param interval milliseconds
   */
  Series(int most, long interval, List<long[]> rows) {
    this.most = most;
    this.interval = interval;
    this.rows = new ArrayList<>(rows);
  }

  long interval() {
    return interval;
  }

  List<long[]> rows() {
    return rows;
  }

  /** Whether the next row is due. */
  boolean isDue(long at) {
    return rows.isEmpty() || at - rows.getLast()[0] >= interval;
  }

  /**
   * @param row the moment, and the numbers
   */
  void add(long... row) {
    if (rows.size() == most) {
      thin();
    }
    rows.add(row);
  }

  private void thin() {
    List<long[]> kept = new ArrayList<>();
    for (int i = 0; i < rows.size(); i += 2) {
      kept.add(rows.get(i));
    }
    rows.clear();
    rows.addAll(kept);
    interval *= 2;
  }
}
