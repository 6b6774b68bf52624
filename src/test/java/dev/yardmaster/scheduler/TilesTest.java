package dev.yardmaster.scheduler;

import static dev.yardmaster.scheduler.PipelineBuilder.pipeline;
import static dev.yardmaster.scheduler.TaskBuilder.task;
import static org.assertj.core.api.Assertions.assertThat;

import dev.yardmaster.scheduler.view.BlockView.BlockState;
import dev.yardmaster.scheduler.view.TilesView;
import dev.yardmaster.scheduler.view.TilesView.Tile;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TilesTest {

  @RegisterExtension private final Yard yard = new Yard();

  private TilesView tiles(RunId run, String task, int most) {
    return yard.scheduler().tiles(new TaskId(run, task), most).orElseThrow();
  }

  /** Ten blocks in at most four tiles: 3, 3, 3 and 1. */
  @Test
  void blocksAreCutIntoTilesOfEqualWidth() {
    RunId run = yard.submit(pipeline("demo", task("a").blocks(10)));
    WorkerId worker = yard.client("w");
    yard.asks(worker, 5);
    yard.completes(worker);
    yard.asks(worker, 2);

    assertThat(tiles(run, "a", 4))
        .isEqualTo(
            new TilesView(
                10,
                3,
                List.of(
                    new Tile(0, 0, 3, 0, 0, 0),
                    new Tile(0, 1, 2, 0, 0, 0),
                    new Tile(2, 1, 0, 0, 0, 0),
                    new Tile(1, 0, 0, 0, 0, 0))));
  }

  @Test
  void aFewBlocksAreATileEach() {
    RunId run = yard.submit(pipeline("demo", task("a").blocks(2)));

    assertThat(tiles(run, "a", 400))
        .isEqualTo(
            new TilesView(2, 1, List.of(new Tile(1, 0, 0, 0, 0, 0), new Tile(1, 0, 0, 0, 0, 0))));
  }

  @Test
  void aTaskWithoutBlocksHasNoTiles() {
    RunId run = yard.submit(pipeline("demo", task("a").blocks(0)));

    assertThat(tiles(run, "a", 400).tiles()).isEmpty();
  }

  @Test
  void aCancelledTaskHasOnlyDoneAndOrphanedBlocks() {
    RunId run = yard.submit(pipeline("demo", task("a").blocks(4)));
    WorkerId worker = yard.client("w");
    yard.asks(worker).completesAndAsks(worker);
    yard.cancel(run);

    assertThat(tiles(run, "a", 1).tiles()).containsExactly(new Tile(0, 0, 1, 0, 3, 0));
  }

  /** Whatever has happened, a tile counts what a page over its blocks lists. */
  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5})
  void tilesCountWhatPagesList(long seed) {
    Random random = new Random(seed);
    RunId run =
        yard.submit(
            pipeline(
                "demo",
                task("a").blocks(60).maxWorkers(3).maxWorkerRestarts(100).maxRetries(1),
                task("b").blocks(60).maxWorkers(3).maxWorkerRestarts(100).matching("a"),
                task("c").blocks(60).maxWorkers(3).maxWorkerRestarts(100).all("b")));
    WorkerId[] workers = yard.clients(4);
    for (int step = 0; step < 200; step++) {
      WorkerId worker = workers[random.nextInt(workers.length)];
      if (yard.held(worker).isEmpty()) {
        yard.works(worker);
      } else if (random.nextInt(4) == 0) {
        yard.failsAndAsks(worker);
      } else {
        yard.completesAndAsks(worker);
      }
      if (step % 10 == 0) {
        for (String task : List.of("a", "b", "c")) {
          assertTilesAgree(run, task, 1 + random.nextInt(70));
        }
      }
    }
  }

  private void assertTilesAgree(RunId run, String task, int most) {
    List<BlockState> blocks = yard.blocks(run, task);
    TilesView view = tiles(run, task, most);
    for (int tile = 0; tile < view.tiles().size(); tile++) {
      int start = (int) (tile * view.width());
      List<BlockState> own =
          blocks.subList(start, (int) Math.min(blocks.size(), start + view.width()));
      assertThat(view.tiles().get(tile))
          .isEqualTo(
              new Tile(
                  count(own, BlockState.READY),
                  count(own, BlockState.PROCESSING),
                  count(own, BlockState.COMPLETED),
                  count(own, BlockState.FAILED),
                  count(own, BlockState.ORPHANED),
                  count(own, BlockState.PENDING)));
    }
  }

  private static long count(List<BlockState> blocks, BlockState state) {
    return blocks.stream().filter(state::equals).count();
  }

  /** A billion blocks, of which a few thousand were done out of order: below 50 ms, best of ten. */
  @Test
  void aBillionBlocksAreNotLookedAtOneByOne() {
    RunId run = yard.submit(pipeline("demo", task("a").blocks(1_000_000_000).maxWorkers(4)));
    WorkerId[] workers = yard.clients(2);
    yard.asks(workers[0], 1);
    for (int i = 0; i < 20; i++) {
      yard.asks(workers[1], 1_000);
      yard.completes(workers[1]);
    }

    TilesView view = tiles(run, "a", 2_000);
    long best = Long.MAX_VALUE;
    for (int i = 0; i < 10; i++) {
      long start = System.nanoTime();
      view = tiles(run, "a", 2_000);
      best = Math.min(best, System.nanoTime() - start);
    }

    assertThat(Duration.ofNanos(best)).isLessThan(Duration.ofMillis(50));
    assertThat(view.width()).isEqualTo(500_000);
    assertThat(view.tiles()).hasSize(2_000);
    assertThat(view.tiles().getFirst()).isEqualTo(new Tile(479_999, 1, 20_000, 0, 0, 0));
    assertThat(view.tiles().getLast()).isEqualTo(new Tile(500_000, 0, 0, 0, 0, 0));
  }
}
