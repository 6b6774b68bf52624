package dev.yardmaster.scheduler;

import static dev.yardmaster.scheduler.PipelineBuilder.pipeline;
import static dev.yardmaster.scheduler.TaskBuilder.task;
import static org.assertj.core.api.Assertions.assertThat;

import dev.yardmaster.scheduler.command.Outcome.LeasedBlock;
import dev.yardmaster.scheduler.task.Counters;
import dev.yardmaster.scheduler.view.BlockView.BlockState;
import dev.yardmaster.scheduler.view.RunView.TaskState;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** What waits for what, what is tried again, and what is never executed (semantics §4). */
class BlocksTest {

  @RegisterExtension final Yard yard = new Yard();

  private final WorkerId one = yard.client("one");
  private final WorkerId two = yard.client("two");

  @Test
  void aMatchingBlockStartsAsSoonAsItsOwnInputIsDone() {
    RunId run = yard.submit(pipeline("p", task("a").blocks(3), task("b").blocks(3).matching("a")));
    yard.asks(one, two);
    assertThat(yard.taskOf(two)).isEmpty();
    yard.completesAndAsks(one);
    assertThat(yard.taskOf(two)).contains("b");
    assertThat(yard.blocksOf(two)).containsExactly(0L);
    assertThat(yard.blocks(run, "b"))
        .containsExactly(BlockState.PROCESSING, BlockState.PENDING, BlockState.PENDING);
  }

  @Test
  void blocksThatWaitForAllStartWithTheLast() {
    RunId run = yard.submit(pipeline("p", task("a").blocks(2), task("b").blocks(3).all("a")));
    yard.asks(one).completesAndAsks(one);
    assertThat(yard.counters(run, "b").pending()).isEqualTo(3);
    yard.completes(one);
    assertThat(yard.counters(run, "b").ready()).isEqualTo(3);
  }

  @Test
  void aBlockWithSeveralInputsWaitsForTheLastOfThem() {
    TaskBuilder c = task("c").blocks(2).matching("a").all("b");
    RunId run = yard.submit(pipeline("p", task("a").blocks(2), task("b").blocks(1), c));
    yard.asks(one, two);
    assertThat(yard.taskOf(two)).contains("b");
    yard.completesAndAsks(one);
    assertThat(yard.counters(run, "c").ready()).isZero();
    yard.completes(two);
    assertThat(yard.blocks(run, "c")).containsExactly(BlockState.READY, BlockState.PENDING);
  }

  @Test
  void aFailedAttemptIsTriedAgainWhileFailuresAreWithinTheRetries() {
    RunId run = yard.submit(pipeline("p", task("a").maxRetries(2)));
    for (int attempt = 1; attempt <= 3; attempt++) {
      yard.asks(one);
      assertThat(yard.held(one)).extracting(LeasedBlock::attempt).containsExactly(attempt);
      yard.fails(one);
    }
    assertThat(yard.counters(run, "a")).isEqualTo(new Counters(1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0));
    assertThat(yard.task(run, "a").state()).isEqualTo(TaskState.DONE);
    assertThat(yard.run(run).state()).isEqualTo(RunState.FAILED);
  }

  @Test
  void aBlockThatSucceedsAfterAFailureIsAsGoodAsAnyOther() {
    RunId run = yard.submit(pipeline("p", task("a").maxRetries(1)));
    yard.asks(one).failsAndAsks(one).completes(one);
    assertThat(yard.counters(run, "a").failed()).isZero();
    assertThat(yard.run(run).state()).isEqualTo(RunState.SUCCEEDED);
  }

  @Test
  void aRetryWaitsAtTheBackAndWhatReturnsUnchargedIsAtTheFront() {
    yard.submit(pipeline("p", task("a").blocks(6)));
    yard.asks(one).failsAndAsks(one);
    assertThat(yard.blocksOf(one)).containsExactly(1L);
    yard.completes(one);
    yard.asks(one, 2).leaves(one);
    yard.asks(two, 6);
    assertThat(yard.blocksOf(two)).containsExactly(3L, 4L, 5L, 0L, 2L);
  }

  @Test
  void whatWaitsForAFailedBlockIsOrphanedAllTheWayDown() {
    TaskBuilder a = task("a").blocks(2).maxRetries(0);
    TaskBuilder b = task("b").blocks(2).matching("a");
    TaskBuilder c = task("c").blocks(2).matching("b");
    RunId run = yard.submit(pipeline("p", a, b, c, task("d").blocks(3).all("c")));
    yard.asks(one).failsAndAsks(one);
    assertThat(yard.counters(run, "b").orphaned()).isEqualTo(1);
    assertThat(yard.counters(run, "c").orphaned()).isEqualTo(1);
    assertThat(yard.counters(run, "d").orphaned()).isEqualTo(3);
    assertThat(yard.task(run, "d").state()).isEqualTo(TaskState.DONE);
    yard.work(run, one);
    assertThat(yard.counters(run, "c").completed()).isEqualTo(1);
    assertThat(yard.run(run).state()).isEqualTo(RunState.FAILED);
  }

  @Test
  void aTaskOfNoBlocksIsDoneAtOnceAndHoldsNobodyUp() {
    RunId run = yard.submit(pipeline("p", task("a").blocks(0), task("b").all("a")));
    assertThat(yard.task(run, "a").state()).isEqualTo(TaskState.DONE);
    assertThat(yard.counters(run, "a").workerStarts()).isZero();
    assertThat(yard.counters(run, "b").ready()).isEqualTo(1);
    RunId empty = yard.submit(pipeline("p", task("a").blocks(0)));
    assertThat(yard.run(empty).state()).isEqualTo(RunState.SUCCEEDED);
  }

  @Test
  void countersSayAtEveryMomentWhereEachBlockIs() {
    RunId run = yard.submit(pipeline("p", task("a").blocks(4), task("b").blocks(4).matching("a")));
    yard.asks(one, 2);
    assertThat(yard.counters(run, "a")).isEqualTo(new Counters(4, 2, 2, 0, 0, 0, 0, 0, 1, 0, 0, 0));
    yard.release(one, true, yard.held(one).subList(0, 1));
    assertThat(yard.counters(run, "a")).isEqualTo(new Counters(4, 2, 1, 1, 0, 0, 0, 0, 1, 0, 0, 0));
    assertThat(yard.counters(run, "b")).isEqualTo(new Counters(4, 1, 0, 0, 0, 0, 3, 0, 0, 0, 0, 0));
  }
}
