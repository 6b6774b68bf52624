package dev.yardmaster.worker;

import dev.yardmaster.api.ApiPaths;
import dev.yardmaster.api.problem.ErrorCode;
import dev.yardmaster.api.problem.ProblemException;
import dev.yardmaster.engine.Views;
import dev.yardmaster.pipeline.Words;
import dev.yardmaster.scheduler.WorkerId;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.Parameter;
import io.swagger.v3.oas.annotations.tags.Tag;
import org.jspecify.annotations.Nullable;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** Shows who is there. */
@Tag(name = "Workers")
@RestController
class WorkerListController {

  /** Workers of a page: what the service is built for comes in ten. */
  private static final int MAX_PAGE = 1_000;

  private final Views views;

  WorkerListController(Views views) {
    this.views = views;
  }

  @Operation(summary = "List workers: host, tags, bound to what, since when")
  @GetMapping(ApiPaths.BASE + "/workers")
  WorkerPage workers(
      @Parameter(description = "Only workers after this one; what the last page said as next")
          @RequestParam(name = "after", required = false)
          @Nullable String after,
      @Parameter(description = "At most so many, 1 to 1000")
          @RequestParam(name = "limit", defaultValue = "" + MAX_PAGE)
          int limit) {
    if (limit < 1 || limit > MAX_PAGE) {
      throw wrong("limit must be between 1 and " + MAX_PAGE + ", but is " + limit);
    }
    long number =
        after == null
            ? 0
            : WorkerId.parse(after)
                .orElseThrow(() -> wrong("after is no worker's id: " + Words.quoted(after)))
                .number();
    return WorkerPage.of(views.workers(), number, limit);
  }

  private static ProblemException wrong(String detail) {
    return new ProblemException(ErrorCode.INVALID_PARAMETER, detail);
  }
}
