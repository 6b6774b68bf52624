package dev.yardmaster.scheduler.simulation.oracle;

import static dev.yardmaster.scheduler.simulation.oracle.Violation.unless;

import dev.yardmaster.scheduler.task.AbandonReason;

/** What must not be left after a step: tasks that are over and do not know it. */
final class TaskRules {

  private final Books books;

  TaskRules(Books books) {
    this.books = books;
  }

  void nothingLeftUndone(Step step) {
    unless(
        step.settles.isEmpty() || step.released, "I7: accepted, but not counted: %s", step.settles);
    for (RunModel run : books.runs.values()) {
      boolean running = false;
      for (TaskModel task : run.tasks) {
        running |= task.running();
        if (task.running()) {
          hasAFuture(task);
        } else {
          lettingGo(task);
        }
      }
      unless(running != run.state.terminal(), "%s is %s", run.id, run.state);
    }
  }

  private static void hasAFuture(TaskModel task) {
    unless(task.unsettled() > 0, "I2: %s is done, but running", task);
    unless(
        !task.bindings.isEmpty() || task.starts < task.startsAllowed(),
        "%s can start nobody any more, but is not given up",
        task);
    unless(
        !task.run.stopsOnAbandon() || !task.run.hasAbandonedUpstream(task),
        "%s waits for a task that was given up",
        task);
  }

  private static void lettingGo(TaskModel task) {
    unless(
        task.reason != AbandonReason.CANCELLED || task.run.state.terminal(),
        "%s is cancelled, but its run is not",
        task);
    for (BindingModel binding : task.bindings.values()) {
      unless(binding.ending != null, "I3: %s goes on after its task", binding);
    }
  }
}
