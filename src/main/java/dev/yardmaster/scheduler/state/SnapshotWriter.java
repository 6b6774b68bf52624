package dev.yardmaster.scheduler.state;

import dev.yardmaster.scheduler.WorkerId;
import dev.yardmaster.scheduler.event.Event.LauncherOffered;
import dev.yardmaster.scheduler.snapshot.RunSnapshot;
import dev.yardmaster.scheduler.snapshot.RunSnapshot.BindingSnapshot;
import dev.yardmaster.scheduler.snapshot.RunSnapshot.TaskSnapshot;
import dev.yardmaster.scheduler.snapshot.ServiceSnapshot;
import dev.yardmaster.scheduler.snapshot.ServiceSnapshot.WorkerSnapshot;
import dev.yardmaster.scheduler.task.AbandonReason;
import dev.yardmaster.scheduler.task.Abandoned;
import dev.yardmaster.scheduler.task.Done;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The state as plain data; what is about the moment (who asks, who was seen when) is left out. */
public final class SnapshotWriter {

  private SnapshotWriter() {}

  public static ServiceSnapshot service(SchedulerState state) {
    return new ServiceSnapshot(
        state.ledger.budget(),
        state.lastOrder,
        state.lastWorker,
        state.lastBinding,
        state.lastLease,
        new TreeMap<>(state.lastNumbers),
        state.workers.values().stream().map(SnapshotWriter::worker).toList(),
        state.placement.launchers().stream().map(SnapshotWriter::launcher).toList());
  }

  private static WorkerSnapshot worker(Worker worker) {
    Worker.Untold untold = worker.untold;
    return new WorkerSnapshot(
        worker.registration(),
        worker.registeredAtWall(),
        untold == null ? null : untold.binding(),
        untold == null ? null : untold.why(),
        worker.accepted.toPairs(),
        worker.revoked.toPairs(),
        worker.revokedFrom);
  }

  private static LauncherOffered launcher(Launcher launcher) {
    return new LauncherOffered(
        launcher.name(),
        launcher.host(),
        launcher.offer().kind(),
        launcher.offer().tags(),
        launcher.capacity());
  }

  public static RunSnapshot run(Run run) {
    return new RunSnapshot(
        run.submission(),
        run.order(),
        run.submittedAt(),
        run.submittedAtWall(),
        run.state,
        run.why,
        run.endedAtWall,
        run.lateEventsDropped,
        run.tasks().stream().map(SnapshotWriter::task).toList());
  }

  private static TaskSnapshot task(Task task) {
    return new TaskSnapshot(
        task.life.counters(),
        task.life instanceof Done,
        abandoned(task),
        task.upstreamAbandoned,
        counts(task.failuresByHost, Function.identity()),
        counts(task.failuresByWorker, WorkerId::number),
        task.promisedAt,
        task.startedAtWall,
        task.endedAtWall,
        task.run().frontier.snapshot(task.place()),
        task.bindings.values().stream().map(SnapshotWriter::binding).toList());
  }

  private static @Nullable AbandonReason abandoned(Task task) {
    return task.life instanceof Abandoned abandoned ? abandoned.reason() : null;
  }

  private static <K, L extends Comparable<L>> SortedMap<L, Long> counts(
      Map<K, Integer> counts, Function<K, L> key) {
    SortedMap<L, Long> sorted = new TreeMap<>();
    counts.forEach((each, count) -> sorted.put(key.apply(each), (long) count));
    return sorted;
  }

  private static BindingSnapshot binding(Binding binding) {
    List<Lease> leases = List.copyOf(binding.leases);
    Binding.Ending ending = binding.ending;
    return new BindingSnapshot(
        binding.id(),
        binding.worker == null ? null : binding.worker.id(),
        binding.launcher() == null ? null : binding.launcher().name(),
        binding.startedAtWall(),
        binding.startedAt(),
        leases.stream().mapToLong(Lease::number).toArray(),
        leases.stream().mapToLong(Lease::block).toArray(),
        leases.stream().mapToInt(Lease::attempt).toArray(),
        binding.firstDeadline,
        binding.awaySince,
        ending == null ? null : ending.kind(),
        ending == null ? null : ending.why(),
        ending == null ? 0 : ending.since(),
        binding.toldAt,
        binding.blocksDone,
        binding.firstLeaseAt);
  }
}
