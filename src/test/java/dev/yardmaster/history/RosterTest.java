package dev.yardmaster.history;

import static org.assertj.core.api.Assertions.assertThat;

import dev.yardmaster.history.Timeline.Bar;
import dev.yardmaster.pipeline.WorkerKind;
import dev.yardmaster.scheduler.BindingId;
import dev.yardmaster.scheduler.TaskId;
import dev.yardmaster.scheduler.WorkerId;
import dev.yardmaster.scheduler.event.Event;
import dev.yardmaster.scheduler.event.Event.BlockResult;
import dev.yardmaster.scheduler.event.Event.ChargedBlock;
import dev.yardmaster.scheduler.event.Event.EndKind;
import dev.yardmaster.scheduler.event.Event.Released;
import dev.yardmaster.testing.Samples;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

class RosterTest {

  private static final WorkerId WORKER = new WorkerId(7);
  private static final BindingId BINDING = new BindingId(3);
  private static final TaskId TASK = Samples.DETECT;

  private final List<Bar> drawn = new ArrayList<>();
  private final Roster roster = new Roster((run, worker, name, host, bar) -> drawn.add(bar));

  private RosterTest happens(long at, Event.Durable event) {
    roster.follow(event, at);
    return this;
  }

  private RosterTest bound() {
    return happens(
            0,
            new Event.WorkerRegistered(
                WORKER,
                "node",
                "h1",
                WorkerKind.CLIENT,
                new TreeSet<>(),
                null,
                null,
                null,
                "digest"))
        .happens(0, new Event.BindingStarted(BINDING, TASK, WORKER));
  }

  private RosterTest leased(long at, long... blocks) {
    return happens(at, new Event.BlocksLeased(BINDING, TASK, 1, blocks));
  }

  private RosterTest released(long at, long block, BlockResult result) {
    return happens(
        at,
        new Event.BlocksReleased(
            BINDING, TASK, List.of(new Released(block, block, 1, result, null))));
  }

  @Test
  void aBarLastsFromTheLeaseToTheResult() {
    bound().leased(100, 0).released(140, 0, BlockResult.COMPLETED);
    leased(200, 1).released(290, 1, BlockResult.RETRY);

    assertThat(drawn)
        .containsExactly(
            new Bar("detect", 100, 140, 1, 0, false), new Bar("detect", 200, 290, 1, 1, false));
  }

  /** Blocks leased together are worked on one after the other. */
  @Test
  void theNextBlockBeginsWhereTheLastOneEnded() {
    bound().leased(100, 0, 1).released(140, 0, BlockResult.COMPLETED);
    released(190, 1, BlockResult.FAILED);

    assertThat(drawn)
        .containsExactly(
            new Bar("detect", 100, 140, 1, 0, false), new Bar("detect", 140, 190, 1, 1, false));
  }

  @Test
  void theBlockThatDiesWithItsWorkerHasFailed() {
    bound()
        .leased(100, 0)
        .happens(
            130,
            new Event.BindingEnded(
                BINDING,
                TASK,
                EndKind.DIRTY,
                "lost",
                new ChargedBlock(1, 0, 1, BlockResult.RETRY)));

    assertThat(drawn).containsExactly(new Bar("detect", 100, 130, 1, 1, false));
  }

  @Test
  void workForACancelledRunWasForNothing() {
    bound()
        .leased(100, 0)
        .happens(130, new Event.BindingEnding(BINDING, TASK, EndKind.DRAINED, "over", null))
        .happens(150, new Event.BindingEnded(BINDING, TASK, EndKind.DRAINED, "over", null));

    assertThat(drawn).containsExactly(new Bar("detect", 100, 130, 0, 0, false));
  }

  @Test
  void whoHoldsBlocksIsAtWork() {
    bound().leased(100, 0);
    assertThat(roster.atWork(Samples.RUN))
        .containsExactly(new Bars.AtWork(WORKER, "node", "h1", "detect", 100));

    released(140, 0, BlockResult.COMPLETED);

    assertThat(roster.atWork(Samples.RUN)).isEmpty();
  }

  @Test
  void afterARestartItGoesOnWithWhoIsThere() {
    roster.restart(List.of(Samples.worker(7, "h1", TASK)), 1_000);
    roster.since(Samples.RUN, "w-7", "detect", 600);
    happens(
        1_500,
        new Event.BlocksReleased(
            new BindingId(107), TASK, List.of(new Released(1, 0, 1, BlockResult.COMPLETED, null))));

    assertThat(drawn).containsExactly(new Bar("detect", 600, 1_500, 1, 0, false));
  }

  @Test
  void aLaunchedProcessHasARowWhenItHasRegistered() {
    happens(0, new Event.BindingLaunched(BINDING, TASK, "cloud"))
        .happens(
            50,
            new Event.WorkerRegistered(
                WORKER,
                "node",
                "h1",
                WorkerKind.CLIENT,
                new TreeSet<>(),
                null,
                null,
                BINDING,
                "digest"))
        .leased(100, 0)
        .released(140, 0, BlockResult.COMPLETED);

    assertThat(drawn).containsExactly(new Bar("detect", 100, 140, 1, 0, false));
  }
}
