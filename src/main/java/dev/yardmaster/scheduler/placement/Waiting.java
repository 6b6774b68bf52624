package dev.yardmaster.scheduler.placement;

import dev.yardmaster.scheduler.TaskId;
import dev.yardmaster.scheduler.WorkerId;
import java.util.List;
import java.util.SortedSet;
import org.jspecify.annotations.Nullable;

/**
 * A reason why a task has no further worker, as data; a person never has to guess (semantics §5).
 */
public sealed interface Waiting {

  /** Stable and machine-readable. */
  String code();

  /** Whose budget. */
  enum Scope {
    RUN,
    SERVICE
  }

  record MaxWorkersReached(int maxWorkers) implements Waiting {
    @Override
    public String code() {
      return "max_workers_reached";
    }
  }

  record StartBudgetExhausted(long starts, long allowed) implements Waiting {
    @Override
    public String code() {
      return "start_budget_exhausted";
    }
  }

  /** Not enough is free right now. */
  record Budget(Scope scope, String key, long need, long free) implements Waiting {
    @Override
    public String code() {
      return "budget";
    }
  }

  /** More than the whole budget: it waits until the budget is raised. */
  record Infeasible(Scope scope, String key, long need, long budget) implements Waiting {
    @Override
    public String code() {
      return "infeasible";
    }
  }

  /** What is free is kept for a task that has waited longer. */
  record Reserved(String key, TaskId forTask) implements Waiting {
    @Override
    public String code() {
      return "reserved";
    }
  }

  /**
   * No registered worker may serve the task.
   *
   * @param nearest the worker of the right kind that lacks the fewest tags; null where there is
   *     none
   * @param missing the tags that it lacks
   */
  record NoWorkerWithTags(
      SortedSet<String> need, @Nullable WorkerId nearest, SortedSet<String> missing)
      implements Waiting {
    @Override
    public String code() {
      return "no_worker_with_tags";
    }
  }

  /** Every worker that may serve the task is bound elsewhere. */
  record WorkersBusy(int fitting) implements Waiting {
    @Override
    public String code() {
      return "workers_busy";
    }
  }

  /** Workers that may serve the task are unbound, but none of them asks. */
  record WorkersNotAsking(int fitting) implements Waiting {
    @Override
    public String code() {
      return "workers_not_asking";
    }
  }

  /** Its blocks wait for other tasks. */
  record Upstream(List<String> tasks) implements Waiting {
    public Upstream {
      tasks = List.copyOf(tasks);
    }

    @Override
    public String code() {
      return "upstream";
    }
  }
}
