package dev.yardmaster.scheduler.simulation.oracle;

import static dev.yardmaster.scheduler.simulation.oracle.Violation.unless;

import dev.yardmaster.scheduler.command.Command;
import dev.yardmaster.scheduler.command.Command.Ask;
import dev.yardmaster.scheduler.event.Event;
import dev.yardmaster.scheduler.simulation.oracle.WorkerModel.AskModel;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** How workers come, ask and go. */
final class WorkerRules {

  private final Books books;

  WorkerRules(Books books) {
    this.books = books;
  }

  void registered(Step step, Event.WorkerRegistered event) {
    unless(step.command instanceof Command.RegisterWorker, "%s did not register", event.worker());
    WorkerModel worker = new WorkerModel(event, step.now);
    unless(
        books.workers.putIfAbsent(worker.id(), worker) == null, "%s exists already", worker.id());
    if (event.launchedFor() != null) {
      BindingModel binding = books.binding(event.launchedFor());
      binding.worker = worker;
      binding.awaySince = step.now;
      worker.binding = binding;
    }
  }

  void removed(Step step, Event.WorkerRemoved event) {
    WorkerModel worker = books.worker(event.worker());
    unless(worker.binding == null, "%s is gone, but %s is not over", worker, worker.binding);
    unless(worker.ask == null, "%s is gone without an answer to its ask", worker);
    boolean right =
        event.lost()
            ? step.isTick() && (silent(worker, step.now) || step.stoppedTooLate.contains(worker))
            : step.command instanceof Command.Leave && step.isCallOf(worker);
    unless(right, "%s is not gone: %s", worker, event.why());
    books.workers.remove(worker.id());
  }

  boolean silent(WorkerModel worker, long now) {
    return worker.ask == null && now - worker.lastHeard >= books.settings.lostAfter().toMillis();
  }

  void asked(Step step, Event.WorkerAsked event) {
    WorkerModel worker = books.worker(event.worker());
    Ask ask = askOf(step.command);
    unless(ask != null && step.isCallOf(worker), "%s did not ask", worker);
    unless(books.handsOut, "%s cannot ask while the service stops", worker);
    unless(worker.ask == null, "%s asks, but its last ask has no answer", worker);
    unless(
        ask.maxBlocks() == event.maxBlocks()
            && event.until() == step.now + ask.patience().toMillis(),
        "%s asked something else",
        worker);
    worker.retiredAt = null;
    if (worker.binding != null) {
      worker.binding.awaySince = step.now;
    }
    worker.ask = new AskModel(event.maxBlocks(), event.until());
  }

  private static @Nullable Ask askOf(Command command) {
    return switch (command) {
      case Command.Acquire it -> new Ask(it.maxBlocks(), it.patience());
      case Command.Release it -> it.ask();
      default -> null;
    };
  }

  void askEnded(Step step, Event.AskEnded event) {
    WorkerModel worker = books.worker(event.worker());
    unless(worker.ask != null, "%s does not ask", worker);
    BindingModel binding = worker.binding;
    step.answered(worker, binding == null ? List.of() : binding.leases);
    endAsk(worker, step.now);
  }

  static void endAsk(WorkerModel worker, long now) {
    worker.ask = null;
    worker.lastHeard = now;
    if (worker.binding != null) {
      worker.binding.awaySince = now;
    }
  }

  /** Nobody can be waiting for an answer of the service's former life. */
  void resumed(Step step) {
    unless(step.command instanceof Command.Resume, "nobody resumed");
    books.handsOut = true;
    books.workers.values().forEach(worker -> endAsk(worker, step.now));
    for (BindingModel binding : books.bindings.values()) {
      resumed(binding, step.now);
    }
  }

  /** Nobody is late for anything before he has had the time to be heard of again. */
  private void resumed(BindingModel binding, long now) {
    long grace = now + books.settings.lostAfter().toMillis();
    binding.startDeadline = Math.max(binding.startDeadline, grace);
    if (binding.firstDeadline != null) {
      binding.firstDeadline = Math.max(binding.firstDeadline, grace);
    }
    if (binding.toldAt != null) {
      binding.toldAt = now;
    }
    binding.endingSince = now;
    binding.awaySince = now;
  }
}
