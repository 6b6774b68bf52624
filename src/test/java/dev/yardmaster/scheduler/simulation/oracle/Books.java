package dev.yardmaster.scheduler.simulation.oracle;

import dev.yardmaster.pipeline.Resources;
import dev.yardmaster.scheduler.BindingId;
import dev.yardmaster.scheduler.RunId;
import dev.yardmaster.scheduler.SchedulerSettings;
import dev.yardmaster.scheduler.TaskId;
import dev.yardmaster.scheduler.WorkerId;
import dev.yardmaster.scheduler.event.Event.LauncherOffered;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Everything that the oracle has written down so far. */
final class Books {

  final SchedulerSettings settings;
  final Map<RunId, RunModel> runs = new LinkedHashMap<>();
  final Set<RunId> runsEver = new HashSet<>();
  final Map<String, RunModel> runsByKey = new HashMap<>();
  final Map<WorkerId, WorkerModel> workers = new TreeMap<>();
  final Map<BindingId, BindingModel> bindings = new TreeMap<>();
  final Map<String, LauncherOffered> launchers = new TreeMap<>();
  final Set<Long> leasesEver = new HashSet<>();
  @Nullable Resources serviceBudget;

  /** Not while the service is about to stop. */
  boolean handsOut = true;

  Books(SchedulerSettings settings) {
    this.settings = settings;
  }

  RunModel run(RunId id) {
    return known(runs.get(id), id);
  }

  TaskModel task(TaskId id) {
    return known(run(id.run()).byName.get(id.task()), id);
  }

  WorkerModel worker(WorkerId id) {
    return known(workers.get(id), id);
  }

  BindingModel binding(BindingId id) {
    return known(bindings.get(id), id);
  }

  /** What alive bindings of the run, or of all runs where it is null, take of the key. */
  long used(@Nullable RunModel run, String key) {
    long used = 0;
    for (BindingModel binding : bindings.values()) {
      if (run == null || binding.task.run == run) {
        used += binding.task.spec.requires().amountOf(key);
      }
    }
    return used;
  }

  /** Whether one more worker of the task fits both budgets, all keys at once. */
  boolean fits(TaskModel task) {
    return task.spec.requires().amounts().entrySet().stream()
        .allMatch(
            need ->
                fits(task.run.pipeline.resources(), task.run, need)
                    && fits(serviceBudget, null, need));
  }

  private boolean fits(
      @Nullable Resources budget, @Nullable RunModel run, Map.Entry<String, Long> need) {
    return budget == null
        || !budget.amounts().containsKey(need.getKey())
        || used(run, need.getKey()) + need.getValue() <= budget.amountOf(need.getKey());
  }

  /** Whether a worker that may serve the task asks, or could be launched for it. */
  boolean somebodyFor(TaskModel task) {
    return workers.values().stream().anyMatch(each -> each.free() && each.mayServe(task))
        || launchers.values().stream().anyMatch(each -> hasRoom(each) && mayServe(each, task));
  }

  boolean hasRoom(LauncherOffered launcher) {
    return bindings.values().stream().filter(each -> launcher.name().equals(each.launcher)).count()
        < launcher.capacity();
  }

  static boolean mayServe(LauncherOffered launcher, TaskModel task) {
    return launcher.kind() == task.spec.workerKind()
        && launcher.tags().containsAll(task.spec.tags());
  }

  /** Bound workers on the host of that one. */
  long load(WorkerModel worker) {
    return workers.values().stream()
        .filter(each -> each.binding != null)
        .filter(each -> each.registration.host().equals(worker.registration.host()))
        .count();
  }

  private static <T> T known(@Nullable T thing, Object id) {
    if (thing == null) {
      throw new Violation("an event or answer names " + id + ", which does not exist");
    }
    return thing;
  }
}
