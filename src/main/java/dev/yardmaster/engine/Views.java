package dev.yardmaster.engine;

import dev.yardmaster.scheduler.RunId;
import dev.yardmaster.scheduler.RunState;
import dev.yardmaster.scheduler.TaskId;
import dev.yardmaster.scheduler.view.BlockView;
import dev.yardmaster.scheduler.view.BlocksView;
import dev.yardmaster.scheduler.view.ResourcesView;
import dev.yardmaster.scheduler.view.RunSummary;
import dev.yardmaster.scheduler.view.RunView;
import dev.yardmaster.scheduler.view.SharesView;
import dev.yardmaster.scheduler.view.TilesView;
import dev.yardmaster.scheduler.view.WorkerView;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Pictures of the committed state, for replies and pages. Each call waits on the calling thread and
 * may fail with {@link ServiceBusyException} or {@link JournalUnavailableException}.
 */
public interface Views {

  Optional<RunView> run(RunId run);

  /**
   * Newest first.
   *
   * @param state only runs in this state, or null for all
   * @param pipeline only runs of this pipeline, or null for all
   * @param after only runs older than this one, or null to begin with the newest
   */
  List<RunSummary> runs(
      @Nullable RunState state, @Nullable String pipeline, @Nullable RunId after, int limit);

  /** In order of registration. */
  List<WorkerView> workers();

  ResourcesView resources();

  /** What becomes of the service's budget and of those of the given runs. */
  SharesView shares(Collection<RunId> runs);

  /**
   * All blocks of a task, in at most so many tiles; empty where there is no such task.
   *
   * @param tiles at least 1
   */
  Optional<TilesView> tiles(TaskId task, int tiles);

  /**
   * At most {@code limit} blocks from {@code from} on, in order; all states where it is null. A
   * page may have fewer and still not be the last.
   */
  BlocksView blocks(TaskId task, BlockView.@Nullable BlockState state, long from, int limit);
}
