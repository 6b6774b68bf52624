package dev.yardmaster.journal;

import dev.yardmaster.pipeline.Pipeline;
import dev.yardmaster.pipeline.Pipeline.OnAbandon;
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
import dev.yardmaster.scheduler.event.Event;
import dev.yardmaster.scheduler.event.Event.BlockResult;
import dev.yardmaster.scheduler.event.Event.ChargedBlock;
import dev.yardmaster.scheduler.event.Event.EndKind;
import dev.yardmaster.scheduler.event.Event.Released;
import dev.yardmaster.scheduler.task.AbandonReason;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeSet;

/** Durable events of every type: a full one and, where something may be absent, a bare one. */
final class SampleEvents {

  static final RunId RUN = new RunId("deepfield-12");
  static final TaskId DETECT = new TaskId(RUN, "detect");
  static final TaskId STITCH = new TaskId(RUN, "stitch");
  static final BindingId BINDING = new BindingId(17);
  static final WorkerId WORKER = new WorkerId(3);

  private SampleEvents() {}

  /** One sentence after the other in the order of a run's life. */
  static List<Event.Durable> all() {
    List<Event.Durable> all = new ArrayList<>(ofVersion1());
    all.add(new Event.RunForgotten(RUN, 7));
    return all;
  }

  /** What the golden files hold. */
  static List<Event.Durable> ofVersion1() {
    return List.of(
        new Event.ServiceBudgetSet(Resources.of(Map.of("cpu", 32L, "gpu", 8L))),
        new Event.ServiceBudgetSet(null),
        new Event.RunSubmitted(RUN, 12, deepfield(), "nightly 12", "sha-256:abc", "/data/sky"),
        new Event.RunSubmitted(new RunId("bare-1"), 1, bare(), null, "sha-256:def", null),
        new Event.LauncherOffered("local", "box", WorkerKind.COMMAND, tags("linux"), 2),
        new Event.BindingLaunched(BINDING, DETECT, "local"),
        new Event.WorkerRegistered(
            WORKER,
            "box-1",
            "box",
            WorkerKind.COMMAND,
            tags("gpu", "linux"),
            RUN,
            "detect",
            BINDING,
            "d1"),
        new Event.WorkerRegistered(
            new WorkerId(4), "ada", "ada-pc", WorkerKind.CLIENT, tags(), null, null, null, "d2"),
        new Event.BindingStarted(new BindingId(18), DETECT, new WorkerId(4)),
        new Event.BlocksLeased(BINDING, DETECT, 1001, new long[] {0, 1, 2, 3, 70, 69, 1L << 39}),
        new Event.BlocksLeased(BINDING, DETECT, 1008, new long[] {}),
        new Event.BlocksReleased(
            BINDING,
            DETECT,
            List.of(
                new Released(1001, 0, 1, BlockResult.COMPLETED, null),
                new Released(1002, 1, 1, BlockResult.COMPLETED, null),
                new Released(1003, 2, 2, BlockResult.COMPLETED, null),
                new Released(1004, 3, 2, BlockResult.RETRY, "exit code 1: \"out of memory\"\n"),
                new Released(1005, 70, 1, BlockResult.RETRY, null),
                new Released(1006, 69, 3, BlockResult.FAILED, "no such file: größe.pgm"))),
        new Event.LateDropped(DETECT, 2),
        new Event.BindingEnding(
            BINDING,
            DETECT,
            EndKind.DIRTY,
            "no heartbeat for 30s",
            new ChargedBlock(1007, 1L << 39, 1, BlockResult.RETRY)),
        new Event.BindingEnding(new BindingId(18), DETECT, EndKind.RETIRED, "idle", null),
        new Event.RoomPromised(STITCH),
        new Event.BindingEndTold(BINDING, WORKER),
        new Event.BindingEnded(
            BINDING,
            DETECT,
            EndKind.DIRTY,
            "exit code 137",
            new ChargedBlock(1009, 1L << 39, 2, BlockResult.FAILED)),
        new Event.BindingEnded(new BindingId(18), DETECT, EndKind.DRAINED, "finished", null),
        new Event.WorkerRemoved(WORKER, true, "no heartbeat for 30s"),
        new Event.LauncherWithdrawn("local"),
        new Event.TaskDone(DETECT),
        new Event.TaskAbandoned(STITCH, AbandonReason.RESTART_CAP_EXHAUSTED, 8),
        new Event.RunEnded(RUN, RunState.CANCELLED, "by ada"),
        new Event.RunEnded(new RunId("bare-1"), RunState.SUCCEEDED, null));
  }

  static Pipeline deepfield() {
    Map<String, Object> params = new LinkedHashMap<>();
    params.put("image", "sky.pgm");
    params.put("threshold", 80L);
    params.put("blocks", 1L << 40);
    params.put("scale", 0.5);
    params.put("verbose", true);
    return new Pipeline(
        "deepfield",
        params,
        Resources.of(Map.of("cpu", 4L)),
        Duration.ofHours(2),
        OnAbandon.FINISH_REACHABLE,
        List.of(
            task("detect", 1L << 40, List.of(), List.of("python3", "detect.py"), Mode.STREAM),
            task("stitch", 1, List.of(new Dependency("detect", Blocks.ALL)), null, Mode.CLIENT)));
  }

  /** As little as a document can say; an empty command is not an absent one. */
  static Pipeline bare() {
    return new Pipeline(
        "bare",
        Map.of(),
        null,
        null,
        OnAbandon.STOP,
        List.of(
            new TaskSpec(
                "only",
                0,
                List.of(),
                Resources.NONE,
                tags(),
                1,
                0,
                0,
                Duration.ofMillis(1),
                Duration.ofSeconds(1),
                Duration.ZERO,
                BlockFailure.ENDS_WORKER,
                List.of(),
                Mode.PER_BLOCK,
                Map.of())));
  }

  static TaskSpec task(
      String id, long blocks, List<Dependency> after, List<String> command, Mode mode) {
    return new TaskSpec(
        id,
        blocks,
        after,
        Resources.of(Map.of("cpu", 1L)),
        tags("linux"),
        4,
        10,
        2,
        Duration.ofMinutes(10),
        Duration.ofMinutes(5),
        Duration.ofSeconds(30),
        BlockFailure.CONTINUES,
        command,
        mode,
        Map.of("OMP_NUM_THREADS", "1"));
  }

  static SortedSet<String> tags(String... tags) {
    return new TreeSet<>(List.of(tags));
  }
}
