package dev.yardmaster.scheduler.simulation.oracle;

import static dev.yardmaster.scheduler.simulation.oracle.Violation.unless;

import dev.yardmaster.pipeline.Resources;
import dev.yardmaster.scheduler.Decision;
import dev.yardmaster.scheduler.Moment;
import dev.yardmaster.scheduler.RunId;
import dev.yardmaster.scheduler.Scheduler;
import dev.yardmaster.scheduler.view.BlockView;
import dev.yardmaster.scheduler.view.ResourcesView;
import dev.yardmaster.scheduler.view.RunView;
import dev.yardmaster.scheduler.view.RunView.TaskView;
import dev.yardmaster.scheduler.view.TaskBooks;
import dev.yardmaster.scheduler.view.WorkerView;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Compares what the scheduler shows with the books. */
final class Look {

  private final Books books;

  Look(Books books) {
    this.books = books;
  }

  void atWhatChanged(Scheduler scheduler, Decision decision) {
    for (RunId run : RunsOf.events(decision.events(), books)) {
      books.run(run).tasks.forEach(task -> atBooks(task, scheduler));
    }
  }

  void atEverything(Scheduler scheduler, Moment now) {
    books.runs.values().forEach(run -> atRun(run, scheduler));
    atWorkers(scheduler.workers(now));
    ResourcesView resources = scheduler.resources();
    unless(resources.used().equals(used(null)), "I4: %s used, not %s", resources, used(null));
  }

  private static void atBooks(TaskModel task, Scheduler scheduler) {
    TaskBooks view = scheduler.books(task.id).orElseThrow();
    unless(
        view.state() == task.state && view.reason() == task.reason,
        "%s is %s, not %s",
        task,
        task.state,
        view);
    unless(
        view.counters().equals(task.counters()),
        "%s: the books say%n  %s, shown are%n  %s",
        task,
        task.counters(),
        view.counters());
  }

  private void atRun(RunModel run, Scheduler scheduler) {
    RunView view = scheduler.run(run.id).orElseThrow();
    unless(view.state() == run.state, "%s is shown as %s", run.id, view.state());
    unless(
        view.lateEventsDropped() == run.late,
        "%s late results of %s, not %s",
        run.late,
        run.id,
        view.lateEventsDropped());
    unless(view.used().equals(used(run)), "I4: %s used, not %s", used(run), view.used());
    for (int i = 0; i < run.tasks.size(); i++) {
      atBooks(run.tasks.get(i), scheduler);
      atTask(run.tasks.get(i), view.tasks().get(i));
    }
  }

  private void atTask(TaskModel task, TaskView view) {
    unless(view.id().equals(task.spec.id()), "%s is shown as %s", task, view.id());
    unless(
        view.state() == task.state
            && view.reason() == task.reason
            && view.counters().equals(task.counters()),
        "%s is shown as %s",
        task,
        view);
    unless(view.alive() == task.bindings.size(), "%s: %s alive", task, task.bindings.size());
    unless(view.idle() == task.idle(), "%s: %s are idle, not %s", task, task.idle(), view.idle());
    unless(
        !task.wantsWorker() || !view.waiting().isEmpty() || !books.handsOut,
        "%s waits for a worker, and nothing says why",
        task);
  }

  private Resources used(@Nullable RunModel run) {
    Map<String, Long> used = new HashMap<>();
    for (BindingModel binding : books.bindings.values()) {
      if (run == null || binding.task.run == run) {
        binding
            .task
            .spec
            .requires()
            .amounts()
            .forEach((key, amount) -> used.merge(key, amount, Long::sum));
      }
    }
    return Resources.of(used);
  }

  private void atWorkers(List<WorkerView> views) {
    unless(
        views.stream().map(WorkerView::id).toList().equals(List.copyOf(books.workers.keySet())),
        "the workers are %s, not %s",
        books.workers.keySet(),
        views);
    for (WorkerView view : views) {
      WorkerModel worker = books.worker(view.id());
      BindingModel binding = worker.binding;
      boolean right =
          view.asking() == (worker.ask != null)
              && (binding == null
                  ? view.binding() == null && view.leases() == 0
                  : binding.id.equals(view.binding())
                      && binding.task.id.equals(view.task())
                      && (binding.ending != null) == (view.ending() != null)
                      && binding.leases.size() == view.leases());
      unless(right, "%s of %s is shown as %s", worker, binding, view);
    }
  }

  void atEveryBlock(Scheduler scheduler) {
    for (RunModel run : books.runs.values()) {
      for (TaskModel task : run.tasks) {
        List<BlockView> views = scheduler.blocks(task.id, null, 0, Integer.MAX_VALUE);
        unless(views.size() == task.blocks.length, "%s shows %s blocks", task, views.size());
        for (BlockView view : views) {
          int block = (int) view.block();
          unless(
              view.state() == task.blocks[block] && view.failures() == task.failures[block],
              "%s: block %s is %s, not %s",
              task,
              block,
              task.blocks[block],
              view);
        }
      }
    }
  }

  void atNothing(Scheduler scheduler, Moment now) {
    atEverything(scheduler, now);
    Set<?> left = books.bindings.keySet();
    unless(left.isEmpty(), "everybody is gone, but %s are not over", left);
    unless(books.workers.isEmpty(), "%s are not lost", books.workers.keySet());
    unless(scheduler.resources().used().isEmpty(), "I4: %s used", scheduler.resources().used());
  }
}
