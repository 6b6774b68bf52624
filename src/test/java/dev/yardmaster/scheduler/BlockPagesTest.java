package dev.yardmaster.scheduler;

import static dev.yardmaster.scheduler.PipelineBuilder.pipeline;
import static dev.yardmaster.scheduler.TaskBuilder.task;
import static org.assertj.core.api.Assertions.assertThat;

import dev.yardmaster.scheduler.view.BlockView.BlockState;
import dev.yardmaster.scheduler.view.BlocksView;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Looking at the blocks of a task, page by page. */
class BlockPagesTest {

  @RegisterExtension final Yard yard = new Yard();

  @Test
  void aFullPageSaysWhereTheNextOneBegins() {
    TaskId task = new TaskId(yard.submit(pipeline("p", task("a").blocks(5))), "a");

    BlocksView first = yard.scheduler().page(task, BlockState.READY, 0, 3);
    assertThat(first.blocks()).extracting("block").containsExactly(0L, 1L, 2L);
    assertThat(first.next()).isEqualTo(3);

    BlocksView last = yard.scheduler().page(task, BlockState.READY, 3, 3);
    assertThat(last.blocks()).extracting("block").containsExactly(3L, 4L);
    assertThat(last.next()).isNull();
  }

  @Test
  void whatIsRareIsLookedForInStepsThatEnd() {
    TaskId task = new TaskId(yard.submit(pipeline("p", task("a").blocks(1_000_000))), "a");

    int steps = 0;
    Long from = 0L;
    while (from != null) {
      BlocksView page = yard.scheduler().page(task, BlockState.COMPLETED, from, 50);
      assertThat(page.blocks()).isEmpty();
      from = page.next();
      steps++;
    }
    assertThat(steps).isBetween(2, 1_000);
  }
}
