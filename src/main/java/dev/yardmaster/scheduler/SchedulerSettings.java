package dev.yardmaster.scheduler;

import java.time.Duration;

/**
 * Times the scheduler goes by; plain values from the configuration.
 *
 * @param lostAfter a worker silent for this long is lost
 * @param stopWithin how long a worker that was told to stop its process may take
 * @param startTimeout how long a launched process may take to register
 */
public record SchedulerSettings(Duration lostAfter, Duration stopWithin, Duration startTimeout) {

  /** What the service uses where nothing is configured. */
  public static final SchedulerSettings DEFAULTS =
      new SchedulerSettings(Duration.ofSeconds(30), Duration.ofSeconds(30), Duration.ofMinutes(5));
}
