package dev.yardmaster.history;

import java.util.List;

/**
 * Who worked when, at a run. Times are wall-clock milliseconds since the epoch.
 *
 * @param from when its first bar begins; 0 where there is none
 * @param to when its last bar ends
 * @param resolutionMillis what is closer together than this may be one bar; 0 where each is itself
 * @param rows a worker each, in the order in which they began
 * @param moreWorkers that have no row
 */
public record Timeline(long from, long to, long resolutionMillis, List<Row> rows, int moreWorkers) {
  public Timeline {
    rows = List.copyOf(rows);
  }

  /**
   * @param worker such as {@code w-17}
   */
  public record Row(String worker, String name, String host, List<Bar> bars) {
    public Row {
      bars = List.copyOf(bars);
    }
  }

  /**
   * @param blocks that came back in that time; 0 where the work was for nothing
   * @param failed of these, the attempts that failed
   * @param open whether it is still at work
   */
  public record Bar(String task, long from, long to, long blocks, long failed, boolean open) {}
}
