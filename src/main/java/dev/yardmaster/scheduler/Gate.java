package dev.yardmaster.scheduler;

import dev.yardmaster.scheduler.event.Event;
import dev.yardmaster.scheduler.state.Host;
import dev.yardmaster.scheduler.state.Launcher;
import dev.yardmaster.scheduler.state.Pool;
import dev.yardmaster.scheduler.state.Task;
import dev.yardmaster.scheduler.state.Worker;
import java.util.Comparator;
import java.util.List;
import java.util.SortedSet;
import org.jspecify.annotations.Nullable;

/**
 * Who may start (semantics §5, §8).
 *
 * <p>Goal: tasks share workers and budgets evenly, and the same state always gives the same starts.
 * Constraints: the start budget, {@code max_workers}, both ledgers, tags and reservations. Method:
 * a pass gives at most one more worker to each task that may grow, fewest alive first; passes
 * repeat until none can. What is kept for tasks that have waited longer (see {@link Claims}) is not
 * given away. Cost: a pass looks only at tasks that want a worker and that somebody who asks may
 * serve; choosing looks at each host on which such a worker asks. Example: two equal tasks and four
 * asking workers end with two each.
 */
final class Gate {

  /** A worker to bind, and how good a choice it is. */
  private record Choice(Worker worker, int hostFailures, int ownFailures, int load, int spareTags) {

    /**
     * After a dirty end others first; then the least loaded host, the fewest tags to waste, the
     * oldest registration.
     */
    static final Comparator<Choice> BEST_FIRST =
        Comparator.comparingInt(Choice::hostFailures)
            .thenComparingInt(Choice::ownFailures)
            .thenComparingInt(Choice::load)
            .thenComparingInt(Choice::spareTags)
            .thenComparing(choice -> choice.worker().id());
  }

  private final Turn turn;

  Gate(Turn turn) {
    this.turn = turn;
  }

  void open() {
    boolean grown = turn.state.handsOut();
    while (grown) {
      grown = false;
      List<Task> candidates = turn.state.placement().candidates();
      Claims claims = candidates.isEmpty() ? null : new Claims(turn.state, turn.now);
      for (Task task : candidates) {
        grown |= grow(task, claims);
      }
    }
  }

  private boolean grow(Task task, Claims claims) {
    if (!task.wantsWorker() || !claims.fits(task)) {
      return false;
    }
    Worker worker = choose(task, claims);
    if (worker != null) {
      turn.emit(new Event.BindingStarted(turn.state.nextBinding(), task.id(), worker.id()));
    } else {
      Launcher launcher = launcherFor(task);
      if (launcher == null) {
        return false;
      }
      turn.emit(new Event.BindingLaunched(turn.state.nextBinding(), task.id(), launcher.name()));
    }
    turn.state.placement().refresh(task, turn.now.ticks());
    return true;
  }

  private @Nullable Worker choose(Task task, Claims claims) {
    Choice best = null;
    for (Pool pool : turn.state.placement().askingPools()) {
      if (pool.offer().mayServe(task.need(), task.id())) {
        for (SortedSet<Worker> onHost : pool.askingByHost().values()) {
          best = better(best, bestOf(onHost, task, pool, claims));
        }
      }
    }
    return best == null ? null : best.worker();
  }

  /** Of one host and one pool: the oldest, unless it has failed the task or is kept. */
  private static @Nullable Choice bestOf(
      SortedSet<Worker> onHost, Task task, Pool pool, Claims claims) {
    Choice best = null;
    for (Worker worker : onHost) {
      if (!claims.keptFrom(task, worker)) {
        best = better(best, choice(worker, task, pool));
        if (best.ownFailures() == 0) {
          return best;
        }
      }
    }
    return best;
  }

  private static Choice choice(Worker worker, Task task, Pool pool) {
    Host host = worker.host();
    return new Choice(
        worker,
        task.failuresOn(host),
        task.failuresBy(worker),
        host.bound(),
        pool.offer().tags().size() - task.need().tags().size());
  }

  private static @Nullable Choice better(@Nullable Choice one, @Nullable Choice other) {
    if (other == null) {
      return one;
    }
    return one == null || Choice.BEST_FIRST.compare(other, one) < 0 ? other : one;
  }

  private @Nullable Launcher launcherFor(Task task) {
    for (Launcher launcher : turn.state.placement().launchers()) {
      if (launcher.hasRoom() && launcher.offer().mayServe(task.need(), task.id())) {
        return launcher;
      }
    }
    return null;
  }
}
