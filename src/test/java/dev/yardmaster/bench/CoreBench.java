package dev.yardmaster.bench;

import dev.yardmaster.pipeline.Pipeline;
import dev.yardmaster.pipeline.Pipeline.OnAbandon;
import dev.yardmaster.pipeline.Resources;
import dev.yardmaster.pipeline.TaskSpec;
import dev.yardmaster.pipeline.TaskSpec.BlockFailure;
import dev.yardmaster.pipeline.TaskSpec.Mode;
import dev.yardmaster.pipeline.WorkerKind;
import dev.yardmaster.scheduler.Decision;
import dev.yardmaster.scheduler.Moment;
import dev.yardmaster.scheduler.Scheduler;
import dev.yardmaster.scheduler.SchedulerSettings;
import dev.yardmaster.scheduler.WorkerId;
import dev.yardmaster.scheduler.command.Command;
import dev.yardmaster.scheduler.command.Outcome;
import dev.yardmaster.scheduler.command.Outcome.Delivery;
import dev.yardmaster.scheduler.command.Outcome.LeasedBlock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;

/** The scheduler alone: acquire and release of one block, on one thread, without a journal. */
final class CoreBench {

  private static final int WORKERS = 8;
  private static final int ROUNDS = 10;
  private static final int BLOCKS_A_ROUND = 1_000_000;
  private static final Duration LONG = Duration.ofHours(24);

  private final Scheduler scheduler = new Scheduler(SchedulerSettings.DEFAULTS);
  private final Map<WorkerId, List<LeasedBlock>> held = new HashMap<>();
  private final List<WorkerId> workers = new ArrayList<>();
  private long ticks;

  private CoreBench() {
    execute(new Command.SubmitRun(pipeline(), null, "digest", null));
    for (int i = 0; i < WORKERS; i++) {
      Outcome outcome =
          execute(
              new Command.RegisterWorker(
                  "w" + i, "h", WorkerKind.CLIENT, new TreeSet<>(), null, null, null, "token"));
      workers.add(((Outcome.Registered) outcome).worker());
      execute(new Command.Acquire(workers.getLast(), "token", 1, LONG));
    }
  }

  private static Pipeline pipeline() {
    TaskSpec task =
        new TaskSpec(
            "task",
            1_000_000_000L,
            List.of(),
            Resources.NONE,
            new TreeSet<>(),
            WORKERS,
            0,
            2,
            Duration.ofMinutes(10),
            Duration.ofMinutes(10),
            Duration.ZERO,
            BlockFailure.CONTINUES,
            null,
            Mode.CLIENT,
            Map.of());
    return new Pipeline("bench", Map.of(), null, null, OnAbandon.STOP, List.of(task));
  }

  private Outcome execute(Command command) {
    Decision decision = scheduler.execute(command, new Moment(ticks, ticks));
    for (Delivery delivery : decision.deliveries()) {
      if (delivery.answer() instanceof Outcome.Work work) {
        held.put(delivery.worker(), work.blocks());
      }
    }
    return decision.outcome();
  }

  /** Pairs of acquire and release a second. */
  private double round() {
    long start = System.nanoTime();
    for (int i = 0; i < BLOCKS_A_ROUND; i++) {
      WorkerId worker = workers.get(i % WORKERS);
      List<LeasedBlock> blocks = held.remove(worker);
      ticks = i / 1_000;
      execute(
          new Command.Release(
              worker,
              "token",
              List.of(new Command.BlockResult(blocks.getFirst().lease(), true, null)),
              null));
      execute(new Command.Acquire(worker, "token", 1, LONG));
    }
    return BLOCKS_A_ROUND / seconds(start);
  }

  static double seconds(long startNanos) {
    return (System.nanoTime() - startNanos) / 1e9;
  }

  static void run() {
    CoreBench bench = new CoreBench();
    double best = 0;
    double sum = 0;
    for (int round = 0; round < ROUNDS; round++) {
      double rate = bench.round();
      if (round >= ROUNDS / 2) {
        best = Math.max(best, rate);
        sum += rate;
      }
    }
    Report.line(
        "core: acquire + release, one thread, a call each",
        "%,.0f pairs/s (mean of the last %d of %d rounds; best %,.0f)"
            .formatted(sum / (ROUNDS - ROUNDS / 2), ROUNDS - ROUNDS / 2, ROUNDS, best));
  }
}
