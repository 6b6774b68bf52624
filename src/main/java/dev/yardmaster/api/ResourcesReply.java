package dev.yardmaster.api;

import dev.yardmaster.scheduler.view.ResourceShare;
import dev.yardmaster.scheduler.view.ResourcesView;
import dev.yardmaster.scheduler.view.SharesView;
import io.swagger.v3.oas.annotations.media.Schema;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The service's budget and who holds what of it.
 *
 * @param budget absent where the service has none
 * @param shares the same by key: held by workers with blocks in hand, held by others, kept for who
 *     has waited long, free
 * @param free of each key of the budget; negative where the budget was lowered below its use
 */
@Schema(name = "Resources", description = "The service's budget and who holds what of it")
record ResourcesReply(
    @Nullable Map<String, Long> budget,
    Map<String, Long> used,
    @Nullable Map<String, Long> free,
    List<Holder> holders,
    List<ResourceShare> shares,
    int workersRegistered,
    int workersBound) {

  /**
   * @param alive workers of the task
   * @param used by them together
   */
  @Schema(name = "ResourceHolder")
  record Holder(String run, String task, int alive, Map<String, Long> used) {

    static Holder of(ResourcesView.Holder holder) {
      return new Holder(
          holder.task().run().value(),
          holder.task().task(),
          holder.alive(),
          holder.used().amounts());
    }
  }

  static ResourcesReply of(ResourcesView view, SharesView shares) {
    return new ResourcesReply(
        view.budget() == null ? null : view.budget().amounts(),
        view.used().amounts(),
        free(view),
        view.holders().stream().map(Holder::of).toList(),
        shares.service(),
        shares.workersRegistered(),
        shares.workersBound());
  }

  private static @Nullable Map<String, Long> free(ResourcesView view) {
    if (view.budget() == null) {
      return null;
    }
    Map<String, Long> free = new TreeMap<>();
    view.budget()
        .amounts()
        .forEach((key, amount) -> free.put(key, amount - view.used().amountOf(key)));
    return free;
  }
}
