package dev.yardmaster.worker.command;

import java.time.Duration;

/**
 * How patient a command worker is.
 *
 * @param firstPause before a failed call is made again
 * @param longestPause between attempts, however long the service is away
 * @param killGrace from TERM to KILL
 * @param finishGrace from a closed stdin to TERM; with killGrace well below the service's {@code
 *     stop_within}, after which the worker would count as lost
 * @param overdueMargin how long after a block's timeout the worker itself gives up on it. The
 *     service's clock decides and revokes the lease; this is the second line of defence
 */
record Timing(
    Duration firstPause,
    Duration longestPause,
    Duration killGrace,
    Duration finishGrace,
    Duration overdueMargin) {

  static final Timing DEFAULTS =
      new Timing(
          Duration.ofMillis(100),
          Duration.ofSeconds(10),
          Duration.ofSeconds(5),
          Duration.ofSeconds(15),
          Duration.ofSeconds(10));
}
