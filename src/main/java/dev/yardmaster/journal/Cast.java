package dev.yardmaster.journal;

import dev.yardmaster.scheduler.BindingId;
import dev.yardmaster.scheduler.WorkerId;
import dev.yardmaster.scheduler.event.Event;
import dev.yardmaster.scheduler.snapshot.RunSnapshot;
import dev.yardmaster.scheduler.snapshot.RunSnapshot.BindingSnapshot;
import dev.yardmaster.scheduler.snapshot.ServiceSnapshot;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Who is who: events name workers and bindings by their numbers, people by their names. Holds what
 * is alive, and follows every event in order.
 */
final class Cast {

  /**
   * A binding's worker.
   *
   * @param worker null for a launched process that has not registered
   * @param label how a sentence calls it
   * @param ending how it is ending, where that has been told already
   */
  record Role(@Nullable WorkerId worker, String label, Event.@Nullable EndKind ending) {

    /** The worker's id as it is shown, or null. */
    @Nullable String id() {
      return worker == null ? null : worker.toString();
    }
  }

  private final Map<WorkerId, String> workers = new HashMap<>();
  private final Map<BindingId, Role> roles = new HashMap<>();

  void clear() {
    workers.clear();
    roles.clear();
  }

  /** Everybody whom a snapshot names. */
  void restore(ServiceSnapshot service, List<RunSnapshot> runs) {
    for (var worker : service.workers()) {
      workers.put(worker.registration().worker(), worker.registration().name());
    }
    runs.stream()
        .flatMap(run -> run.tasks().stream())
        .flatMap(task -> task.bindings().stream())
        .forEach(binding -> roles.put(binding.id(), role(binding)));
  }

  private Role role(BindingSnapshot binding) {
    WorkerId worker = binding.worker();
    String label = worker == null ? launched(binding.launcher()) : label(worker);
    return new Role(worker, label, binding.end());
  }

  private static String launched(@Nullable String launcher) {
    return "The process that launcher " + launcher + " was to start";
  }

  /** As a sentence calls a worker: its name and its id. */
  String label(WorkerId worker) {
    String name = workers.get(worker);
    return name == null ? "Worker " + worker : "Worker " + name + " (" + worker + ")";
  }

  /** Whose a binding is. */
  Role role(BindingId binding) {
    return roles.getOrDefault(binding, new Role(null, "The worker of " + binding, null));
  }

  /** Follows an event, after it has been written about. */
  void follow(Event.Durable event) {
    switch (event) {
      case Event.WorkerRegistered registered -> {
        workers.put(registered.worker(), registered.name());
        if (registered.launchedFor() != null) {
          bind(registered.launchedFor(), registered.worker());
        }
      }
      case Event.WorkerRemoved removed -> workers.remove(removed.worker());
      case Event.BindingStarted started -> bind(started.binding(), started.worker());
      case Event.BindingLaunched launched -> {
        roles.put(launched.binding(), new Role(null, launched(launched.launcher()), null));
      }
      case Event.BindingEnding ending -> {
        Role role = role(ending.binding());
        roles.put(ending.binding(), new Role(role.worker(), role.label(), ending.end()));
      }
      case Event.BindingEnded ended -> roles.remove(ended.binding());
      case Event.ServiceBudgetSet set -> {}
      case Event.RunSubmitted submitted -> {}
      case Event.RunEnded ended -> {}
      case Event.RunForgotten forgotten -> {}
      case Event.TaskDone done -> {}
      case Event.TaskAbandoned abandoned -> {}
      case Event.RoomPromised promised -> {}
      case Event.BindingEndTold told -> {}
      case Event.BlocksLeased leased -> {}
      case Event.BlocksReleased released -> {}
      case Event.LateDropped dropped -> {}
      case Event.LauncherOffered offered -> {}
      case Event.LauncherWithdrawn withdrawn -> {}
    }
  }

  private void bind(BindingId binding, WorkerId worker) {
    roles.put(binding, new Role(worker, label(worker), null));
  }
}
