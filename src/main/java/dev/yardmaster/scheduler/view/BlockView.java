package dev.yardmaster.scheduler.view;

/**
 * One block of a task.
 *
 * @param failures failed attempts so far
 */
public record BlockView(long block, BlockState state, int failures) {

  /** Where a block stands. */
  public enum BlockState {
    PENDING,
    READY,
    PROCESSING,
    COMPLETED,
    FAILED,
    ORPHANED
  }
}
