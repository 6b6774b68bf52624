package dev.yardmaster.scheduler.simulation;

import dev.yardmaster.pipeline.WorkerKind;
import dev.yardmaster.scheduler.BindingId;
import dev.yardmaster.scheduler.LeaseId;
import dev.yardmaster.scheduler.RunId;
import dev.yardmaster.scheduler.WorkerId;
import dev.yardmaster.scheduler.command.Command;
import dev.yardmaster.scheduler.command.Command.BlockResult;
import java.time.Duration;
import java.util.List;
import java.util.TreeSet;
import java.util.stream.LongStream;

/** Messages that make no sense, and must not disturb anybody. */
final class Nonsense {

  private final World world;
  private final Chance chance;

  Nonsense(World world, Chance chance) {
    this.world = world;
    this.chance = chance;
  }

  void say() {
    WorkerId somebody = new WorkerId(chance.between(1, 6));
    BindingId binding = new BindingId(chance.between(1, 9));
    world.execute(
        switch (chance.between(0, 8)) {
          case 0 -> new Command.Heartbeat(new WorkerId(10_000), "token");
          case 1 -> new Command.Acquire(somebody, "not its token", 1, Duration.ZERO);
          case 2 -> new Command.Release(somebody, tokenOf(somebody), manyLeases(), null);
          case 3 -> new Command.Release(somebody, "not its token", manyLeases(), null);
          case 4 -> new Command.CancelRun(new RunId("nothing-1"), "of nothing");
          case 5 -> new Command.LaunchEnded(binding, chance.happens(0.5), null);
          case 6 -> new Command.WithdrawLauncher("nobody");
          case 7 -> registration(new RunId("nothing-1"), null);
          default -> registration(null, binding);
        });
  }

  private String tokenOf(WorkerId worker) {
    return world.scheduler().workers(world.now()).stream()
        .filter(view -> view.id().equals(worker))
        .map(view -> view.name())
        .findFirst()
        .orElse("token");
  }

  /** Other people's leases among them. */
  private static List<BlockResult> manyLeases() {
    return LongStream.range(0, 40)
        .mapToObj(lease -> new BlockResult(new LeaseId(lease), lease % 3 != 0, null))
        .toList();
  }

  private static Command registration(
      @org.jspecify.annotations.Nullable RunId run,
      @org.jspecify.annotations.Nullable BindingId launchedFor) {
    return new Command.RegisterWorker(
        "ghost", "ghosts", WorkerKind.CLIENT, new TreeSet<>(), run, null, launchedFor, "ghost");
  }
}
