package dev.yardmaster.cli.client;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What a run of a pipeline would do.
 *
 * @param blocks of all tasks together
 * @param resources the run's budget; null where only the service's holds
 * @param steps every task after all that it waits for
 */
public record PlanAnswer(
    String pipeline, long blocks, @Nullable Map<String, Long> resources, List<Step> steps) {

  public PlanAnswer {
    steps = List.copyOf(steps);
  }

  /**
   * One task.
   *
   * @param workerKind {@code command} or {@code client}
   * @param mode how a command meets its blocks; null where workers bring their own code
   * @param concurrentWorkers how many workers can be at it at once
   * @param limitedBy what keeps it from having more, in words
   */
  public record Step(
      String task,
      long blocks,
      List<After> after,
      String workerKind,
      @Nullable String mode,
      Map<String, Long> requires,
      List<String> tags,
      int maxWorkers,
      int concurrentWorkers,
      String limitedBy) {}

  /**
   * @param blocks {@code matching} or {@code all}
   */
  public record After(String task, String blocks) {}
}
