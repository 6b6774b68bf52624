package dev.yardmaster.history;

import dev.yardmaster.history.Timeline.Bar;
import dev.yardmaster.history.Timeline.Row;
import dev.yardmaster.scheduler.WorkerId;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The timeline of a run as it grows.
 *
 * <p>Goal: a bar a block, as long as that can be drawn. Constraints: ten bars or ten million, the
 * picture stays bounded, and where nobody worked there is a gap. Method: a resolution, 0 at first.
 * Neighbours that together are no longer than it become one bar; a gap longer than it is never
 * covered. When there are too many bars it doubles until half of them would fit. Example: at 100
 * ms, blocks of 40 ms one after the other become bars of two, blocks of 3 s stay what they are.
 */
final class Bars {

  /** The finest resolution after none. */
  private static final long FINEST_MILLIS = 10;

  /** A worker's own bars, in order. */
  private static final class Lane {
    final String worker;
    final String name;
    final String host;
    final List<Bar> bars = new ArrayList<>();

    Lane(String worker, String name, String host) {
      this.worker = worker;
      this.name = name;
      this.host = host;
    }
  }

  private final Map<String, Lane> lanes = new LinkedHashMap<>();
  private final Set<String> more = new HashSet<>();
  private int moreBefore;
  private int count;
  private long resolution;

  Bars() {}

  /** Goes on from what was stored; open bars are left to {@link #open}. */
  Bars(Timeline stored) {
    resolution = stored.resolutionMillis();
    moreBefore = stored.moreWorkers();
    for (Row row : stored.rows()) {
      Lane lane = new Lane(row.worker(), row.name(), row.host());
      row.bars().stream().filter(bar -> !bar.open()).forEach(lane.bars::add);
      count += lane.bars.size();
      lanes.put(row.worker(), lane);
    }
  }

  int count() {
    return count;
  }

  /**
   * Adds a bar that is over.
   *
   * @param most bars that there may be
   */
  void add(WorkerId worker, String name, String host, Bar bar, int most) {
    Lane lane = lane(worker.toString(), name, host, most);
    if (lane == null) {
      return;
    }
    if (!append(lane.bars, bar)) {
      count++;
    }
    if (count > most) {
      coarsen(most / 2);
    }
  }

  private @Nullable Lane lane(String worker, String name, String host, int most) {
    Lane lane = lanes.get(worker);
    if (lane == null && lanes.size() < most / 2) {
      lane = new Lane(worker, name, host);
      lanes.put(worker, lane);
    } else if (lane == null && more.size() < HistoryLimits.MAX_MORE_WORKERS) {
      more.add(worker);
    }
    return lane;
  }

  /** Whether it became one with the last. */
  private boolean append(List<Bar> bars, Bar bar) {
    Bar last = bars.isEmpty() ? null : bars.getLast();
    if (last == null || bar.to() - last.from() > resolution || resolution == 0) {
      bars.add(bar);
      return false;
    }
    boolean longer = bar.to() - bar.from() > last.to() - last.from();
    bars.set(
        bars.size() - 1,
        new Bar(
            longer ? bar.task() : last.task(),
            last.from(),
            bar.to(),
            last.blocks() + bar.blocks(),
            last.failed() + bar.failed(),
            false));
    return true;
  }

  private void coarsen(int wanted) {
    long span = span();
    while (count > wanted && resolution <= span) {
      resolution = Math.max(FINEST_MILLIS, 2 * resolution);
      count = 0;
      for (Lane lane : lanes.values()) {
        List<Bar> old = List.copyOf(lane.bars);
        lane.bars.clear();
        old.forEach(bar -> append(lane.bars, bar));
        count += lane.bars.size();
      }
    }
  }

  private long span() {
    long from = Long.MAX_VALUE;
    long to = Long.MIN_VALUE;
    for (Lane lane : lanes.values()) {
      if (!lane.bars.isEmpty()) {
        from = Math.min(from, lane.bars.getFirst().from());
        to = Math.max(to, lane.bars.getLast().to());
      }
    }
    return Math.max(0, to - from);
  }

  /** As it is now, with those who are still at work. */
  Timeline timeline(List<AtWork> open, long now) {
    Map<String, Row> rows = new LinkedHashMap<>();
    for (Lane lane : lanes.values()) {
      rows.put(lane.worker, new Row(lane.worker, lane.name, lane.host, lane.bars));
    }
    for (AtWork one : open) {
      Bar bar = new Bar(one.task(), one.since(), Math.max(one.since(), now), 0, 0, true);
      String worker = one.worker().toString();
      Row row = rows.getOrDefault(worker, new Row(worker, one.name(), one.host(), List.of()));
      List<Bar> bars = new ArrayList<>(row.bars());
      bars.add(bar);
      rows.put(worker, new Row(worker, row.name(), row.host(), bars));
    }
    return timeline(List.copyOf(rows.values()));
  }

  private Timeline timeline(List<Row> rows) {
    long from = Long.MAX_VALUE;
    long to = 0;
    for (Row row : rows) {
      for (Bar bar : row.bars()) {
        from = Math.min(from, bar.from());
        to = Math.max(to, bar.to());
      }
    }
    return new Timeline(
        to == 0 ? 0 : from, to, resolution, rows, Math.max(moreBefore, more.size()));
  }

  /** A worker with blocks in its hands. */
  record AtWork(WorkerId worker, String name, String host, String task, long since) {}
}
