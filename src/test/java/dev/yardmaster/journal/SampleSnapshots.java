package dev.yardmaster.journal;

import dev.yardmaster.pipeline.Resources;
import dev.yardmaster.pipeline.WorkerKind;
import dev.yardmaster.scheduler.BindingId;
import dev.yardmaster.scheduler.RunId;
import dev.yardmaster.scheduler.RunState;
import dev.yardmaster.scheduler.event.Event;
import dev.yardmaster.scheduler.event.Event.EndKind;
import dev.yardmaster.scheduler.snapshot.RunSnapshot;
import dev.yardmaster.scheduler.snapshot.RunSnapshot.BindingSnapshot;
import dev.yardmaster.scheduler.snapshot.RunSnapshot.BlockSetSnapshot;
import dev.yardmaster.scheduler.snapshot.RunSnapshot.FrontierSnapshot;
import dev.yardmaster.scheduler.snapshot.RunSnapshot.TaskSnapshot;
import dev.yardmaster.scheduler.snapshot.ServiceSnapshot;
import dev.yardmaster.scheduler.snapshot.ServiceSnapshot.WorkerSnapshot;
import dev.yardmaster.scheduler.task.AbandonReason;
import dev.yardmaster.scheduler.task.Counters;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Snapshots with something in every field. */
final class SampleSnapshots {

  private SampleSnapshots() {}

  static ServiceSnapshot service() {
    WorkerSnapshot worker =
        new WorkerSnapshot(
            new Event.WorkerRegistered(
                SampleEvents.WORKER,
                "box-1",
                "box",
                WorkerKind.COMMAND,
                SampleEvents.tags("linux", "gpu"),
                SampleEvents.RUN,
                "detect",
                SampleEvents.BINDING,
                "digest"),
            1_800_000_000_123L,
            new BindingId(7),
            "the task is done",
            new long[] {1, 64, 70, 70},
            new long[] {65, 69},
            SampleEvents.STITCH);
    return new ServiceSnapshot(
        Resources.of(Map.of("cpu", 4L, "memory", 1L << 40)),
        2,
        3,
        9,
        5_000_000_000L,
        new TreeMap<>(Map.of("deepfield", 12L)),
        List.of(worker),
        List.of(
            new Event.LauncherOffered(
                "local", "box", WorkerKind.COMMAND, SampleEvents.tags("linux"), 8)));
  }

  /** The run of {@link SampleEvents}, first submitted, with a binding in its first task. */
  static RunSnapshot running() {
    return new RunSnapshot(
        new Event.RunSubmitted(
            SampleEvents.RUN, 12, SampleEvents.deepfield(), "key", "digest", "/data"),
        1,
        250,
        1_800_000_000_250L,
        RunState.RUNNING,
        null,
        null,
        3,
        List.of(
            task(false, null, List.of(bound(), launched())),
            task(true, null, List.of()),
            task(false, AbandonReason.UPSTREAM_ABANDONED, List.of())));
  }

  /** Another, submitted second, that has ended. */
  static RunSnapshot ended(@Nullable String why) {
    return new RunSnapshot(
        new Event.RunSubmitted(new RunId("bare-1"), 1, SampleEvents.bare(), null, "digest", null),
        2,
        300,
        1_800_000_000_300L,
        RunState.CANCELLED,
        why,
        1_800_000_000_900L,
        0,
        List.of(task(true, null, List.of())));
  }

  private static TaskSnapshot task(
      boolean done, @Nullable AbandonReason abandoned, List<BindingSnapshot> bindings) {
    return new TaskSnapshot(
        new Counters(100, 10, 20, 30, 11, 12, 17, 5, 6, 2, 3, 4),
        done,
        abandoned,
        abandoned != null,
        new TreeMap<>(Map.of("box", 2L)),
        new TreeMap<>(Map.of(3L, 1L)),
        Long.MAX_VALUE,
        1_800_000_000_400L,
        done ? 1_800_000_000_800L : null,
        new FrontierSnapshot(
            new byte[] {1, 2, -3},
            40,
            100,
            new byte[] {},
            new byte[] {4},
            new BlockSetSnapshot(30, 90, new byte[] {5, 6}),
            new BlockSetSnapshot(0, 100, new byte[] {7}),
            new BlockSetSnapshot(0, 100, new byte[] {8}),
            List.of(new byte[] {9}, new byte[] {10, 11}),
            abandoned != null),
        bindings);
  }

  private static BindingSnapshot bound() {
    return new BindingSnapshot(
        SampleEvents.BINDING,
        SampleEvents.WORKER,
        null,
        1_800_000_000_500L,
        500,
        new long[] {1001, 1002},
        new long[] {33, 31},
        new int[] {1, 2},
        30_500,
        450,
        EndKind.RETIRED,
        "another task needs the room",
        600,
        700,
        41,
        510);
  }

  private static BindingSnapshot launched() {
    return new BindingSnapshot(
        new BindingId(9),
        null,
        "local",
        1_800_000_000_550L,
        550,
        new long[] {},
        new long[] {},
        new int[] {},
        Long.MAX_VALUE,
        Long.MAX_VALUE,
        null,
        null,
        0,
        Long.MAX_VALUE,
        0,
        Long.MAX_VALUE);
  }
}
