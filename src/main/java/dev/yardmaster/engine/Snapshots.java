package dev.yardmaster.engine;

import dev.yardmaster.engine.Journal.Growth;
import dev.yardmaster.scheduler.BindingId;
import dev.yardmaster.scheduler.Moment;
import dev.yardmaster.scheduler.RunId;
import dev.yardmaster.scheduler.event.Event;
import dev.yardmaster.scheduler.snapshot.RunSnapshot;
import dev.yardmaster.scheduler.snapshot.RunSnapshot.TaskSnapshot;
import dev.yardmaster.scheduler.snapshot.ServiceSnapshot;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * When a snapshot is due, and which runs it takes: those that changed since the last one. So a
 * thousand runs that ended long ago are not written again and again.
 *
 * <p>It also passes on what a rebuild reads, to know what changed before the service started.
 */
final class Snapshots implements Journal.Rebuild {

  private final StateMachine machine;
  private final Journal journal;
  private final EngineSettings settings;
  private final Set<RunId> changed = new LinkedHashSet<>();

  /** Orders of runs whose rows the next snapshot takes away: until then a rebuild needs them. */
  private final Set<Long> forgotten = new LinkedHashSet<>();

  /** Of bindings that have not ended: a few events name nothing else. */
  private final Map<BindingId, RunId> runs = new HashMap<>();

  private long last;
  private long weight;

  Snapshots(StateMachine machine, Journal journal, EngineSettings settings) {
    this.machine = machine;
    this.journal = journal;
    this.settings = settings;
  }

  @Override
  public void restore(ServiceSnapshot service, List<RunSnapshot> snapshots, Moment at) {
    for (RunSnapshot run : snapshots) {
      for (TaskSnapshot task : run.tasks()) {
        task.bindings().forEach(binding -> runs.put(binding.id(), run.submission().run()));
      }
    }
    machine.restore(service, snapshots, at);
  }

  @Override
  public void apply(Event.Durable event, Moment at) {
    machine.apply(event, at);
    follow(event);
  }

  /** The journal has been read to its end. */
  void rebuilt() {
    last = journal.growth().snapshotAt();
  }

  /** The snapshot to store with this batch, or null; call it once with every batch. */
  Journal.@Nullable Snapshot after(long batch, List<Event.Durable> events) {
    events.forEach(this::follow);
    if (!isDue(batch)) {
      return null;
    }
    last = batch;
    List<RunSnapshot> taken = changed.stream().map(machine::snapshotRun).toList();
    Journal.Snapshot snapshot =
        new Journal.Snapshot(machine.snapshotService(), taken, List.copyOf(forgotten));
    changed.clear();
    forgotten.clear();
    weight = 0;
    return snapshot;
  }

  private boolean isDue(long batch) {
    Growth growth = journal.growth();
    if (growth.snapshotAt() != last) {
      return false; // The last one is still being stored.
    }
    // Not before as much was stored as the last one took: else a large state would be written
    // again and again for the sake of a few small batches.
    return batch - last >= settings.snapshotEveryBatches()
        || weight >= settings.snapshotEveryEvents()
        || growth.bytes() >= Math.max(settings.snapshotEveryBytes(), growth.snapshotBytes());
  }

  private void follow(Event.Durable event) {
    weight += OpenBatch.weightOf(event);
    switch (event) {
      case Event.RunSubmitted it -> changed.add(it.run());
      case Event.RunEnded it -> changed.add(it.run());
      case Event.RunForgotten it -> {
        changed.remove(it.run());
        forgotten.add(it.order());
      }
      case Event.TaskDone it -> changed.add(it.task().run());
      case Event.TaskAbandoned it -> changed.add(it.task().run());
      case Event.BindingStarted it -> begin(it.binding(), it.task().run());
      case Event.BindingLaunched it -> begin(it.binding(), it.task().run());
      case Event.BindingEnding it -> changed.add(it.task().run());
      case Event.BindingEnded it -> {
        changed.add(it.task().run());
        runs.remove(it.binding());
      }
      case Event.RoomPromised it -> changed.add(it.task().run());
      case Event.BlocksLeased it -> changed.add(it.task().run());
      case Event.BlocksReleased it -> changed.add(it.task().run());
      case Event.LateDropped it -> changed.add(it.task().run());
      case Event.WorkerRegistered it -> touch(it.launchedFor());
      case Event.BindingEndTold it -> touch(it.binding());
      case Event.ServiceBudgetSet it -> {}
      case Event.WorkerRemoved it -> {}
      case Event.LauncherOffered it -> {}
      case Event.LauncherWithdrawn it -> {}
    }
  }

  private void begin(BindingId binding, RunId run) {
    runs.put(binding, run);
    changed.add(run);
  }

  private void touch(@Nullable BindingId binding) {
    RunId run = binding == null ? null : runs.get(binding);
    if (run != null) {
      changed.add(run);
    }
  }
}
