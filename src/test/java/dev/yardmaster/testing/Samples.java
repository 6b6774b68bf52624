package dev.yardmaster.testing;

import dev.yardmaster.pipeline.Pipeline;
import dev.yardmaster.pipeline.Resources;
import dev.yardmaster.pipeline.TaskSpec;
import dev.yardmaster.pipeline.TaskSpec.BlockFailure;
import dev.yardmaster.pipeline.TaskSpec.Blocks;
import dev.yardmaster.pipeline.TaskSpec.Dependency;
import dev.yardmaster.pipeline.TaskSpec.Mode;
import dev.yardmaster.pipeline.WorkerKind;
import dev.yardmaster.scheduler.BindingId;
import dev.yardmaster.scheduler.RunId;
import dev.yardmaster.scheduler.RunState;
import dev.yardmaster.scheduler.TaskId;
import dev.yardmaster.scheduler.WorkerId;
import dev.yardmaster.scheduler.placement.Waiting;
import dev.yardmaster.scheduler.task.Counters;
import dev.yardmaster.scheduler.view.BindingView;
import dev.yardmaster.scheduler.view.RunSummary;
import dev.yardmaster.scheduler.view.RunView;
import dev.yardmaster.scheduler.view.RunView.TaskState;
import dev.yardmaster.scheduler.view.RunView.TaskView;
import dev.yardmaster.scheduler.view.WorkerView;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** One run that the tests look at: {@code detect} at work, {@code merge} waiting for it. */
public final class Samples {

  public static final RunId RUN = new RunId("deepfield-12");
  public static final TaskId DETECT = new TaskId(RUN, "detect");

  /** 2026-03-01T12:00:00Z. */
  public static final long NOON = 1_772_366_400_000L;

  private Samples() {}

  public static Pipeline pipeline() {
    return new Pipeline(
        "deepfield",
        Map.of("threshold", 80),
        Resources.of(Map.of("cpu", 4L)),
        null,
        Pipeline.OnAbandon.STOP,
        List.of(
            task("detect", 64, List.of(), List.of("python3", "detect.py"), Mode.STREAM),
            task("merge", 1, List.of(new Dependency("detect", Blocks.ALL)), null, Mode.PER_BLOCK)));
  }

  public static TaskSpec task(
      String id, long blocks, List<Dependency> after, @Nullable List<String> command, Mode mode) {
    return new TaskSpec(
        id,
        blocks,
        after,
        Resources.of(Map.of("cpu", 1L)),
        new TreeSet<>(List.of("linux")),
        4,
        10,
        2,
        Duration.ofMinutes(10),
        Duration.ofMinutes(10),
        Duration.ZERO,
        BlockFailure.CONTINUES,
        command,
        mode,
        command == null ? Map.of() : Map.of("OMP_NUM_THREADS", "1"));
  }

  /** 10 of 64 blocks done, 4 in work; {@code merge} waits for them. */
  public static RunView running() {
    return run(RunState.RUNNING, null, null);
  }

  public static RunView run(RunState state, @Nullable String why, @Nullable Long endedAt) {
    return new RunView(
        RUN,
        pipeline(),
        state,
        why,
        NOON,
        endedAt,
        0,
        Resources.of(Map.of("cpu", 4L)),
        Resources.of(Map.of("cpu", 2L)),
        List.of(
            new TaskView(
                "detect",
                TaskState.RUNNING,
                null,
                new Counters(64, 50, 4, 10, 0, 0, 0, 0, 5, 1, 0, 1),
                2,
                0,
                List.of(new Waiting.WorkersBusy(3)),
                NOON + 1_000,
                null),
            new TaskView(
                "merge",
                TaskState.RUNNING,
                null,
                new Counters(1, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0),
                0,
                0,
                List.of(new Waiting.Upstream(List.of("detect"))),
                null,
                null)));
  }

  public static RunSummary summary(String id, RunState state) {
    String pipeline = id.substring(0, id.lastIndexOf('-'));
    Counters counters = new Counters(65, 50, 4, 10, 0, 0, 1, 0, 5, 1, 0, 1);
    return new RunSummary(1, new RunId(id), pipeline, state, null, NOON, null, counters);
  }

  /** What a worker of {@code detect} knows. */
  public static BindingView binding() {
    return new BindingView(
        new BindingId(3), RUN, pipeline().tasks().getFirst(), Map.of("threshold", 80), "/data/sky");
  }

  public static WorkerView worker(long number, String host, @Nullable TaskId task) {
    return new WorkerView(
        new WorkerId(number),
        "worker-" + number,
        host,
        WorkerKind.COMMAND,
        new TreeSet<>(List.of("gpu", "linux")),
        null,
        null,
        task == null,
        task == null ? null : new BindingId(number + 100),
        task,
        task == null ? null : NOON,
        null,
        task == null ? 0 : 1,
        NOON - 60_000,
        1_500);
  }
}
