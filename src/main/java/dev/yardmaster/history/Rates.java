package dev.yardmaster.history;

import dev.yardmaster.engine.Journal.TaskRow;
import dev.yardmaster.scheduler.TaskId;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Iterator;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * How fast the tasks go that somebody is at: over the last half minute, or, where less than a few
 * blocks came back in that time, since the task was first looked at.
 */
final class Rates {

  /** Fewer blocks than this in the window say little: long blocks come seldom. */
  private static final int ENOUGH = 5;

  /** More digits mean nothing, and are sent over and over again. */
  private static final MathContext DIGITS = new MathContext(4);

  private static double rounded(double rate) {
    return new BigDecimal(rate).round(DIGITS).doubleValue();
  }

  private record Sample(long at, long done) {}

  private static final class Window {
    final Sample first;
    final Deque<Sample> samples = new ArrayDeque<>();
    long done;
    int alive;

    Window(Sample first) {
      this.first = first;
      this.samples.add(first);
      this.done = first.done();
    }

    /** Blocks a second, or null. */
    @Nullable Double rate(long now) {
      Sample from = samples.getFirst();
      if (done - from.done() < ENOUGH) {
        from = first;
      }
      long millis = now - from.at();
      boolean known = done > from.done() && millis >= HistoryLimits.RATE_SAMPLE_EVERY.toMillis();
      return known ? rounded((done - from.done()) * 1e3 / millis) : null;
    }

    void sample(long now) {
      if (now - samples.getLast().at() >= HistoryLimits.RATE_SAMPLE_EVERY.toMillis()) {
        samples.add(new Sample(now, done));
        while (now - samples.getFirst().at() > HistoryLimits.RATE_WINDOW.toMillis()) {
          samples.removeFirst();
        }
      }
    }

    boolean isOver() {
      return alive == 0 && samples.getFirst().done() == done;
    }
  }

  private final Map<TaskId, Window> windows = new HashMap<>();
  private final Map<TaskId, Double> rates = new ConcurrentHashMap<>();

  /** May be called on any thread. */
  @Nullable Double rate(TaskId task) {
    return rates.get(task);
  }

  /**
   * @param at wall-clock milliseconds, as everywhere here
   */
  void note(TaskRow row, long at) {
    if (!row.state().equals("RUNNING")) {
      windows.remove(row.task());
      rates.remove(row.task());
      return;
    }
    long done = row.counters().completed() + row.counters().failed() - row.counters().skipped();
    Window window = windows.get(row.task());
    if (window == null && row.alive() > 0) {
      window = new Window(new Sample(at, done));
      windows.put(row.task(), window);
    }
    if (window != null) {
      window.done = done;
      window.alive = row.alive();
    }
  }

  /** Works out all rates anew. */
  void pass(long now) {
    Iterator<Map.Entry<TaskId, Window>> all = windows.entrySet().iterator();
    while (all.hasNext()) {
      Map.Entry<TaskId, Window> one = all.next();
      Window window = one.getValue();
      window.sample(now);
      Double rate = window.isOver() ? null : window.rate(now);
      if (rate == null) {
        rates.remove(one.getKey());
      } else {
        rates.put(one.getKey(), rate);
      }
      if (window.isOver()) {
        all.remove();
      }
    }
  }

  void clear() {
    windows.clear();
    rates.clear();
  }
}
