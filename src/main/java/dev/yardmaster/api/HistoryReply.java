package dev.yardmaster.api;

import dev.yardmaster.history.Curves;
import io.swagger.v3.oas.annotations.media.Schema;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A run's counters and budgets over time. The longer it runs, the further apart are the points.
 *
 * @param intervalSeconds between two points, but for the last
 * @param points at most 600
 * @param resources of the run's budget, by name
 */
@Schema(name = "RunHistory", description = "A run's counters and budgets over time")
record HistoryReply(
    String run, double intervalSeconds, List<Point> points, List<Resource> resources) {

  /**
   * The sums over all tasks at one moment.
   *
   * @param alive workers
   * @param rate blocks a second since the point before; absent at the first
   */
  @Schema(name = "HistoryPoint")
  record Point(
      Instant at,
      long completed,
      long failed,
      long orphaned,
      long processing,
      long ready,
      long alive,
      @Nullable Double rate) {

    static Point of(Curves.Point point) {
      return new Point(
          Instant.ofEpochMilli(point.at()),
          point.completed(),
          point.failed(),
          point.orphaned(),
          point.processing(),
          point.ready(),
          point.alive(),
          point.rate());
    }
  }

  /**
   * @param budget of the run; absent where it has none of that name
   */
  @Schema(name = "HistoryResource")
  record Resource(String name, @Nullable Long budget, List<Amounts> points) {

    static Resource of(Curves.ResourceCurve curve) {
      return new Resource(
          curve.name(), curve.budget(), curve.points().stream().map(Amounts::of).toList());
    }
  }

  /**
   * @param used by workers with blocks in hand
   * @param idle held by workers that have none just now
   * @param kept for tasks that have waited long
   * @param free absent where there is no budget
   */
  @Schema(name = "HistoryAmounts")
  record Amounts(Instant at, long used, long idle, long kept, @Nullable Long free) {

    static Amounts of(Curves.ResourcePoint point) {
      return new Amounts(
          Instant.ofEpochMilli(point.at()), point.used(), point.idle(), point.kept(), point.free());
    }
  }

  static HistoryReply of(String run, Curves curves) {
    return new HistoryReply(
        run,
        curves.intervalMillis() / 1e3,
        curves.points().stream().map(Point::of).toList(),
        curves.resources().stream().map(Resource::of).toList());
  }
}
