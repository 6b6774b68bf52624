package dev.yardmaster.scheduler;

import static org.assertj.core.api.Assertions.assertThat;

import dev.yardmaster.pipeline.Pipeline;
import dev.yardmaster.pipeline.TaskSpec;
import dev.yardmaster.scheduler.event.Event;
import dev.yardmaster.scheduler.event.Event.BlockResult;
import dev.yardmaster.scheduler.event.Event.Released;
import dev.yardmaster.scheduler.task.Counters;
import dev.yardmaster.scheduler.view.BlockView;
import dev.yardmaster.scheduler.view.RunView;
import dev.yardmaster.scheduler.view.RunView.TaskState;
import dev.yardmaster.scheduler.view.RunView.TaskView;
import dev.yardmaster.scheduler.view.WorkerView;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * What has to be true at the end of every story: I3 and I7 as far as one story shows them, and that
 * a rebuild, from the stored events or from a snapshot and those since, shows what the living
 * scheduler shows.
 */
final class Aftermath {

  /** Enough to see every block of a task in a story; a larger task is looked at from its front. */
  private static final int BLOCKS_COMPARED = 500;

  private final Map<TaskId, Counters> frozen = new LinkedHashMap<>();
  private final Map<TaskId, Set<Long>> settled = new LinkedHashMap<>();

  void note(Scheduler scheduler, List<Event> events) {
    for (Event event : events) {
      switch (event) {
        case Event.TaskDone it -> freeze(scheduler, it.task());
        case Event.TaskAbandoned it -> freeze(scheduler, it.task());
        case Event.BlocksReleased it -> it.results().forEach(result -> settle(it.task(), result));
        default -> {}
      }
    }
  }

  private void freeze(Scheduler scheduler, TaskId id) {
    for (TaskView task : scheduler.run(id.run()).orElseThrow().tasks()) {
      if (task.id().equals(id.task())) {
        assertThat(task.state()).as("%s has ended", id).isNotEqualTo(TaskState.RUNNING);
        assertThat(frozen.put(id, task.counters())).as("%s ends once", id).isNull();
      }
    }
  }

  private void settle(TaskId task, Released result) {
    if (result.result() != BlockResult.RETRY) {
      boolean first = settled.computeIfAbsent(task, id -> new HashSet<>()).add(result.block());
      assertThat(first).as("I7: block %d of %s settled once", result.block(), task).isTrue();
    }
  }

  void check(Yard yard) {
    Scheduler live = yard.scheduler();
    live.runs(null, null, null, Integer.MAX_VALUE)
        .forEach(run -> checkFrozen(live.run(run.id()).orElseThrow()));
    checkReplay(live, yard.rebuilt(), yard.now());
    checkReplay(live, yard.restored(), yard.now());
  }

  private void checkFrozen(RunView run) {
    for (TaskView task : run.tasks()) {
      Counters then = frozen.get(new TaskId(run.id(), task.id()));
      if (then != null) {
        assertThat(task.counters()).as("I3: %s of %s", task.id(), run.id()).isEqualTo(then);
      }
    }
  }

  private static void checkReplay(Scheduler live, Scheduler rebuilt, Moment now) {
    assertThat(rebuilt.runs(null, null, null, Integer.MAX_VALUE))
        .isEqualTo(live.runs(null, null, null, Integer.MAX_VALUE));
    live.runs(null, null, null, Integer.MAX_VALUE)
        .forEach(summary -> checkReplay(summary.id(), live, rebuilt));
    assertThat(rebuilt.resources()).isEqualTo(live.resources());
    assertThat(rebuilt.workers(now).stream().map(Aftermath::lasting))
        .containsExactlyElementsOf(live.workers(now).stream().map(Aftermath::lasting).toList());
  }

  private static void checkReplay(RunId id, Scheduler live, Scheduler rebuilt) {
    RunView run = live.run(id).orElseThrow();
    assertThat(lasting(rebuilt.run(id).orElseThrow())).isEqualTo(lasting(run));
    Pipeline pipeline = run.pipeline();
    for (TaskSpec task : pipeline.tasks()) {
      assertThat(blocks(rebuilt, new TaskId(id, task.id())))
          .isEqualTo(blocks(live, new TaskId(id, task.id())));
    }
  }

  private static List<BlockView> blocks(Scheduler scheduler, TaskId task) {
    return scheduler.blocks(task, null, 0, BLOCKS_COMPARED);
  }

  /** Without what depends on who asks at the moment: that is not stored. */
  private static RunView lasting(RunView run) {
    return new RunView(
        run.id(),
        run.pipeline(),
        run.state(),
        run.why(),
        run.submittedAt(),
        run.endedAt(),
        run.lateEventsDropped(),
        run.budget(),
        run.used(),
        run.tasks().stream().map(Aftermath::lasting).toList());
  }

  private static TaskView lasting(TaskView task) {
    return new TaskView(
        task.id(),
        task.state(),
        task.reason(),
        task.counters(),
        task.alive(),
        0,
        List.of(),
        task.startedAt(),
        task.endedAt());
  }

  private static WorkerView lasting(WorkerView worker) {
    return new WorkerView(
        worker.id(),
        worker.name(),
        worker.host(),
        worker.kind(),
        worker.tags(),
        worker.onlyRun(),
        worker.onlyTask(),
        false,
        worker.binding(),
        worker.task(),
        worker.boundSince(),
        worker.ending(),
        worker.leases(),
        worker.registeredAt(),
        0);
  }
}
