package dev.yardmaster.api;

import dev.yardmaster.pipeline.Plan;
import dev.yardmaster.pipeline.TaskSpec.Dependency;
import dev.yardmaster.pipeline.TaskSpec.Mode;
import dev.yardmaster.pipeline.WorkerKind;
import io.swagger.v3.oas.annotations.media.Schema;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import org.jspecify.annotations.Nullable;

/**
 * What a run of a pipeline would do.
 *
 * @param blocks of all tasks together
 * @param resources the run's budget; absent where only the service's holds
 * @param steps every task after all that it waits for
 */
@Schema(name = "Plan", description = "What a run of the pipeline would do")
record PlanReply(
    String pipeline, long blocks, @Nullable Map<String, Long> resources, List<Step> steps) {

  /**
   * @param workerKind who can do it
   * @param mode how a command meets its blocks; absent where workers bring their own code
   * @param concurrentWorkers how many workers can be at it at once, with the budgets for itself
   * @param limitedBy what keeps it from having more
   */
  @Schema(name = "PlanStep")
  record Step(
      String task,
      long blocks,
      List<Dependency> after,
      WorkerKind workerKind,
      @Nullable Mode mode,
      Map<String, Long> requires,
      SortedSet<String> tags,
      int maxWorkers,
      int concurrentWorkers,
      String limitedBy) {

    static Step of(Plan.Step step) {
      return new Step(
          step.task(),
          step.blocks(),
          step.after(),
          step.workerKind(),
          step.workerKind() == WorkerKind.COMMAND ? step.mode() : null,
          step.requires().amounts(),
          step.tags(),
          step.maxWorkers(),
          step.concurrentWorkers(),
          inWords(step.limitedBy()));
    }

    private static String inWords(Plan.Limit limit) {
      return switch (limit) {
        case Plan.Limit.MaxWorkers _ -> "max_workers";
        case Plan.Limit.RunBudget budget -> "the run's budget of " + budget.key();
        case Plan.Limit.GlobalBudget budget -> "the service's budget of " + budget.key();
      };
    }
  }

  static PlanReply of(Plan plan) {
    return new PlanReply(
        plan.pipeline(),
        plan.blocks(),
        plan.resources() == null ? null : plan.resources().amounts(),
        plan.steps().stream().map(Step::of).toList());
  }
}
