package dev.yardmaster.scheduler.frontier;

/** How many blocks of some stand where; the rest is leased or waits. */
public record BlockCounts(long ready, long completed, long failed, long orphaned) {

  /** Of none. */
  public static final BlockCounts NONE = new BlockCounts(0, 0, 0, 0);

  /** What these have more than others. */
  public BlockCounts minus(BlockCounts other) {
    return new BlockCounts(
        ready - other.ready,
        completed - other.completed,
        failed - other.failed,
        orphaned - other.orphaned);
  }
}
