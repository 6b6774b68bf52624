package dev.yardmaster.worker;

import java.time.Duration;

/** What one call of a worker may hold. */
final class WorkerLimits {

  /** Characters of a worker's name; it is a label on pages. */
  static final int MAX_NAME = 100;

  /** Characters of a host's name, as DNS has it. */
  static final int MAX_HOST = 253;

  /** Tags of one worker. The gate compares them with those of every waiting task. */
  static final int MAX_TAGS = 64;

  /** Characters of a tag, as in a pipeline. */
  static final int MAX_TAG = 63;

  /** Blocks of one answer; more only means that more is lost with the worker. */
  static final int MAX_BLOCKS = 1_000;

  /** Results of one release: those of one full answer. */
  static final int MAX_RESULTS = MAX_BLOCKS;

  /** Characters kept of an error, from its end: the last lines are those that tell. */
  static final int MAX_ERROR = 4_096;

  /** Proxies and clients on the way often give up after a minute. */
  static final Duration MAX_WAIT = Duration.ofSeconds(60);

  private WorkerLimits() {}
}
