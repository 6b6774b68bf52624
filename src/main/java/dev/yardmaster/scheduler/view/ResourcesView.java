package dev.yardmaster.scheduler.view;

import dev.yardmaster.pipeline.Resources;
import dev.yardmaster.scheduler.TaskId;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The service's budget and who holds what of it.
 *
 * @param budget null where the service has none
 * @param holders tasks with alive bindings that require anything
 */
public record ResourcesView(@Nullable Resources budget, Resources used, List<Holder> holders) {

  /**
   * @param used by all alive bindings of the task together
   */
  public record Holder(TaskId task, int alive, Resources used) {}
}
