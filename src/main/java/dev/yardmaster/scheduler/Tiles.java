package dev.yardmaster.scheduler;

import dev.yardmaster.scheduler.frontier.BlockCounts;
import dev.yardmaster.scheduler.frontier.Frontier;
import dev.yardmaster.scheduler.state.Binding;
import dev.yardmaster.scheduler.state.Lease;
import dev.yardmaster.scheduler.state.Task;
import dev.yardmaster.scheduler.view.TilesView;
import dev.yardmaster.scheduler.view.TilesView.Tile;
import java.util.ArrayList;
import java.util.List;

/**
 * A picture of all blocks of a task, whether 10 or 10⁹: how many of each tile stand where.
 *
 * <p>Method: how many are below a number, for the number where each tile begins, so that no block
 * is looked at. Example: 10 blocks in at most 4 tiles are tiles of 3, 3, 3 and 1.
 */
final class Tiles {

  private Tiles() {}

  static TilesView of(Task task, int most) {
    long blocks = task.spec().blocks();
    if (blocks == 0) {
      return new TilesView(0, 1, List.of());
    }
    long width = Math.ceilDiv(blocks, most);
    long[] processing = processing(task, width, (int) Math.ceilDiv(blocks, width));
    Frontier frontier = task.run().frontier();
    List<Tile> tiles = new ArrayList<>(processing.length);
    BlockCounts before = BlockCounts.NONE;
    for (int tile = 0; tile < processing.length; tile++) {
      long start = tile * width;
      long end = Math.min(blocks, start + width);
      BlockCounts upTo = frontier.countsBelow(task.place(), end);
      tiles.add(tile(end - start, upTo.minus(before), processing[tile]));
      before = upTo;
    }
    return new TilesView(blocks, width, tiles);
  }

  private static long[] processing(Task task, long width, int tiles) {
    long[] processing = new long[tiles];
    for (Binding binding : task.bindings()) {
      for (Lease lease : binding.leases()) {
        processing[(int) (lease.block() / width)]++;
      }
    }
    return processing;
  }

  private static Tile tile(long blocks, BlockCounts counts, long processing) {
    return new Tile(
        counts.ready(),
        processing,
        counts.completed(),
        counts.failed(),
        counts.orphaned(),
        blocks
            - counts.ready()
            - processing
            - counts.completed()
            - counts.failed()
            - counts.orphaned());
  }
}
