package dev.yardmaster.scheduler;

import dev.yardmaster.scheduler.budget.Ledger;
import dev.yardmaster.scheduler.placement.Offer;
import dev.yardmaster.scheduler.placement.Waiting;
import dev.yardmaster.scheduler.placement.Waiting.Scope;
import dev.yardmaster.scheduler.state.Launcher;
import dev.yardmaster.scheduler.state.Pool;
import dev.yardmaster.scheduler.state.SchedulerState;
import dev.yardmaster.scheduler.state.Task;
import dev.yardmaster.scheduler.state.Worker;
import dev.yardmaster.scheduler.task.Running;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** Why a task has no further worker: each condition of the gate that fails (semantics §5). */
final class Explainer {

  /** A worker that nearly fits, and what it lacks. */
  private record Near(WorkerId worker, SortedSet<String> missing) {
    static final Comparator<Near> NEAREST_FIRST =
        Comparator.<Near>comparingInt(near -> near.missing().size()).thenComparing(Near::worker);
  }

  private final SchedulerState state;
  private final boolean namesNearest;

  Explainer(SchedulerState state) {
    this(state, true);
  }

  /**
   * @param namesNearest whether the worker is looked for that nearly fits, which takes long where
   *     many tasks wait
   */
  Explainer(SchedulerState state, boolean namesNearest) {
    this.state = state;
    this.namesNearest = namesNearest;
  }

  /** Empty where the task needs no further worker, or one is coming. */
  List<Waiting> explain(Task task, Claims claims) {
    if (!(task.life() instanceof Running running)) {
      return List.of();
    }
    if (running.ready() == 0) {
      return running.processing() == 0 ? List.of(upstream(task)) : List.of();
    }
    if (task.uncovered() == 0) {
      return List.of();
    }
    List<Waiting> reasons = new ArrayList<>();
    if (task.alive() >= task.spec().maxWorkers()) {
      reasons.add(new Waiting.MaxWorkersReached(task.spec().maxWorkers()));
    }
    if (running.startsLeft() == 0) {
      reasons.add(
          new Waiting.StartBudgetExhausted(
              running.counters().workerStarts(), task.spec().startBudget()));
    }
    for (Scope scope : Scope.values()) {
      explainBudget(task, scope, claims, reasons);
    }
    explainWorkers(task, claims, reasons);
    return reasons;
  }

  private static Waiting upstream(Task task) {
    return new Waiting.Upstream(
        task.run().frontier().incompleteUpstream(task.place()).stream()
            .map(place -> task.run().tasks().get(place).spec().id())
            .toList());
  }

  private static void explainBudget(Task task, Scope scope, Claims claims, List<Waiting> reasons) {
    Ledger ledger = claims.ledger(task, scope);
    for (Map.Entry<String, Long> need : task.spec().requires().amounts().entrySet()) {
      String key = need.getKey();
      if (!ledger.bounds(key)) {
        continue;
      }
      long budget = ledger.budget().amountOf(key);
      if (need.getValue() > budget) {
        reasons.add(new Waiting.Infeasible(scope, key, need.getValue(), budget));
      } else if (need.getValue() > ledger.free(key)) {
        reasons.add(new Waiting.Budget(scope, key, need.getValue(), Math.max(0, ledger.free(key))));
      } else if (need.getValue() > claims.left(task, scope, key)) {
        reasons.add(reserved(key, claims.keeperOf(task, scope, key)));
      }
    }
  }

  private static Waiting reserved(String key, @Nullable Task keeper) {
    if (keeper == null) {
      throw new IllegalStateException("something of " + key + " is kept for nobody");
    }
    return new Waiting.Reserved(key, keeper.id());
  }

  private void explainWorkers(Task task, Claims claims, List<Waiting> reasons) {
    int fitting = 0;
    int unbound = 0;
    int asking = 0;
    for (Pool pool : state.placement().pools()) {
      if (pool.offer().mayServe(task.need(), task.id())) {
        fitting += pool.members().size();
        unbound += pool.members().size() - pool.bound();
        asking += pool.asking();
      }
    }
    boolean launcher = false;
    for (Launcher each : state.placement().launchers()) {
      launcher |= each.offer().mayServe(task.need(), task.id()) && each.hasRoom();
    }
    if (asking > 0 || launcher) {
      Task keeper = launcher ? null : claims.keeperOfAllWorkers(task);
      if (keeper != null) {
        reasons.add(reserved(Waiting.Reserved.WORKER, keeper));
      }
      return;
    }
    if (fitting == 0) {
      reasons.add(namesNearest ? noneFits(task) : noneFits(task, null));
    } else if (unbound > 0) {
      reasons.add(new Waiting.WorkersNotAsking(unbound));
    } else {
      reasons.add(new Waiting.WorkersBusy(fitting));
    }
  }

  private Waiting noneFits(Task task) {
    Near nearest = null;
    for (Pool pool : state.placement().pools()) {
      Offer offer = pool.offer();
      if (offer.kind() == task.need().kind() && offer.reservedFor(task.id())) {
        SortedSet<String> missing = new TreeSet<>(task.need().tags());
        missing.removeAll(offer.tags());
        Worker oldest = pool.members().first();
        Near near = new Near(oldest.id(), missing);
        if (nearest == null || Near.NEAREST_FIRST.compare(near, nearest) < 0) {
          nearest = near;
        }
      }
    }
    return noneFits(task, nearest);
  }

  private static Waiting noneFits(Task task, @Nullable Near nearest) {
    return nearest == null
        ? new Waiting.NoWorkerWithTags(
            task.need().tags(), null, Collections.unmodifiableSortedSet(new TreeSet<>()))
        : new Waiting.NoWorkerWithTags(task.need().tags(), nearest.worker(), nearest.missing());
  }
}
