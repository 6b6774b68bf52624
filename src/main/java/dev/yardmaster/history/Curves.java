package dev.yardmaster.history;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A run's counters and budgets over time.
 *
 * @param intervalMillis between two points, but for the last
 * @param resources by name
 */
public record Curves(long intervalMillis, List<Point> points, List<ResourceCurve> resources) {
  public Curves {
    points = List.copyOf(points);
    resources = List.copyOf(resources);
  }

  /**
   * The sums over all tasks at one moment.
   *
   * @param at wall-clock milliseconds since the epoch
   * @param rate blocks a second since the point before; null for the first
   */
  public record Point(
      long at,
      long completed,
      long failed,
      long orphaned,
      long processing,
      long ready,
      long alive,
      @Nullable Double rate) {}

  /**
   * @param budget of the run; null where it has none of that name
   */
  public record ResourceCurve(String name, @Nullable Long budget, List<ResourcePoint> points) {
    public ResourceCurve {
      points = List.copyOf(points);
    }
  }

  /**
   * @param free null where there is no budget
   */
  public record ResourcePoint(long at, long used, long idle, long kept, @Nullable Long free) {}
}
