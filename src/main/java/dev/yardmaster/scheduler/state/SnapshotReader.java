package dev.yardmaster.scheduler.state;

import dev.yardmaster.scheduler.Moment;
import dev.yardmaster.scheduler.RunId;
import dev.yardmaster.scheduler.WorkerId;
import dev.yardmaster.scheduler.event.Event.EndKind;
import dev.yardmaster.scheduler.placement.Offer;
import dev.yardmaster.scheduler.snapshot.RunSnapshot;
import dev.yardmaster.scheduler.snapshot.RunSnapshot.BindingSnapshot;
import dev.yardmaster.scheduler.snapshot.RunSnapshot.TaskSnapshot;
import dev.yardmaster.scheduler.snapshot.ServiceSnapshot;
import dev.yardmaster.scheduler.snapshot.ServiceSnapshot.WorkerSnapshot;
import dev.yardmaster.scheduler.task.AbandonReason;
import dev.yardmaster.scheduler.task.Abandoned;
import dev.yardmaster.scheduler.task.Counters;
import dev.yardmaster.scheduler.task.Done;
import dev.yardmaster.scheduler.task.Running;
import dev.yardmaster.scheduler.task.TaskLife;
import org.jspecify.annotations.Nullable;

/** Puts the state together again from plain data, with all its indexes. */
public final class SnapshotReader {

  private final SchedulerState state;
  private final Moment at;

  public SnapshotReader(SchedulerState state, Moment at) {
    this.state = state;
    this.at = at;
  }

  /**
   * @param runs in order of submission
   */
  public void restore(ServiceSnapshot service, Iterable<RunSnapshot> runs) {
    if (!state.runs.isEmpty() || !state.workers.isEmpty()) {
      throw new IllegalStateException("something has happened to this state already");
    }
    state.ledger.setBudget(service.budget());
    state.lastNumbers.putAll(service.lastNumbers());
    service.workers().forEach(this::worker);
    service
        .launchers()
        .forEach(
            offered ->
                state.placement.offer(
                    offered.name(),
                    offered.host(),
                    new Offer(offered.kind(), offered.tags(), null, null),
                    offered.capacity()));
    runs.forEach(this::run);
    state.lastOrder = service.lastOrder();
    state.lastWorker = service.lastWorker();
    state.lastBinding = service.lastBinding();
    state.lastLease = service.lastLease();
    state.agenda.lookAtGate();
  }

  private void worker(WorkerSnapshot snapshot) {
    var registration = snapshot.registration();
    Host host = state.hosts.computeIfAbsent(registration.host(), Host::new);
    host.registered++;
    Offer offer =
        new Offer(
            registration.kind(), registration.tags(), registration.run(), registration.task());
    Worker worker =
        new Worker(
            registration,
            host,
            offer,
            snapshot.registeredAtWall(),
            at.ticks(),
            state.settings.lostAfter().toMillis());
    if (snapshot.untold() != null && snapshot.untoldWhy() != null) {
      worker.untold = new Worker.Untold(snapshot.untold(), snapshot.untoldWhy());
    }
    worker.accepted.restore(snapshot.accepted());
    worker.revoked.restore(snapshot.revoked());
    worker.revokedFrom = snapshot.revokedFrom();
    state.workers.put(worker.id(), worker);
    state.placement.join(worker);
    state.timers.watch(worker);
  }

  private void run(RunSnapshot snapshot) {
    Run run =
        new Run(
            snapshot.submission(),
            snapshot.order(),
            snapshot.submittedAtWall(),
            snapshot.submittedAt(),
            state.agenda);
    run.state = snapshot.state();
    run.why = snapshot.why();
    run.endedAtWall = snapshot.endedAtWall();
    run.lateEventsDropped = snapshot.lateEventsDropped();
    state.runs.put(run.id(), run);
    String key = snapshot.submission().idempotencyKey();
    if (key != null) {
      state.byIdempotencyKey.put(key, run);
    }
    for (Task task : run.tasks()) {
      task(task, snapshot.tasks().get(task.place()));
    }
    state.timers.watch(run);
  }

  private void task(Task task, TaskSnapshot snapshot) {
    task.life = life(task, snapshot);
    task.upstreamAbandoned = snapshot.upstreamAbandoned();
    snapshot
        .failuresByHost()
        .forEach((host, count) -> task.failuresByHost.put(host, Math.toIntExact(count)));
    snapshot
        .failuresByWorker()
        .forEach(
            (worker, count) ->
                task.failuresByWorker.put(new WorkerId(worker), Math.toIntExact(count)));
    task.promisedAt = snapshot.promisedAt();
    task.startedAtWall = snapshot.startedAtWall();
    task.endedAtWall = snapshot.endedAtWall();
    task.run().frontier.restore(task.place(), snapshot.frontier());
    snapshot.bindings().forEach(binding -> binding(task, binding));
    if (task.isRunning()) {
      state.placement.begin(task);
    }
    state.agenda.add(task);
  }

  private static TaskLife life(Task task, TaskSnapshot snapshot) {
    Counters counters = snapshot.counters();
    AbandonReason abandoned = snapshot.abandoned();
    if (abandoned != null) {
      return new Abandoned(counters, abandoned);
    }
    return snapshot.done()
        ? new Done(counters)
        : new Running(counters, task.spec().maxWorkers(), task.spec().startBudget());
  }

  private void binding(Task task, BindingSnapshot snapshot) {
    Worker worker = snapshot.worker() == null ? null : known(snapshot.worker(), task.run().id());
    Binding binding =
        new Binding(
            snapshot.id(),
            task,
            worker,
            launcher(snapshot.launcher()),
            state.settings,
            snapshot.startedAtWall(),
            snapshot.startedAt());
    for (int i = 0; i < snapshot.leases().length; i++) {
      binding.leases.add(
          new Lease(snapshot.leases()[i], snapshot.blocks()[i], snapshot.attempts()[i]));
    }
    binding.firstDeadline = snapshot.firstDeadline();
    binding.awaySince = snapshot.awaySince();
    binding.toldAt = snapshot.toldAt();
    binding.blocksDone = snapshot.blocksDone();
    binding.firstLeaseAt = snapshot.firstLeaseAt();
    if (snapshot.end() != null && snapshot.endWhy() != null) {
      binding.ending =
          new Binding.Ending(snapshot.end(), snapshot.endWhy(), snapshot.endingSince());
      task.ending++;
    }
    task.bindings.put(binding.id(), binding);
    state.bindings.put(binding.id(), binding);
    task.run().ledger.takeOver(task.spec().requires());
    state.ledger.takeOver(task.spec().requires());
    occupy(binding, worker);
    state.timers.watch(binding);
  }

  private void occupy(Binding binding, @Nullable Worker worker) {
    if (binding.launcher() != null) {
      binding.launcher().outstanding++;
    }
    if (worker == null) {
      binding.task().starting++;
      return;
    }
    worker.binding = binding;
    worker.host().bound++;
    state.placement.bound(worker, +1);
    if (binding.ending != null && binding.ending.kind() == EndKind.RETIRED) {
      state.placement.returning(worker, binding.ending.since());
    }
  }

  private @Nullable Launcher launcher(@Nullable String name) {
    for (Launcher launcher : state.placement.launchers()) {
      if (launcher.name().equals(name)) {
        return launcher;
      }
    }
    return null;
  }

  private Worker known(WorkerId id, RunId run) {
    Worker worker = state.workers.get(id);
    if (worker == null) {
      throw new IllegalStateException(
          "a snapshot of " + run + " names worker " + id + ", which does not exist");
    }
    return worker;
  }
}
