package dev.yardmaster.api;

import com.fasterxml.jackson.annotation.JsonProperty;
import dev.yardmaster.scheduler.view.TilesView;
import dev.yardmaster.scheduler.view.TilesView.Tile;
import io.swagger.v3.oas.annotations.media.Schema;
import java.util.List;

/**
 * All blocks of a task in tiles of equal width.
 *
 * @param blocksATile the last tile may have fewer
 * @param tiles in order; of each how many blocks are {@code ready}, {@code processing}, {@code
 *     completed}, {@code failed}, {@code orphaned}, {@code pending}, {@code skipped}
 */
@Schema(name = "BlockMap", description = "All blocks of a task in tiles of equal width")
record MapReply(
    String task,
    long blocks,
    @JsonProperty("blocks_a_tile") long blocksATile,
    List<List<Long>> tiles) {

  static MapReply of(String task, TilesView view) {
    return new MapReply(
        task, view.blocks(), view.width(), view.tiles().stream().map(MapReply::counts).toList());
  }

  private static List<Long> counts(Tile tile) {
    // Nothing skips blocks yet (semantics §2); they will be among the completed.
    long skipped = 0;
    return List.of(
        tile.ready(),
        tile.processing(),
        tile.completed(),
        tile.failed(),
        tile.orphaned(),
        tile.pending(),
        skipped);
  }
}
