package dev.yardmaster.cli.client;

/** The counters of a task, in blocks except where workers are named. */
public record CountersAnswer(
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

  /** Blocks that have come to their end. */
  public long settled() {
    return completed + failed + orphaned;
  }
}
