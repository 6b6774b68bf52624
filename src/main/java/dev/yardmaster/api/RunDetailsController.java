package dev.yardmaster.api;

import dev.yardmaster.engine.Journal;
import dev.yardmaster.engine.Journal.FailedAttempt;
import dev.yardmaster.engine.Views;
import dev.yardmaster.scheduler.TaskId;
import dev.yardmaster.scheduler.view.BlockView;
import dev.yardmaster.scheduler.view.BlockView.BlockState;
import dev.yardmaster.scheduler.view.BlocksView;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.Parameter;
import io.swagger.v3.oas.annotations.tags.Tag;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** Shows what happened in a run, and what became of single blocks. */
@Tag(name = "Runs")
@RestController
@RequestMapping(ApiPaths.RUNS)
class RunDetailsController {

  private final Views views;
  private final Journal journal;

  RunDetailsController(Views views, Journal journal) {
    this.views = views;
    this.journal = journal;
  }

  @Operation(summary = "Read the audit trail of a run, in order")
  @GetMapping("/{run}/events")
  EventPage events(
      @PathVariable String run,
      @Parameter(description = "Only events after this one; what the last page said as next")
          @RequestParam(name = "after", defaultValue = "0")
          long after,
      @Parameter(description = "At most so many, 1 to 500")
          @RequestParam(name = "limit", defaultValue = Bounds.USUAL_PAGE)
          int limit) {
    long from = Bounds.after(after);
    int rows = Bounds.limit(limit);
    return EventPage.of(journal.audit(RunLookup.run(views, run).id(), from, rows), from);
  }

  @Operation(
      summary = "List blocks of a task, in order",
      description = "For each failed attempt: which worker made it, and its error.")
  @GetMapping("/{run}/tasks/{task}/blocks")
  BlockPage blocks(
      @PathVariable String run,
      @PathVariable String task,
      @Parameter(description = "Only blocks in this state")
          @RequestParam(name = "state", required = false)
          @Nullable BlockState state,
      @Parameter(description = "At most so many, 1 to 500")
          @RequestParam(name = "limit", defaultValue = Bounds.USUAL_PAGE)
          int limit,
      @Parameter(description = "Only blocks after this one; what the last page said as next")
          @RequestParam(name = "after", defaultValue = "-1")
          long after) {
    int rows = Bounds.limit(limit);
    long from = Bounds.after(after) == Long.MAX_VALUE ? after : after + 1;
    TaskId id = RunLookup.task(RunLookup.run(views, run), task);
    BlocksView found = views.blocks(id, state, from, rows);
    Long next = found.next();
    return new BlockPage(
        found.blocks().stream().map(block -> withAttempts(id, block)).toList(),
        next == null ? null : next - 1);
  }

  private BlockPage.Block withAttempts(TaskId task, BlockView block) {
    List<FailedAttempt> attempts =
        block.failures() == 0
            ? List.of()
            : journal.failedAttempts(task, block.block(), block.failures()).stream()
                .filter(attempt -> attempt.block() == block.block())
                .toList();
    return BlockPage.Block.of(block, attempts);
  }
}
