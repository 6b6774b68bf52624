package dev.yardmaster.scheduler.task;

import java.util.Optional;

/**
 * A task that is not finished: the only variant with operations. Each is one row of the table in
 * semantics §3 and asserts instead of clamping, so that an operation that happens twice shows.
 */
public final class Running implements TaskLife {

  private final long total;
  private final int maxWorkers;
  private final long startBudget;
  private long pending;
  private long ready;
  private long processing;
  private long completed;
  private long failed;
  private long orphaned;
  private long skipped;
  private long workerStarts;
  private long workerFailures;
  private long workerRetirements;

  /**
   * All blocks wait for inputs at first.
   *
   * @param startBudget worker starts allowed in all
   */
  public Running(long total, int maxWorkers, long startBudget) {
    this.total = total;
    this.maxWorkers = maxWorkers;
    this.startBudget = startBudget;
    this.pending = total;
  }

  /** With the counters of an earlier time. */
  public Running(Counters counters, int maxWorkers, long startBudget) {
    this(counters.total(), maxWorkers, startBudget);
    pending = counters.pending();
    ready = counters.ready();
    processing = counters.processing();
    completed = counters.completed();
    failed = counters.failed();
    orphaned = counters.orphaned();
    skipped = counters.skipped();
    workerStarts = counters.workerStarts();
    workerFailures = counters.workerFailures();
    workerRetirements = counters.workerRetirements();
  }

  public void becameReady(long blocks) {
    pending = less(pending, blocks, "pending");
    ready += blocks;
  }

  public void orphaned(long blocks) {
    pending = less(pending, blocks, "pending");
    orphaned += blocks;
  }

  /** Done before the run began, found while still waiting for inputs. */
  public void skippedPending(long blocks) {
    pending = less(pending, blocks, "pending");
    completed += blocks;
    skipped += blocks;
  }

  /** Done before the run began, found when ready. */
  public void skippedReady(long blocks) {
    ready = less(ready, blocks, "ready");
    completed += blocks;
    skipped += blocks;
  }

  public void acquired(long blocks) {
    ready = less(ready, blocks, "ready");
    processing += blocks;
  }

  public void returnedUncharged(long blocks) {
    processing = less(processing, blocks, "processing");
    ready += blocks;
  }

  public void completed(long blocks) {
    processing = less(processing, blocks, "processing");
    completed += blocks;
  }

  public void failedPermanently(long blocks) {
    processing = less(processing, blocks, "processing");
    failed += blocks;
  }

  public void failedForRetry(long blocks) {
    processing = less(processing, blocks, "processing");
    ready += blocks;
  }

  /**
   * @throws IllegalStateException if the task may start no more (invariant I5): a bug
   */
  public void workerStarted() {
    if (workerStarts >= startBudget) {
      throw new IllegalStateException(
          "I5: a start beyond the " + startBudget + " allowed: " + counters());
    }
    workerStarts++;
  }

  public void workerDied() {
    workerFailures++;
  }

  /** The scheduler's own decision: the start is given back. */
  public void workerRetired() {
    workerStarts = less(workerStarts, 1, "worker_starts");
    workerRetirements++;
  }

  /** Blocks that may be leased now. */
  public long ready() {
    return ready;
  }

  /** Blocks that are leased. */
  public long processing() {
    return processing;
  }

  /** Blocks that wait for inputs. */
  public long pending() {
    return pending;
  }

  /** Starts still allowed. */
  public long startsLeft() {
    return startBudget - workerStarts;
  }

  /** Done, where nothing is left to do (invariant I2). */
  public Optional<Done> tryFinish() {
    return ready == 0 && processing == 0 && pending == 0
        ? Optional.of(new Done(counters()))
        : Optional.empty();
  }

  /** How many blocks {@link #abandon} would orphan. */
  public long unsettled() {
    return ready + processing + pending;
  }

  /** Given up: everything unsettled counts as orphaned. */
  public Abandoned abandon(AbandonReason reason) {
    orphaned += unsettled();
    ready = 0;
    processing = 0;
    pending = 0;
    return new Abandoned(counters(), reason);
  }

  @Override
  public Counters counters() {
    return new Counters(
        total,
        ready,
        processing,
        completed,
        failed,
        orphaned,
        pending,
        skipped,
        workerStarts,
        workerFailures,
        workerRetirements,
        Math.max(0, workerStarts - maxWorkers));
  }

  private long less(long counter, long by, String name) {
    if (by < 0 || by > counter) {
      throw new IllegalStateException(name + " cannot fall by " + by + ": " + counters());
    }
    return counter - by;
  }
}
