package dev.yardmaster.dashboard;

import dev.yardmaster.scheduler.task.Counters;
import java.util.ArrayList;
import java.util.List;

/**
 * A task's blocks as a bar.
 *
 * @param segments left to right, without empty ones
 * @param text what the bar says, for those who do not see it
 */
record Bar(List<Segment> segments, String text) {

  /** Width of the whole bar, in units of the drawing. */
  static final int WIDTH = 1_000;

  /** Units that even one block of a billion gets, so that a failure is never invisible. */
  private static final double LEAST = 6;

  /**
   * Blocks in one state.
   *
   * @param kind names the state, and the class that gives it its colour
   * @param count as shown
   * @param x where it begins, in units of the drawing
   * @param width in units of the drawing
   */
  record Segment(String kind, String count, double x, double width) {}

  private record Part(String kind, long count) {}

  static Bar of(Counters counters) {
    List<Part> parts =
        List.of(
            new Part("completed", counters.completed()),
            new Part("failed", counters.failed()),
            new Part("orphaned", counters.orphaned()),
            new Part("processing", counters.processing()),
            new Part("ready", counters.ready()),
            new Part("pending", counters.pending()));
    return of(parts, counters.total());
  }

  /** What came of the blocks; all that is not settled shows as one. */
  static Bar ofSettled(Counters counters) {
    return of(
        List.of(
            new Part("completed", counters.completed()),
            new Part("failed", counters.failed()),
            new Part("orphaned", counters.orphaned()),
            new Part("pending", counters.total() - counters.settled())),
        counters.total());
  }

  private static Bar of(List<Part> parts, long total) {
    List<Part> present = parts.stream().filter(part -> part.count > 0).toList();
    String text =
        present.isEmpty()
            ? "no blocks"
            : String.join(
                ", ", present.stream().map(p -> Shown.number(p.count) + " " + p.kind).toList());
    return new Bar(segments(present, total), text);
  }

  private static List<Segment> segments(List<Part> parts, long total) {
    double shared = WIDTH - LEAST * parts.size();
    List<Segment> segments = new ArrayList<>();
    double x = 0;
    for (Part part : parts) {
      double width = LEAST + shared * part.count / total;
      segments.add(new Segment(part.kind, Shown.number(part.count), x, width));
      x += width;
    }
    return segments;
  }
}
