package dev.yardmaster.scheduler;

import static dev.yardmaster.scheduler.PipelineBuilder.pipeline;
import static dev.yardmaster.scheduler.TaskBuilder.task;
import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import dev.yardmaster.scheduler.command.Outcome.LeasedBlock;
import dev.yardmaster.scheduler.task.AbandonReason;
import dev.yardmaster.scheduler.view.BlockView;
import dev.yardmaster.scheduler.view.BlockView.BlockState;
import java.lang.management.ManagementFactory;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * No object per block: a run of a thousand million blocks is there in under a second and in 64 MiB.
 * What a thread allocates is an upper bound of what stays, and does not depend on a collection.
 */
class LargeTasksTest {

  private static final long MEBIBYTE = 1 << 20;
  private static final long THOUSAND_MILLION = 1_000_000_000L;
  private static final long MOST = 1L << 40;

  @RegisterExtension final Yard yard = new Yard();

  private static long allocated() {
    return ((ThreadMXBean) ManagementFactory.getThreadMXBean()).getCurrentThreadAllocatedBytes();
  }

  @ParameterizedTest
  @ValueSource(longs = {THOUSAND_MILLION, MOST})
  @Timeout(value = 1, unit = TimeUnit.SECONDS)
  void aRunIsSubmittedWithoutAnObjectPerBlock(long blocks) {
    long before = allocated();
    RunId run =
        yard.submit(
            pipeline(
                "p",
                task("a").blocks(blocks),
                task("b").blocks(blocks).matching("a"),
                task("c").blocks(blocks).all("b")));
    assertThat(allocated() - before).isLessThan(64 * MEBIBYTE);
    assertThat(yard.counters(run, "a").ready()).isEqualTo(blocks);
    assertThat(yard.counters(run, "b").pending()).isEqualTo(blocks);
    assertThat(yard.counters(run, "c").total()).isEqualTo(blocks);
  }

  @Test
  void aChainOfHugeTasksStreams() {
    WorkerId[] workers = yard.clients(2);
    TaskBuilder b = task("b").blocks(MOST).matching("a");
    RunId run = yard.submit(pipeline("p", task("a").blocks(MOST), b));
    long before = allocated();
    for (int round = 0; round < 100; round++) {
      for (WorkerId worker : workers) {
        yard.completes(worker);
        yard.asks(worker, 64);
      }
    }
    assertThat(allocated() - before).isLessThan(64 * MEBIBYTE);
    assertThat(yard.counters(run, "a").completed()).isEqualTo(99 * 64);
    assertThat(yard.counters(run, "b").completed()).isEqualTo(99 * 64);
    assertThat(yard.counters(run, "b").pending()).isEqualTo(MOST - 99 * 64);
  }

  @Test
  void blocksMayComeInAnyOrder() {
    WorkerId[] workers = yard.clients(2);
    TaskBuilder a = task("a").blocks(THOUSAND_MILLION).maxWorkers(2);
    TaskBuilder b = task("b").blocks(THOUSAND_MILLION).matching("a").tags("nobody");
    RunId run = yard.submit(pipeline("p", a, b));
    yard.asks(workers[0], 3).asks(workers[1], 2_000);
    yard.release(workers[1], true, yard.held(workers[1]).reversed());
    assertThat(yard.counters(run, "b").ready()).isEqualTo(2_000);
    yard.release(workers[0], true, yard.held(workers[0]).subList(1, 3));
    yard.release(workers[0], false, yard.held(workers[0]).subList(0, 1));
    assertThat(yard.counters(run, "a").completed()).isEqualTo(2_002);
    yard.asks(workers[1], 2);
    assertThat(yard.blocksOf(workers[1])).containsExactly(2_003L, 2_004L);
  }

  @Test
  void aHugeTaskIsGivenUpAndItsOrphansSpreadAtOnce() {
    WorkerId worker = yard.client("w");
    TaskBuilder a = task("a").blocks(MOST).maxWorkerRestarts(0);
    TaskBuilder b = task("b").blocks(MOST).matching("a");
    TaskBuilder c = task("c").blocks(MOST).matching("b");
    RunId run =
        yard.submit(pipeline("p", a, b, c, task("d").blocks(MOST).all("b")).finishReachable());
    yard.asks(worker, 8);
    List<LeasedBlock> held = yard.held(worker);
    yard.release(worker, true, List.of(held.get(0), held.get(1), held.get(5)));
    long before = allocated();
    yard.unbinds(worker, 1);
    assertThat(allocated() - before).isLessThan(8 * MEBIBYTE);
    assertThat(yard.task(run, "a").reason()).isEqualTo(AbandonReason.RESTART_CAP_EXHAUSTED);
    assertThat(yard.counters(run, "b").orphaned()).isEqualTo(MOST - 3);
    assertThat(yard.counters(run, "c").orphaned()).isEqualTo(MOST - 3);
    assertThat(yard.counters(run, "d").orphaned()).isEqualTo(MOST);
    yard.work(run, worker);
    assertThat(yard.counters(run, "c").completed()).isEqualTo(3);
  }

  @Test
  void oneFailedBlockOrphansEveryBlockThatWaitsForAll() {
    WorkerId worker = yard.client("w");
    TaskBuilder a = task("a").blocks(2).maxRetries(0);
    TaskBuilder b = task("b").blocks(MOST).all("a");
    RunId run = yard.submit(pipeline("p", a, b, task("c").blocks(MOST).matching("b")));
    yard.asks(worker).failsAndAsks(worker).completes(worker);
    assertThat(yard.counters(run, "b").orphaned()).isEqualTo(MOST);
    assertThat(yard.counters(run, "c").orphaned()).isEqualTo(MOST);
    assertThat(yard.run(run).state()).isEqualTo(RunState.FAILED);
  }

  @Test
  void aPageOverAHugeTaskIsBounded() {
    WorkerId worker = yard.client("w");
    TaskId task = new TaskId(yard.submit(pipeline("p", task("a").blocks(MOST))), "a");
    yard.asks(worker, 2).release(worker, true, yard.held(worker).subList(0, 1));
    assertThat(yard.scheduler().blocks(task, BlockState.FAILED, 0, 10)).isEmpty();
    assertThat(yard.scheduler().blocks(task, BlockState.PROCESSING, 0, 10))
        .containsExactly(new BlockView(1, BlockState.PROCESSING, 0));
    assertThat(yard.scheduler().blocks(task, null, 0, 3))
        .extracting(BlockView::state)
        .containsExactly(BlockState.COMPLETED, BlockState.PROCESSING, BlockState.READY);
    assertThat(yard.scheduler().blocks(task, null, MOST - 2, 10))
        .extracting(BlockView::block)
        .containsExactlyElementsOf(LongStream.of(MOST - 2, MOST - 1).boxed().toList());
  }
}
