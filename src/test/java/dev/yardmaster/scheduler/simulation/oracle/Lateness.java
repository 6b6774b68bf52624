package dev.yardmaster.scheduler.simulation.oracle;

import static dev.yardmaster.scheduler.simulation.oracle.Violation.unless;

import dev.yardmaster.scheduler.RunState;
import dev.yardmaster.scheduler.event.Event.EndKind;

/** Deadlines (semantics §3, §4, §6): nobody is late before, and nobody is forgotten after. */
final class Lateness {

  private final Books books;

  Lateness(Books books) {
    this.books = books;
  }

  /** Whether time alone may end the binding, or the rest of it. */
  boolean late(BindingModel binding, long now) {
    if (binding.worker == null) {
      return now >= binding.startDeadline;
    }
    boolean active = binding.ending == null;
    return silent(binding.worker, now)
        || (binding.firstDeadline != null && now >= binding.firstDeadline)
        || (away(binding) && now >= binding.awaySince + binding.task.spec.askWithin().toMillis())
        || (!active && stopsTooLate(binding, now));
  }

  private static boolean away(BindingModel binding) {
    return binding.leases.isEmpty()
        && binding.firstDeadline == null
        && binding.worker != null
        && binding.worker.ask == null;
  }

  private boolean silent(WorkerModel worker, long now) {
    return worker.ask == null && now >= worker.lastHeard + books.settings.lostAfter().toMillis();
  }

  private boolean stopsTooLate(BindingModel binding, long now) {
    long stop = books.settings.stopWithin().toMillis();
    long unaware = binding.endingSince + books.settings.lostAfter().toMillis() + stop;
    return (binding.toldAt != null && now >= binding.toldAt + stop)
        || (binding.ending == EndKind.DIRTY && now >= unaware);
  }

  /** After a tick nothing is overdue. */
  void nobodyForgotten(long now) {
    for (RunModel run : books.runs.values()) {
      unless(
          run.state != RunState.RUNNING || run.deadline == null || now < run.deadline,
          "%s should have timed out",
          run.id);
    }
    for (WorkerModel worker : books.workers.values()) {
      unless(!silent(worker, now), "%s should be lost", worker);
      unless(worker.ask == null || now < worker.ask.until(), "%s waits too long", worker);
    }
    for (BindingModel binding : books.bindings.values()) {
      unless(!overdue(binding, now), "%s should have ended by now", binding);
    }
  }

  private boolean overdue(BindingModel binding, long now) {
    if (binding.ending == null || binding.worker == null) {
      return late(binding, now);
    }
    if (binding.toldAt != null) {
      return now >= binding.toldAt + books.settings.stopWithin().toMillis();
    }
    return binding.firstDeadline != null && now >= binding.firstDeadline;
  }
}
