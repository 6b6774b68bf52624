package dev.yardmaster.dashboard;

import dev.yardmaster.api.EventPage;
import dev.yardmaster.api.RunLookup;
import dev.yardmaster.api.RunPage;
import dev.yardmaster.api.RunReply;
import dev.yardmaster.engine.Journal;
import dev.yardmaster.engine.Journal.AuditEntry;
import dev.yardmaster.engine.Views;
import dev.yardmaster.history.Histories;
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

/** Shows runs, one run, the workers and the resources, and the page to submit from. */
@Hidden
@Controller
class PageController {

  /** Runs of a page: a few screens. */
  private static final int RUNS = 50;

  /** Events of a run's page; the API has them all. */
  private static final int EVENTS = 20;

  /** And of its script, which can filter them. */
  private static final int EVENTS_OF_THE_SCRIPT = 200;

  /** Failed blocks a task; when more fail, they mostly fail alike. */
  private static final int FAILED_BLOCKS = 5;

  private final Views views;
  private final Journal journal;
  private final InstantSource clock;
  private final Scripts scripts;
  private final Histories histories;

  PageController(
      Views views, Journal journal, InstantSource clock, Scripts scripts, Histories histories) {
    this.views = views;
    this.journal = journal;
    this.clock = clock;
    this.scripts = scripts;
    this.histories = histories;
  }

  @GetMapping("/")
  String runs(
      @RequestParam(name = "state", defaultValue = "") String state,
      @RequestParam(name = "pipeline", defaultValue = "") String pipeline,
      @RequestParam(name = "after", required = false) @Nullable String after,
      @RequestParam(name = "refresh", defaultValue = "on") String refresh,
      Model model) {
    RunId from = after == null ? null : new RunId(after);
    String only = pipeline.isBlank() ? null : pipeline.strip();
    List<RunSummary> found = views.runs(RunFilter.state(state), only, from, RUNS + 1);
    List<RunRow> rows =
        found.stream().limit(RUNS).map(run -> RunRow.of(run, clock.millis())).toList();
    model.addAttribute("runs", rows);
    model.addAttribute("older", found.size() > RUNS ? rows.getLast().id() : null);
    model.addAttribute("first", after == null);
    model.addAttribute("filter", new RunFilter(state, pipeline));
    model.addAttribute("fleet", Fleet.of(views.workers(), clock.millis()));
    model.addAttribute("firstState", FirstState.of(Map.of("runs", RunPage.of(found, RUNS))));
    return page("runs", model, after == null && refresh.equals("on"));
  }

  @GetMapping("/ui/runs/{run}")
  String run(
      @PathVariable String run,
      @RequestParam(name = "refresh", defaultValue = "on") String refresh,
      Model model) {
    RunView view = RunLookup.run(views, run);
    List<AuditEntry> audit = journal.latestAudit(view.id(), EVENTS_OF_THE_SCRIPT);
    List<EventRow> events = audit.stream().limit(EVENTS).map(EventRow::of).toList();
    RunDetails details = RunDetails.of(view, cards(view), events, clock.millis());
    model.addAttribute("run", details);
    model.addAttribute(
        "firstState",
        FirstState.of(
            Map.of(
                "run",
                RunReply.of(view, histories),
                "events",
                audit.stream().map(EventPage.Entry::of).toList())));
    return page("run", model, details.running() && refresh.equals("on"));
  }

  @GetMapping("/ui/workers")
  String workers(@RequestParam(name = "refresh", defaultValue = "on") String refresh, Model model) {
    model.addAttribute("fleet", Fleet.of(views.workers(), clock.millis()));
    return page("workers", model, refresh.equals("on"));
  }

  @GetMapping("/ui/resources")
  String resources(
      @RequestParam(name = "refresh", defaultValue = "on") String refresh, Model model) {
    model.addAttribute("budget", Budget.of(views.resources()));
    return page("resources", model, refresh.equals("on"));
  }

  @GetMapping("/ui/submit")
  String submit(Model model) {
    return page("submit", model, false);
  }

  private String page(String name, Model model, boolean refresh) {
    model.addAttribute("refresh", refresh);
    model.addAttribute("scripts", scripts.built());
    return name;
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
