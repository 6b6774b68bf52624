package dev.yardmaster.api;

import dev.yardmaster.engine.Journal;
import dev.yardmaster.engine.Views;
import dev.yardmaster.history.Curves;
import dev.yardmaster.history.Histories;
import dev.yardmaster.history.Timeline;
import dev.yardmaster.scheduler.RunId;
import dev.yardmaster.scheduler.TaskId;
import dev.yardmaster.scheduler.view.TilesView;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.Parameter;
import io.swagger.v3.oas.annotations.tags.Tag;
import java.util.List;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** What pictures of a run are drawn from; each is of bounded size, however large the run. */
@Tag(name = "Runs")
@RestController
@RequestMapping(ApiPaths.RUNS)
class RunPicturesController {

  private static final Curves NO_CURVES = new Curves(1_000, List.of(), List.of());
  private static final Timeline NO_TIMELINE = new Timeline(0, 0, 0, List.of(), 0);

  private final Views views;
  private final Histories histories;
  private final Journal journal;

  RunPicturesController(Views views, Histories histories, Journal journal) {
    this.views = views;
    this.histories = histories;
    this.journal = journal;
  }

  @Operation(
      summary = "Show a run's counters and budgets over time",
      description =
          "At most 600 points; they are further apart the longer the run. Also of runs that have"
              + " ended. Empty in the first second of a run.")
  @GetMapping("/{run}/history")
  HistoryReply history(@PathVariable String run) {
    RunId id = RunLookup.run(views, run).id();
    return HistoryReply.of(run, histories.curves(id).orElse(NO_CURVES));
  }

  @Operation(
      summary = "Show who worked when at a run",
      description =
          "A row a worker, a bar a block. Where there would be too many, neighbours become one bar;"
              + " gaps stay gaps. Also of runs that have ended.")
  @GetMapping("/{run}/timeline")
  TimelineReply timeline(
      @PathVariable String run,
      @Parameter(description = "At most so many rows, 1 to 200")
          @RequestParam(name = "limit", defaultValue = Bounds.MAX_TIMELINE)
          int limit) {
    int rows = Bounds.timeline(limit);
    RunId id = RunLookup.run(views, run).id();
    return TimelineReply.of(run, histories.timeline(id).orElse(NO_TIMELINE), rows);
  }

  @Operation(
      summary = "Show all blocks of a task in tiles",
      description =
          "Of each tile how many blocks are ready, processing, completed, failed, orphaned, pending"
              + " and skipped, in this order. The skipped are among the completed.")
  @GetMapping("/{run}/tasks/{task}/map")
  MapReply map(
      @PathVariable String run,
      @PathVariable String task,
      @Parameter(description = "At most so many tiles, 1 to 2000")
          @RequestParam(name = "tiles", defaultValue = "400")
          int tiles) {
    int most = Bounds.tiles(tiles);
    TaskId id = RunLookup.task(RunLookup.run(views, run), task);
    TilesView view = views.tiles(id, most).orElseThrow(() -> RunLookup.unknown(run));
    return MapReply.of(task, view);
  }

  @Operation(
      summary = "List failed attempts by error",
      description =
          "Those of the same task and error together, the most frequent first, at most 100.")
  @GetMapping("/{run}/failures")
  FailuresReply failures(@PathVariable String run) {
    return FailureGroups.of(RunLookup.run(views, run), journal);
  }
}
