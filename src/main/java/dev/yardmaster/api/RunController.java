package dev.yardmaster.api;

import dev.yardmaster.api.problem.ErrorCode;
import dev.yardmaster.api.problem.ProblemException;
import dev.yardmaster.engine.Answers;
import dev.yardmaster.engine.Engine;
import dev.yardmaster.engine.Views;
import dev.yardmaster.history.Histories;
import dev.yardmaster.scheduler.RunId;
import dev.yardmaster.scheduler.RunState;
import dev.yardmaster.scheduler.command.Command;
import dev.yardmaster.scheduler.command.Outcome;
import dev.yardmaster.scheduler.view.RunView;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.Parameter;
import io.swagger.v3.oas.annotations.responses.ApiResponse;
import io.swagger.v3.oas.annotations.tags.Tag;
import java.security.Principal;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** Shows runs, waits for them and cancels them. */
@Tag(name = "Runs")
@RestController
@RequestMapping(ApiPaths.RUNS)
class RunController {

  /** Shown to people as the reason of the cancellation. */
  private static final String ON_REQUEST = "cancelled on request";

  private final Engine engine;
  private final Views views;
  private final Histories histories;
  private final LongPolls polls;

  RunController(Engine engine, Views views, Histories histories, LongPolls polls) {
    this.histories = histories;
    this.polls = polls;
    this.engine = engine;
    this.views = views;
  }

  @Operation(summary = "List runs, newest first")
  @GetMapping
  RunPage list(
      @Parameter(description = "Only runs in this state")
          @RequestParam(name = "state", required = false)
          @Nullable RunState state,
      @Parameter(description = "Only runs of this pipeline")
          @RequestParam(name = "pipeline", required = false)
          @Nullable String pipeline,
      @Parameter(description = "At most so many, 1 to 500")
          @RequestParam(name = "limit", defaultValue = Bounds.USUAL_PAGE)
          int limit,
      @Parameter(description = "Only runs older than this one; what the last page said as next")
          @RequestParam(name = "after", required = false)
          @Nullable String after) {
    int rows = Bounds.limit(limit);
    RunId from = after == null ? null : RunLookup.cursor(views, after);
    return RunPage.of(views.runs(state, pipeline, from, rows + 1), rows);
  }

  @Operation(summary = "Show a run: state, tasks, counters, and why each task waits")
  @GetMapping("/{run}")
  RunReply get(@PathVariable String run) {
    return RunReply.of(RunLookup.run(views, run), histories);
  }

  @Operation(
      summary = "Wait for the end of a run",
      description =
          "Answers with the run as soon as it has ended, or as it is after the timeout: look at its"
              + " state. Waits longer than 60s end early; ask again.")
  @GetMapping("/{run}/wait")
  RunReply awaitEnd(
      @PathVariable String run,
      @Parameter(description = "Such as 30s or PT30S")
          @RequestParam(name = "timeout", defaultValue = "30s")
          Duration timeout) {
    Duration patience = Bounds.wait(timeout);
    RunView now = RunLookup.run(views, run);
    if (now.state().terminal()) {
      return RunReply.of(now, histories);
    }
    polls.happens(patience, engine.whenEnded(now.id()));
    return RunReply.of(RunLookup.run(views, run), histories);
  }

  @Operation(
      summary = "Cancel a run",
      description = "No further block is handed out, and its workers are let go.")
  @ApiResponse(responseCode = "202", description = "It is cancelled")
  @ApiResponse(responseCode = "200", description = "It had been cancelled before")
  @ApiResponse(responseCode = "409", description = "It had ended by itself")
  @PostMapping("/{run}/cancel")
  ResponseEntity<RunReply> cancel(@PathVariable String run, @Nullable Principal caller) {
    String why = caller == null ? ON_REQUEST : "cancelled by " + caller.getName();
    Command.CancelRun command = new Command.CancelRun(new RunId(run), why);
    int status =
        switch (Answers.of(engine.submit(command))) {
          case Outcome.Cancelled cancelled -> cancelled.already() ? 200 : 202;
          case Outcome.AlreadyEnded ended ->
              throw new ProblemException(
                  ErrorCode.ALREADY_ENDED, "run " + ended.run() + " ended by itself before");
          case Outcome.UnknownRun unknown -> throw RunLookup.unknown(unknown.run().value());
          case Outcome other -> throw Unexpected.outcome(command, other);
        };
    return ResponseEntity.status(status).body(RunReply.of(RunLookup.run(views, run), histories));
  }
}
