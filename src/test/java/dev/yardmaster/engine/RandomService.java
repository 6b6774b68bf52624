package dev.yardmaster.engine;

import static dev.yardmaster.scheduler.PipelineBuilder.pipeline;
import static dev.yardmaster.scheduler.TaskBuilder.task;

import dev.yardmaster.pipeline.Pipeline;
import dev.yardmaster.pipeline.WorkerKind;
import dev.yardmaster.scheduler.BindingId;
import dev.yardmaster.scheduler.RunId;
import dev.yardmaster.scheduler.WorkerId;
import dev.yardmaster.scheduler.command.Command;
import dev.yardmaster.scheduler.command.Command.BlockResult;
import dev.yardmaster.scheduler.command.Outcome;
import dev.yardmaster.scheduler.command.Outcome.LeasedBlock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeSet;

/**
 * Runs and workers that do anything at all, from one seed: says what comes next, and is told how it
 * was answered.
 */
final class RandomService {

  private static final String TOKEN = "token";

  private final Random random;
  private final List<RunId> runs = new ArrayList<>();
  private final List<WorkerId> workers = new ArrayList<>();
  private final Map<WorkerId, List<LeasedBlock>> held = new HashMap<>();
  private long lastBinding;

  private final boolean patient;

  /**
   * @param patient whether some asks wait; otherwise each is answered by its own decision
   */
  RandomService(long seed, boolean patient) {
    this.random = new Random(seed);
    this.patient = patient;
  }

  Command next() {
    if (runs.size() < 2 || random.nextInt(100) == 0) {
      return new Command.SubmitRun(document(), null, "digest", null);
    }
    if (workers.size() < 4 || random.nextInt(50) == 0) {
      return new Command.RegisterWorker(
          "worker", "host", WorkerKind.CLIENT, new TreeSet<>(), null, null, null, TOKEN);
    }
    if (random.nextInt(40) == 0) {
      return new Command.ForgetRuns(Duration.ofMinutes(2), random.nextInt(3), 2);
    }
    WorkerId worker = workers.get(random.nextInt(workers.size()));
    return switch (random.nextInt(20)) {
      case 0 -> new Command.Leave(worker, TOKEN);
      case 1 -> new Command.Unbind(worker, TOKEN, false, "crashed", 1);
      case 2 -> new Command.LaunchEnded(new BindingId(++lastBinding), false, "gone");
      case 3 -> new Command.Tick();
      case 4 -> new Command.Heartbeat(worker, TOKEN);
      case 5 ->
          random.nextInt(10) == 0
              ? new Command.CancelRun(runs.get(random.nextInt(runs.size())), "by chance")
              : new Command.Tick();
      case 6, 7, 8, 9, 10 -> new Command.Acquire(worker, TOKEN, 1 + random.nextInt(3), patience());
      default ->
          new Command.Release(
              worker,
              TOKEN,
              results(worker),
              random.nextBoolean() ? new Command.Ask(2, patience()) : null);
    };
  }

  private Duration patience() {
    return patient && random.nextBoolean() ? Duration.ofSeconds(20) : Duration.ZERO;
  }

  private List<BlockResult> results(WorkerId worker) {
    return held.getOrDefault(worker, List.of()).stream()
        .map(block -> new BlockResult(block.lease(), random.nextInt(4) > 0, "no luck"))
        .toList();
  }

  private Pipeline document() {
    var wide = task("wide").blocks(8).maxWorkers(3).maxWorkerRestarts(6).maxRetries(1);
    var left = task("left").blocks(8).matching("wide").maxWorkers(2).maxRetries(1);
    var right = task("right").blocks(8).matching("wide").endsWorker().maxWorkerRestarts(4);
    var last = task("last").blocks(3).all("left", "right").maxRetries(0);
    var empty = task("empty").blocks(0);
    var document = pipeline("random", wide, left, right, last, empty);
    return (random.nextBoolean() ? document.finishReachable() : document).build();
  }

  void answered(Outcome outcome) {
    switch (outcome) {
      case Outcome.Submitted submitted -> runs.add(submitted.run());
      case Outcome.Registered registered -> workers.add(registered.worker());
      case Outcome.Forgotten forgotten -> runs.removeAll(forgotten.runs());
      case Outcome.UnknownWorker unknown -> workers.remove(unknown.worker());
      default -> {}
    }
  }

  void delivered(WorkerId worker, Outcome reply) {
    Outcome answer = reply instanceof Outcome.Released released ? released.next() : reply;
    held.remove(worker);
    if (answer instanceof Outcome.Work work) {
      held.put(worker, work.blocks());
    }
  }
}
