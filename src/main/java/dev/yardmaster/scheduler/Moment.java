package dev.yardmaster.scheduler;

import java.time.Duration;

/**
 * When something happens.
 *
 * @param ticks service time in milliseconds: how long the service has been able to answer, over all
 *     its lives. It never goes back and stands still while the service is down, so that deadlines
 *     resume with the time that remained. Every deadline is in this time.
 * @param wallMillis milliseconds since the epoch by the wall clock; shown to people, never decided
 *     upon
 */
public record Moment(long ticks, long wallMillis) {

  /** The service time this long after now. */
  public long plus(Duration duration) {
    return ticks + duration.toMillis();
  }
}
