package dev.yardmaster.scheduler;

import dev.yardmaster.pipeline.Resources;
import dev.yardmaster.scheduler.budget.Ledger;
import dev.yardmaster.scheduler.placement.Waiting.Scope;
import dev.yardmaster.scheduler.state.Launcher;
import dev.yardmaster.scheduler.state.Pool;
import dev.yardmaster.scheduler.state.SchedulerState;
import dev.yardmaster.scheduler.state.Task;
import dev.yardmaster.scheduler.state.Worker;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import org.jspecify.annotations.Nullable;

/**
 * What is kept for whom (semantics §7, keeping).
 *
 * <p>Goal: a task that needs much, or a worker that is rare, gets its turn among many that need
 * little. Constraints: nothing is kept against a task that has waited longer, nor of a key or a
 * worker that the waiting task does not need, nor for a task that no worker in sight could serve.
 * Method: tasks that have waited long without any worker, and those for which room was made, claim
 * what they require, the longest waiting first; whoever is younger may take only what is left after
 * the claims of all older ones. Each claims one asking worker too, if possible one that nobody else
 * could use. Example: {@code cpu: 8}, a task needing 8 has waited: no {@code cpu: 1} block starts
 * anew until it has run, a task that needs only {@code gpu} is not held back.
 *
 * <p>Cost: at most {@value #MAX_CLAIMS} claims, each compared with the asking pools.
 */
final class Claims {

  /**
   * More claims than this at once change nothing that matters: what the oldest ones claim is all
   * there is, and the next ones move up as these start.
   */
  private static final int MAX_CLAIMS = 32;

  private final SchedulerState state;
  private final List<Task> claimants = new ArrayList<>();
  private final Map<Worker, Task> keptWorkers = new HashMap<>();

  Claims(SchedulerState state, Moment now) {
    this.state = state;
    for (Task task : state.placement().waiting()) {
      if (claimants.size() == MAX_CLAIMS) {
        break;
      }
      if (mayClaim(task, now) && hasWorkerInSight(state, task, now)) {
        claimants.add(task);
      }
    }
    claimants.forEach(this::keepWorker);
  }

  /** The index may be behind: what was leased just now may have been all that it waited for. */
  private boolean mayClaim(Task task, Moment now) {
    return task.wantsWorker() && (task.promised() || starves(state, task, now));
  }

  /** Whether it has waited long enough without any worker that others have to give one back. */
  static boolean starves(SchedulerState state, Task task, Moment now) {
    return task.alive() == 0 && now.ticks() >= starvingFrom(state, task);
  }

  static long starvingFrom(SchedulerState state, Task task) {
    return task.waitingSince() + state.settings().fairAfter().toMillis();
  }

  /** Longest waiting first. */
  List<Task> claimants() {
    return claimants;
  }

  private static boolean hasWorkerInSight(SchedulerState state, Task task, Moment now) {
    return hasWorkerAtHand(state, task) || now.ticks() < inSightUntil(state, task);
  }

  /** Whether a worker that could serve the task asks, works elsewhere, or could be launched. */
  static boolean hasWorkerAtHand(SchedulerState state, Task task) {
    for (Launcher launcher : state.placement().launchers()) {
      if (launcher.hasRoom() && launcher.offer().mayServe(task.need(), task.id())) {
        return true;
      }
    }
    for (Pool pool : state.placement().pools()) {
      if (pool.offer().mayServe(task.need(), task.id())
          && (pool.asking() > 0 || pool.bound() > 0)) {
        return true;
      }
    }
    return false;
  }

  /** When whoever asked last and could serve the task, but does nothing now, is out of sight. */
  static long inSightUntil(SchedulerState state, Task task) {
    long lastAsked = Long.MIN_VALUE;
    for (Pool pool : state.placement().pools()) {
      if (pool.offer().mayServe(task.need(), task.id())) {
        for (Worker worker : pool.members()) {
          lastAsked = Math.max(lastAsked, worker.lastAsked());
        }
      }
    }
    return lastAsked == Long.MIN_VALUE
        ? Long.MIN_VALUE
        : lastAsked + task.spec().askWithin().toMillis();
  }

  private void keepWorker(Task task) {
    Worker best = null;
    boolean bestIsNeeded = true;
    for (Pool pool : state.placement().askingPools()) {
      if (pool.offer().mayServe(task.need(), task.id())) {
        boolean needed = neededByOthers(pool, task);
        Worker free = bestFree(pool);
        if (free != null && (best == null || (bestIsNeeded && !needed))) {
          best = free;
          bestIsNeeded = needed;
        }
      }
    }
    if (best != null) {
      keptWorkers.put(best, task);
    }
  }

  private boolean neededByOthers(Pool pool, Task task) {
    for (Task other : state.placement().waiting()) {
      if (other != task && pool.offer().mayServe(other.need(), other.id())) {
        return true;
      }
    }
    return false;
  }

