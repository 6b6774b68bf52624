package dev.yardmaster.cli.progress;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;

/** How fast a counter has been rising of late. */
final class Pace {

  /** Long enough to be steady, short enough to follow. */
  private static final Duration WINDOW = Duration.ofSeconds(10);

  private record Sample(Duration at, long count) {}

  private final Deque<Sample> samples = new ArrayDeque<>();

  /** Takes in the counter's value and gives its rise a second; 0 while nothing can be said. */
  double perSecond(Duration now, long count) {
    samples.addLast(new Sample(now, count));
    while (samples.size() > 2 && now.minus(samples.getFirst().at()).compareTo(WINDOW) > 0) {
      samples.removeFirst();
    }
    Sample first = samples.getFirst();
    long millis = now.minus(first.at()).toMillis();
    return millis == 0 ? 0 : (count - first.count()) * 1000.0 / millis;
  }
}
