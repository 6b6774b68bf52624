package dev.yardmaster.journal;

import dev.yardmaster.scheduler.BindingId;
import dev.yardmaster.scheduler.WorkerId;
import dev.yardmaster.scheduler.event.Event;
import java.util.HashMap;
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
        String label = "The process that launcher " + launched.launcher() + " was to start";
        roles.put(launched.binding(), new Role(null, label, null));
      }
      case Event.BindingEnding ending -> {
        Role role = role(ending.binding());
        roles.put(ending.binding(), new Role(role.worker(), role.label(), ending.end()));
      }
      case Event.BindingEnded ended -> roles.remove(ended.binding());
      case Event.ServiceBudgetSet set -> {}
      case Event.RunSubmitted submitted -> {}
      case Event.RunEnded ended -> {}
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