  private @Nullable Worker bestFree(Pool pool) {
    Comparator<Worker> order =
        Comparator.<Worker>comparingInt(worker -> worker.host().bound()).thenComparing(Worker::id);
    Worker best = null;
    for (SortedSet<Worker> onHost : pool.askingByHost().values()) {
      for (Worker worker : onHost) {
        if (!keptWorkers.containsKey(worker)) {
          best = best == null || order.compare(worker, best) < 0 ? worker : best;
          break;
        }
      }
    }
    return best;
  }

  /** Whether the worker is kept for anybody. */
  boolean isKept(Worker worker) {
    return keptWorkers.containsKey(worker);
  }

  /** Whether the worker is kept for a task that has waited longer than this one. */
  boolean keptFrom(Task task, Worker worker) {
    Task keeper = keptWorkers.get(worker);
    return keeper != null && isOlder(keeper, task);
  }

  /** For whom the first worker is kept, where every asking one that could serve is; else null. */
  @Nullable Task keeperOfAllWorkers(Task task) {
    Task keeper = null;
    for (Pool pool : state.placement().askingPools()) {
      if (pool.offer().mayServe(task.need(), task.id())) {
        for (SortedSet<Worker> onHost : pool.askingByHost().values()) {
          for (Worker worker : onHost) {
            if (!keptFrom(task, worker)) {
              return null;
            }
            keeper = keeper == null ? keptWorkers.get(worker) : keeper;
          }
        }
      }
    }
    return keeper;
  }

  /** Whether what the task requires is left of both budgets after the claims of older tasks. */
  boolean fits(Task task) {
    for (Map.Entry<String, Long> need : task.spec().requires().amounts().entrySet()) {
      for (Scope scope : Scope.values()) {
        if (need.getValue() > left(task, scope, need.getKey())) {
          return false;
        }
      }
    }
    return true;
  }

  /** What is free of a key for this task; unbounded where the level has no budget of it. */
  long left(Task task, Scope scope, String key) {
    Ledger ledger = ledger(task, scope);
    return ledger.bounds(key) ? ledger.free(key) - kept(task, scope, key) : Long.MAX_VALUE;
  }

  Ledger ledger(Task task, Scope scope) {
    return switch (scope) {
      case RUN -> task.run().ledger();
      case SERVICE -> state.ledger();
    };
  }

  private long kept(Task task, Scope scope, String key) {
    long kept = 0;
    for (Task claimant : claimants) {
      if (!isOlder(claimant, task)) {
        break;
      }
      if (scope == Scope.SERVICE || claimant.run() == task.run()) {
        kept += claimant.spec().requires().amountOf(key);
      }
    }
    return kept;
  }

  /** The oldest task for which that key is kept from this one; null where none is. */
  @Nullable Task keeperOf(Task task, Scope scope, String key) {
    for (Task claimant : claimants) {
      if (isOlder(claimant, task)
          && (scope == Scope.SERVICE || claimant.run() == task.run())
          && claimant.spec().requires().amountOf(key) > 0) {
        return claimant;
      }
    }
    return null;
  }

  private static boolean isOlder(Task claimant, Task task) {
    if (claimant == task) {
      return false;
    }
    if (claimant.waitingSince() != task.waitingSince()) {
      return claimant.waitingSince() < task.waitingSince();
    }
    if (claimant.run() != task.run()) {
      return claimant.run().order() < task.run().order();
    }
    return claimant.place() < task.place();
  }

  /** Whether the amounts fit the budgets when so much more of each key is given back. */
  boolean fitsWith(Task task, Freed freed) {
    for (Map.Entry<String, Long> need : task.spec().requires().amounts().entrySet()) {
      for (Scope scope : Scope.values()) {
        long left = left(task, scope, need.getKey());
        if (left != Long.MAX_VALUE && need.getValue() > left + freed.of(scope, need.getKey())) {
          return false;
        }
      }
    }
    return true;
  }

  /** Amounts that ending bindings will give back, as far as they count for one task. */
  static final class Freed {
    private final Task beneficiary;
    private final Map<String, Long> ofRun = new HashMap<>();
    private final Map<String, Long> ofService = new HashMap<>();

    Freed(Task beneficiary) {
      this.beneficiary = beneficiary;
    }

    void add(Task holder) {
      Resources requires = holder.spec().requires();
      requires.amounts().forEach((key, amount) -> ofService.merge(key, amount, Long::sum));
      if (holder.run() == beneficiary.run()) {
        requires.amounts().forEach((key, amount) -> ofRun.merge(key, amount, Long::sum));
      }
    }

    long of(Scope scope, String key) {
      return (scope == Scope.RUN ? ofRun : ofService).getOrDefault(key, 0L);
    }
  }
}
