package dev.yardmaster.live;

import dev.yardmaster.engine.Engine;
import dev.yardmaster.engine.Engine.Picture;
import dev.yardmaster.scheduler.RunId;
import dev.yardmaster.scheduler.view.RunSummary;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;

/** Looks through the engine. */
record EngineScenes(Engine engine) implements Scenes {

  @Override
  public CompletableFuture<Picture<Scene>> scene(Subscription wanted) {
    return engine.picture(
        (scheduler, now) -> {
          List<RunSummary> runs =
              wanted.all() ? scheduler.runs(null, null, null, LiveLimits.MAX_RUNS) : List.of();
          return new Scene(
              runs,
              wanted.runs().stream().map(scheduler::run).flatMap(Optional::stream).toList(),
              scheduler.shares(wanted.runs(), now));
        });
  }

  @Override
  public CompletableFuture<Picture<Pulse>> pulse(
      Set<RunId> totals, Set<RunId> explained, Set<RunId> shared) {
    return engine.picture(
        (scheduler, now) ->
            new Pulse(
                totals.stream().map(scheduler::totals).flatMap(Optional::stream).toList(),
                explained.stream().map(scheduler::run).flatMap(Optional::stream).toList(),
                scheduler.shares(shared, now)));
  }
}
