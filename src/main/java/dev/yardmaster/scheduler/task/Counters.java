package dev.yardmaster.scheduler.task;

/**
 * The counters of a task at one moment (semantics §2). Blocks, except where workers are named.
 *
 * @param total all blocks; never changes
 * @param ready may be leased now
 * @param processing leased
 * @param completed done; terminal
 * @param failed out of retries; terminal
 * @param orphaned never to be executed; terminal
 * @param pending known to be waiting for inputs; counted on its own
 * @param skipped subset of {@code completed}: done before the run began
 * @param workerStarts bindings started, less those given back
 * @param workerFailures bindings that ended dirty
 * @param workerRetirements bindings that the scheduler ended; apart from the starts
 * @param workerRestarts starts beyond {@code max_workers}
 */
public record Counters(
    long total,
    long ready,
    long processing,
    long completed,
    long failed,
    long orphaned,
    long pending,
    long skipped,
    long workerStarts,
    long workerFailures,
    long workerRetirements,
    long workerRestarts) {

  /** Of no task at all. */
  public static final Counters NONE = new Counters(0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0);

  /** Both together. */
  public Counters plus(Counters other) {
    return new Counters(
        total + other.total,
        ready + other.ready,
        processing + other.processing,
        completed + other.completed,
        failed + other.failed,
        orphaned + other.orphaned,
        pending + other.pending,
        skipped + other.skipped,
        workerStarts + other.workerStarts,
        workerFailures + other.workerFailures,
        workerRetirements + other.workerRetirements,
        workerRestarts + other.workerRestarts);
  }

  /** Blocks that have met their end. */
  public long settled() {
    return completed + failed + orphaned;
  }

  /** Invariant I2: nothing is left to do. */
  public boolean allSettled() {
    return ready == 0 && processing == 0 && pending == 0;
  }

  /**
   * Invariants I1, I2 and the relations between the rest.
   *
   * @throws IllegalStateException if one does not hold: a bug
   */
  public void checkInvariants() {
    require(ready >= 0 && processing >= 0 && pending >= 0, "a live counter is negative");
    require(completed >= 0 && failed >= 0 && orphaned >= 0, "a terminal counter is negative");
    require(
        total == ready + processing + completed + failed + orphaned + pending,
        "I1: the counters do not add up to the total");
    require(
        allSettled() == (completed + failed + orphaned == total),
        "I2: done and the terminal counters disagree");
    require(skipped >= 0 && skipped <= completed, "skipped is not a subset of completed");
    require(workerStarts >= 0 && workerRestarts >= 0, "a worker counter is negative");
    require(workerFailures >= 0 && workerRetirements >= 0, "a worker counter is negative");
  }

  private void require(boolean holds, String message) {
    if (!holds) {
      throw new IllegalStateException(message + ": " + this);
    }
  }
}
