package dev.yardmaster.scheduler.view;

import java.util.List;

/**
 * All blocks of a task, cut into tiles of equal width; the last one may be narrower.
 *
 * @param blocks of the task
 * @param width blocks a tile, at least 1
 * @param tiles in order; none where the task has no blocks
 */
public record TilesView(long blocks, long width, List<Tile> tiles) {
  public TilesView {
    tiles = List.copyOf(tiles);
  }

  /** How many blocks of a tile are in which state. */
  public record Tile(
      long ready, long processing, long completed, long failed, long orphaned, long pending) {}
}
