package dev.yardmaster.scheduler.simulation.oracle;

import static dev.yardmaster.scheduler.simulation.oracle.Violation.unless;

import dev.yardmaster.scheduler.Scheduler;
import dev.yardmaster.scheduler.event.Event;
import dev.yardmaster.scheduler.event.Event.LauncherOffered;
import dev.yardmaster.scheduler.placement.Waiting;
import dev.yardmaster.scheduler.view.RunView;

/** Who may start (semantics §5, §8). */
final class BindingRules {

  private final Books books;

  BindingRules(Books books) {
    this.books = books;
  }

  void started(Step step, Event.BindingStarted event) {
    TaskModel task = books.task(event.task());
    WorkerModel worker = books.worker(event.worker());
    unless(worker.free(), "%s does not ask, or is not free for %s", worker, task);
    unless(worker.mayServe(task), "%s may not serve %s", worker, task);
    BindingModel binding = new BindingModel(event.binding(), task, worker, null, step.now);
    worker.binding = binding;
    begin(binding);
  }

  void launched(Step step, Event.BindingLaunched event) {
    TaskModel task = books.task(event.task());
    LauncherOffered launcher = books.launchers.get(event.launcher());
    unless(launcher != null, "no launcher %s", event.launcher());
    unless(books.hasRoom(launcher), "%s has no room", launcher.name());
    unless(Books.mayServe(launcher, task), "%s may not serve %s", launcher.name(), task);
    BindingModel binding = new BindingModel(event.binding(), task, null, launcher.name(), step.now);
    binding.startDeadline = step.now + books.settings.startTimeout().toMillis();
    begin(binding);
  }

  private void begin(BindingModel binding) {
    unless(books.handsOut, "%s begins while the service stops", binding);
    TaskModel task = binding.task;
    unless(task.running(), "I3: %s has ended", task);
    unless(task.bindings.size() < task.spec.maxWorkers(), "%s has all its workers", task);
    unless(task.starts < task.startsAllowed(), "I5: %s has used its starts up", task);
    unless(books.fits(task), "I4: %s does not fit what is left", task);
    // The new worker itself asks already, and covers a block.
    long covered = binding.worker == null ? 0 : 1;
    unless(
        books.bindings.putIfAbsent(binding.id, binding) == null, "%s exists already", binding.id);
    unless(task.uncovered() >= covered && task.uncovered() > 0, "%s needs nobody", task);
    task.starts++;
    task.bindings.put(binding.id, binding);
  }

  /** Whatever could start has started, unless what it needs is kept for somebody else. */
  void nothingOverlooked(Scheduler scheduler) {
    if (!books.handsOut) {
      return;
    }
    for (RunModel run : books.runs.values()) {
      for (TaskModel task : run.tasks) {
        boolean could = task.wantsWorker() && books.fits(task) && books.somebodyFor(task);
        unless(!could || isKeptFrom(task, scheduler), "%s could start another worker", task);
      }
    }
  }

  private static boolean isKeptFrom(TaskModel task, Scheduler scheduler) {
    RunView run = scheduler.run(task.run.id).orElseThrow();
    return run.tasks().get(task.run.tasks.indexOf(task)).waiting().stream()
        .anyMatch(Waiting.Reserved.class::isInstance);
  }
}
