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

/** Takes each picture from the engine, between two batches. */
public record EngineViews(Engine engine) implements Views {

  @Override
  public Optional<RunView> run(RunId run) {
    return Answers.of(engine.read((scheduler, now) -> scheduler.run(run)));
  }

  @Override
  public List<RunSummary> runs(
      @Nullable RunState state, @Nullable String pipeline, @Nullable RunId after, int limit) {
    return Answers.of(
        engine.read((scheduler, now) -> scheduler.runs(state, pipeline, after, limit)));
  }

  @Override
  public List<WorkerView> workers() {
    return Answers.of(engine.read((scheduler, now) -> scheduler.workers(now)));
  }

  @Override
  public ResourcesView resources() {
    return Answers.of(engine.read((scheduler, now) -> scheduler.resources()));
  }

  @Override
  public SharesView shares(Collection<RunId> runs) {
    return Answers.of(engine.read((scheduler, now) -> scheduler.shares(runs, now)));
  }

  @Override
  public Optional<TilesView> tiles(TaskId task, int tiles) {
    return Answers.of(engine.read((scheduler, now) -> scheduler.tiles(task, tiles)));
  }

  @Override
  public BlocksView blocks(
      TaskId task, BlockView.@Nullable BlockState state, long from, int limit) {
    return Answers.of(engine.read((scheduler, now) -> scheduler.page(task, state, from, limit)));
  }
}
