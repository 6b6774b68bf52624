package dev.yardmaster.pipeline;

import dev.yardmaster.pipeline.TaskSpec.Dependency;
import dev.yardmaster.pipeline.TaskSpec.Mode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import org.jspecify.annotations.Nullable;

/**
 * What a run of a pipeline would do: shown by a dry run and by {@code validate}.
 *
 * @param pipeline its name
 * @param blocks of all tasks together
 * @param resources the run's budget; null where only the service's holds
 * @param steps every task after all that it waits for; otherwise in the order of the document
 */
public record Plan(String pipeline, long blocks, @Nullable Resources resources, List<Step> steps) {

  public Plan {
    steps = List.copyOf(steps);
  }

  /**
   * One task.
   *
   * @param concurrentWorkers how many workers can be at it at once if it has the budgets for
   *     itself, at least 1
   * @param limitedBy what keeps it from having more
   */
  public record Step(
      String task,
      long blocks,
      List<Dependency> after,
      WorkerKind workerKind,
      Mode mode,
      Resources requires,
      SortedSet<String> tags,
      int maxWorkers,
      int concurrentWorkers,
      Limit limitedBy) {}

  /** What bounds the workers of a task. */
  public sealed interface Limit {
    /** The task's own {@code max_workers}. */
    record MaxWorkers() implements Limit {}

    /** The run's budget of one resource. */
    record RunBudget(String key) implements Limit {}

    /** The service's budget of one resource. */
    record GlobalBudget(String key) implements Limit {}
  }

  /**
   * @param pipeline valid against the same budget
   * @param serviceBudget the service's budget; null where it has none
   */
  public static Plan of(Pipeline pipeline, @Nullable Resources serviceBudget) {
    List<Step> steps = new ArrayList<>();
    for (TaskSpec task : TopologicalOrder.of(pipeline.tasks())) {
      steps.add(step(task, pipeline.resources(), serviceBudget));
    }
    long blocks = pipeline.tasks().stream().mapToLong(TaskSpec::blocks).sum();
    return new Plan(pipeline.name(), blocks, pipeline.resources(), steps);
  }

  private static Step step(TaskSpec task, @Nullable Resources run, @Nullable Resources service) {
    long workers = task.maxWorkers();
    Limit limit = new Limit.MaxWorkers();
    for (Map.Entry<String, Long> need : task.requires().amounts().entrySet()) {
      long inRun = fitting(need, run);
      if (inRun < workers) {
        workers = inRun;
        limit = new Limit.RunBudget(need.getKey());
      }
      long inService = fitting(need, service);
      if (inService < workers) {
        workers = inService;
        limit = new Limit.GlobalBudget(need.getKey());
      }
    }
    return new Step(
        task.id(),
        task.blocks(),
        task.after(),
        task.workerKind(),
        task.mode(),
        task.requires(),
        task.tags(),
        task.maxWorkers(),
        Math.toIntExact(workers),
        limit);
  }

  /** How often a need fits a budget; a budget without the key bounds nothing. */
  private static long fitting(Map.Entry<String, Long> need, @Nullable Resources budget) {
    long amount = budget == null ? 0 : budget.amountOf(need.getKey());
    return amount == 0 ? Long.MAX_VALUE : amount / need.getValue();
  }
}
