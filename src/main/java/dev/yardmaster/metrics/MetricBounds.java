package dev.yardmaster.metrics;

import java.time.Duration;

/** The bounds of the page of metrics, and why they are where they are. */
final class MetricBounds {

  /** Takes everything beyond a bound. */
  static final String OTHER = "other";

  /** Pipelines with counters of their own; a service has a few dozen, and names made up anew. */
  static final int MAX_PIPELINES = 40;

  /** Tasks with counters of their own: some 30 lines each, so that the page stays below a MB. */
  static final int MAX_TASKS = 150;

  /** Keys of budgets: an administrator names a few, pipelines may name what they like. */
  static final int MAX_RESOURCES = 30;

  /** Different sets of tags among the workers: a fleet has a few kinds of machines. */
  static final int MAX_TAG_SETS = 40;

  /** Characters of a label; names of pipelines and tags are shorter than this. */
  static final int MAX_LABEL = 100;

  /** A picture serves everybody who asks within this time, so that nobody can keep the writer. */
  static final Duration PICTURE_LASTS = Duration.ofSeconds(1);

  /** After this a scrape goes on with the last picture: Prometheus gives up after ten seconds. */
  static final Duration PICTURE_PATIENCE = Duration.ofMillis(500);

  /** The start of the service waits so long for the first look at the state. */
  static final Duration FIRST_LOOK = Duration.ofSeconds(5);

  /** What is committed is counted after this time at the latest. */
  static final Duration COUNT_EVERY = Duration.ofMillis(500);

  /** After a picture that failed, another one is asked for. */
  static final Duration ASK_AGAIN = Duration.ofSeconds(1);

  private MetricBounds() {}
}
