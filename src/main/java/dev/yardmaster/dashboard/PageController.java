package dev.yardmaster.dashboard;

import dev.yardmaster.api.RunLookup;
import dev.yardmaster.engine.Journal;
import dev.yardmaster.engine.Views;
import dev.yardmaster.pipeline.TaskSpec;
import dev.yardmaster.scheduler.RunId;
import dev.yardmaster.scheduler.TaskId;
import dev.yardmaster.scheduler.view.BlockView;
import dev.yardmaster.scheduler.view.BlockView.BlockState;
import dev.yardmaster.scheduler.view.RunSummary;
import dev.yardmaster.scheduler.view.RunView;
import dev.yardmaster.scheduler.view.RunView.TaskView;
import io.swagger.v3.oas.annotations.Hidden;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Controller;
import org.springframework.ui.Model;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestParam;

/** Shows runs, one run, and the fleet. */
@Hidden
@Controller
class PageController {

  /** Runs of a page: a few screens. */
  private static final int RUNS = 50;

  /** Events of a run's page; the API has them all. */
  private static final int EVENTS = 20;

  /** Failed blocks a task; when more fail, they mostly fail alike. */
  private static final int FAILED_BLOCKS = 5;

  private final Views views;
  private final Journal journal;
  private final InstantSource clock;

  PageController(Views views, Journal journal, InstantSource clock) {
    this.views = views;
    this.journal = journal;
    this.clock = clock;
  }

  @GetMapping("/")
  String runs(
      @RequestParam(name = "after", required = false) @Nullable String after,
      @RequestParam(name = "refresh", defaultValue = "on") String refresh,
      Model model) {
    RunId from = after == null ? null : new RunId(after);
    List<RunSummary> found = views.runs(null, null, from, RUNS + 1);
    List<RunRow> rows =
        found.stream().limit(RUNS).map(run -> RunRow.of(run, clock.millis())).toList();
    model.addAttribute("runs", rows);
    model.addAttribute("older", found.size() > RUNS ? rows.getLast().id() : null);
    model.addAttribute("first", after == null);
    model.addAttribute("fleet", Fleet.of(views.workers(), clock.millis()));
    model.addAttribute("refresh", after == null && refresh.equals("on"));
    return "runs";
  }

  @GetMapping("/ui/runs/{run}")
  String run(
      @PathVariable String run,
      @RequestParam(name = "refresh", defaultValue = "on") String refresh,
      Model model) {
    RunView view = RunLookup.run(views, run);
    List<EventRow> events =
        journal.latestAudit(view.id(), EVENTS).stream().map(EventRow::of).toList();
    RunDetails details = RunDetails.of(view, cards(view), events, clock.millis());
    model.addAttribute("run", details);
    model.addAttribute("refresh", details.running() && refresh.equals("on"));
    return "run";
  }

  @GetMapping("/ui/workers")
  String workers(@RequestParam(name = "refresh", defaultValue = "on") String refresh, Model model) {
    model.addAttribute("fleet", Fleet.of(views.workers(), clock.millis()));
    model.addAttribute("budget", Budget.of(views.resources()));
    model.addAttribute("refresh", refresh.equals("on"));
    return "workers";
  }

  private List<TaskCard> cards(RunView run) {
    Map<String, TaskSpec> specs = new HashMap<>();
    run.pipeline().tasks().forEach(spec -> specs.put(spec.id(), spec));
    List<TaskCard> cards = new ArrayList<>();
    for (TaskView task : run.tasks()) {
      TaskSpec spec = Objects.requireNonNull(specs.get(task.id()));
      cards.add(TaskCard.of(task, spec, failures(run.id(), task), clock.millis()));
    }
    return cards;
  }

  private List<FailedBlock> failures(RunId run, TaskView task) {
    if (task.counters().failed() == 0) {
      return List.of();
    }
    TaskId id = new TaskId(run, task.id());
    return views.blocks(id, BlockState.FAILED, 0, FAILED_BLOCKS).blocks().stream()
        .map(block -> failure(id, block))
        .toList();
  }

  private FailedBlock failure(TaskId task, BlockView block) {
    return FailedBlock.of(
        block.block(),
        block.failures(),
        journal.failedAttempts(task, block.block(), block.failures()).stream()
            .filter(attempt -> attempt.block() == block.block())
            .toList());
  }
}
