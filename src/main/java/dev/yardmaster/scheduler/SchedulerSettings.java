package dev.yardmaster.scheduler;

import dev.yardmaster.scheduler.placement.BalanceMode;
import java.time.Duration;

/**
 * Times the scheduler goes by; plain values from the configuration.
 *
 * @param lostAfter a worker silent for this long is lost
 * @param stopWithin how long a worker that was told to stop its process may take
 * @param startTimeout how long a launched process may take to register
 * @param fairAfter how long a task may wait without any worker before others give one back
 * @param idleGrace how long an idle worker that holds state is left alone when the waiting task has
 *     a worker already
 * @param balance how bindings are spread over the hosts
 */
public record SchedulerSettings(
    Duration lostAfter,
    Duration stopWithin,
    Duration startTimeout,
    Duration fairAfter,
    Duration idleGrace,
    BalanceMode balance) {

  /** What the service uses where nothing is configured. */
  public static final SchedulerSettings DEFAULTS =
      new SchedulerSettings(
          Duration.ofSeconds(30),
          Duration.ofSeconds(30),
          Duration.ofMinutes(5),
          Duration.ofSeconds(2),
          Duration.ofSeconds(5),
          BalanceMode.OPTIMAL);
}
