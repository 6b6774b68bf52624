package dev.yardmaster.engine;

import java.time.Duration;

/**
 * Bounds of the engine.
 *
 * @param mailboxCapacity requests that wait at most; more are refused at once. Each is a caller who
 *     waits too, so this bounds memory and the longest queue
 * @param maxBatchCommands requests in one transaction at most: how much one failed commit undoes
 * @param maxBatchEvents durable events, weighted by their size, after which a batch takes no
 *     further request: it bounds the transaction, and the journal's row
 * @param maxUncommittedBatches batches decided and not yet committed, at least 1; 2 let the writer
 *     decide while the database writes
 * @param keepTimeEvery how often service time is stored while nothing else is: so much of it can be
 *     lost, and given to running deadlines, by a crash
 * @param snapshotEveryBatches batches after which the whole state is stored, and they are deleted:
 *     how many a start replays at most
 * @param snapshotEveryBytes of stored events after which it is too, or after as many as the last
 *     snapshot took, if that is more
 * @param snapshotEveryEvents events, weighted by their size, after which it is too: many blocks in
 *     neighbours' ranges take few bytes and still time to replay
 * @param firstRetry wait before a rebuild after a failure; doubles from failure to failure
 * @param longestRetry what it doubles up to
 */
public record EngineSettings(
    int mailboxCapacity,
    int maxBatchCommands,
    int maxBatchEvents,
    int maxUncommittedBatches,
    Duration keepTimeEvery,
    int snapshotEveryBatches,
    long snapshotEveryBytes,
    long snapshotEveryEvents,
    Duration firstRetry,
    Duration longestRetry) {

  /** What the service uses where nothing is configured. */
  public static final EngineSettings DEFAULTS =
      new EngineSettings(
          10_000,
          1_000,
          10_000,
          2,
          Duration.ofSeconds(10),
          10_000,
          2_000_000,
          1_000_000,
          Duration.ofMillis(100),
          Duration.ofSeconds(5));

  /**
   * @throws IllegalArgumentException if a bound is below 1, or a duration not positive
   */
  public EngineSettings {
    positive("mailboxCapacity", mailboxCapacity);
    positive("maxBatchCommands", maxBatchCommands);
    positive("maxBatchEvents", maxBatchEvents);
    positive("maxUncommittedBatches", maxUncommittedBatches);
    positive("keepTimeEvery", keepTimeEvery.toMillis());
    positive("snapshotEveryBatches", snapshotEveryBatches);
    positive("snapshotEveryBytes", snapshotEveryBytes);
    positive("snapshotEveryEvents", snapshotEveryEvents);
    positive("firstRetry", firstRetry.toMillis());
    positive("longestRetry", longestRetry.toMillis());
  }

  private static void positive(String name, long value) {
    if (value < 1) {
      throw new IllegalArgumentException(name + " must be at least 1, not " + value);
    }
  }
}
