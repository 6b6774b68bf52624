package dev.yardmaster.engine;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * What repeats itself is worth a line in the log now and then, not every time: a full disk is found
 * full again every few seconds, all night. Not for use by two threads at once.
 */
final class Seldom {

  /** Often enough for somebody who looks at the end of the log. */
  static final Duration AGAIN = Duration.ofMinutes(10);

  /** Different messages remembered; the oldest is said again sooner than it should be. */
  private static final int REMEMBERED = 16;

  private final EngineClock clock;

  private final Map<String, Long> saidAt =
      new LinkedHashMap<>() {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Long> eldest) {
          return size() > REMEMBERED;
        }
      };

  Seldom(EngineClock clock) {
    this.clock = clock;
  }

  /** Whether this has not been said for a while; then it counts as said now. */
  boolean isNews(String what) {
    long now = clock.nanos();
    Long before = saidAt.get(what);
    boolean news = before == null || now - before >= AGAIN.toNanos();
    if (news) {
      saidAt.remove(what);
      saidAt.put(what, now);
    }
    return news;
  }
}
