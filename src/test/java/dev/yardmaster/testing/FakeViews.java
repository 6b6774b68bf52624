package dev.yardmaster.testing;

import dev.yardmaster.engine.Views;
import dev.yardmaster.pipeline.Resources;
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
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;

/** Shows what it was given. */
public final class FakeViews implements Views {

  private static final ResourcesView NO_BUDGET = new ResourcesView(null, Resources.NONE, List.of());

  private static final SharesView NO_SHARES = new SharesView(List.of(), Map.of(), 0, 0);

  private final Map<RunId, RunView> runs = new ConcurrentHashMap<>();
  private final List<RunSummary> summaries = new CopyOnWriteArrayList<>();
  private final List<WorkerView> workers = new CopyOnWriteArrayList<>();
  private final Map<TaskId, List<BlockView>> blocks = new ConcurrentHashMap<>();
  private final Map<TaskId, TilesView> tiles = new ConcurrentHashMap<>();
  private volatile SharesView shares = NO_SHARES;
  private volatile ResourcesView resources = NO_BUDGET;

  /** Adds a run, or puts it in the place of the one with its id. */
  public void show(RunView run) {
    runs.put(run.id(), run);
  }

  /** Adds a row to the list of runs, older than those before. */
  public void show(RunSummary run) {
    summaries.add(run);
  }

  public void show(WorkerView worker) {
    workers.add(worker);
  }

  public void show(ResourcesView view) {
    resources = view;
  }

  public void show(SharesView view) {
    shares = view;
  }

  public void show(TaskId task, TilesView view) {
    tiles.put(task, view);
  }

  public void show(TaskId task, BlockView... views) {
    blocks.put(task, List.of(views));
  }

  @Override
  public Optional<RunView> run(RunId run) {
    return Optional.ofNullable(runs.get(run));
  }

  @Override
  public List<RunSummary> runs(
      @Nullable RunState state, @Nullable String pipeline, @Nullable RunId after, int limit) {
    List<RunSummary> found = new ArrayList<>(summaries);
    if (after != null) {
      int index = found.stream().map(RunSummary::id).toList().indexOf(after);
      found = found.subList(index + 1, found.size());
    }
    return found.stream()
        .filter(run -> state == null || run.state() == state)
        .filter(run -> pipeline == null || run.pipeline().equals(pipeline))
        .limit(limit)
        .toList();
  }

  @Override
  public List<WorkerView> workers() {
    return List.copyOf(workers);
  }

  @Override
  public ResourcesView resources() {
    return resources;
  }

  @Override
  public SharesView shares(Collection<RunId> asked) {
    return shares;
  }

  @Override
  public Optional<TilesView> tiles(TaskId task, int most) {
    return Optional.ofNullable(tiles.get(task));
  }

  @Override
  public BlocksView blocks(
      TaskId task, BlockView.@Nullable BlockState state, long from, int limit) {
    List<BlockView> rest =
        blocks.getOrDefault(task, List.of()).stream()
            .filter(block -> block.block() >= from)
            .filter(block -> state == null || block.state() == state)
            .toList();
    boolean last = rest.size() <= limit;
    return new BlocksView(
        rest.stream().limit(limit).toList(), last ? null : rest.get(limit - 1).block() + 1);
  }

  void reset() {
    runs.clear();
    summaries.clear();
    workers.clear();
    blocks.clear();
    resources = NO_BUDGET;
    shares = NO_SHARES;
    tiles.clear();
  }
}
