package dev.yardmaster.scheduler.view;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Some blocks of a task, in order.
 *
 * @param next the first block that was not looked at; null where all were
 */
public record BlocksView(List<BlockView> blocks, @Nullable Long next) {
  public BlocksView {
    blocks = List.copyOf(blocks);
  }
}
