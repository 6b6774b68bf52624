package dev.yardmaster.history;

import dev.yardmaster.history.Bars.AtWork;
import dev.yardmaster.history.Curves.Point;
import dev.yardmaster.history.Curves.ResourceCurve;
import dev.yardmaster.history.Curves.ResourcePoint;
import dev.yardmaster.scheduler.task.Counters;
import dev.yardmaster.scheduler.view.ResourceShare;
import dev.yardmaster.scheduler.view.RunTotals;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** What is remembered of a run while it runs. */
final class RunRecord {

  /** Of one resource. */
  private static final class Budget {
    final @Nullable Long amount;
    final Series series;

    Budget(@Nullable Long amount, Series series) {
      this.amount = amount;
      this.series = series;
    }
  }

  private static final long INTERVAL = HistoryLimits.SAMPLE_EVERY.toMillis();

  private final Series points;
  private final SortedMap<String, Budget> budgets = new TreeMap<>();
  private final Bars bars;
  private boolean changed;

  /** When it may be stored again, and whether its end has been seen; used by the recorder. */
  long nextSave;

  boolean ended;

  RunRecord() {
    points = new Series(HistoryLimits.MAX_POINTS, INTERVAL);
    bars = new Bars();
  }

  /** Goes on from what was stored. */
  RunRecord(@Nullable Curves curves, @Nullable Timeline timeline) {
    points = curves == null ? new Series(HistoryLimits.MAX_POINTS, INTERVAL) : series(curves);
    if (curves != null) {
      for (ResourceCurve resource : curves.resources()) {
        List<long[]> rows =
            resource.points().stream()
                .map(point -> new long[] {point.at(), point.used(), point.idle(), point.kept()})
                .toList();
        Series series = new Series(HistoryLimits.MAX_POINTS, curves.intervalMillis(), rows);
        budgets.put(resource.name(), new Budget(resource.budget(), series));
      }
    }
    bars = timeline == null ? new Bars() : new Bars(timeline);
  }

  private static Series series(Curves curves) {
    List<long[]> rows =
        curves.points().stream()
            .map(
                point ->
                    new long[] {
                      point.at(),
                      point.completed(),
                      point.failed(),
                      point.orphaned(),
                      point.processing(),
                      point.ready(),
                      point.alive()
                    })
            .toList();
    return new Series(HistoryLimits.MAX_POINTS, curves.intervalMillis(), rows);
  }

  Bars bars() {
    return bars;
  }

  boolean isDue(long at) {
    return points.isDue(at);
  }

  void sample(RunTotals totals, List<ResourceShare> shares, long at) {
    Counters sums = totals.counters();
    points.add(
        at,
        sums.completed(),
        sums.failed(),
        sums.orphaned(),
        sums.processing(),
        sums.ready(),
        totals.alive());
    for (ResourceShare share : shares) {
      if (budgets.containsKey(share.name()) || budgets.size() < HistoryLimits.MAX_RESOURCES) {
        budgets
            .computeIfAbsent(share.name(), any -> new Budget(share.budget(), started()))
            .series
            .add(at, share.used(), share.idle(), share.kept());
      }
    }
    // A key that nobody holds any more and nothing bounds is not among the shares.
    budgets.forEach(
        (name, budget) -> {
          if (shares.stream().noneMatch(share -> share.name().equals(name))) {
            budget.series.add(at, 0, 0, 0);
          }
        });
    changed = true;
  }

  /** Resources that come later have the same interval as the rest. */
  private Series started() {
    return new Series(HistoryLimits.MAX_POINTS, points.interval());
  }

  void drew() {
    changed = true;
  }

  /** Whether there is anything to store; then it counts as stored. */
  boolean takeChanged() {
    boolean was = changed;
    changed = false;
    return was;
  }

  Curves curves() {
    List<Point> list = new ArrayList<>();
    long[] before = null;
    for (long[] row : points.rows()) {
      list.add(
          new Point(row[0], row[1], row[2], row[3], row[4], row[5], row[6], rate(before, row)));
      before = row;
    }
    List<ResourceCurve> resources = new ArrayList<>();
    budgets.forEach((name, budget) -> resources.add(curve(name, budget)));
    return new Curves(points.interval(), list, resources);
  }

  private static @Nullable Double rate(long @Nullable [] before, long[] row) {
    if (before == null || row[0] <= before[0]) {
      return null;
    }
    return (row[1] + row[2] - before[1] - before[2]) * 1e3 / (row[0] - before[0]);
  }

  private static ResourceCurve curve(String name, Budget budget) {
    List<ResourcePoint> list = new ArrayList<>();
    for (long[] row : budget.series.rows()) {
      Long free = budget.amount == null ? null : budget.amount - row[1] - row[2] - row[3];
      list.add(new ResourcePoint(row[0], row[1], row[2], row[3], free));
    }
    return new ResourceCurve(name, budget.amount, list);
  }

  Timeline timeline(List<AtWork> open, long now) {
    return bars.timeline(open, now);
  }
}
