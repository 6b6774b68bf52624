package dev.yardmaster.scheduler.simulation.oracle;

import static dev.yardmaster.scheduler.simulation.oracle.Violation.unless;

import dev.yardmaster.scheduler.command.Command;
import dev.yardmaster.scheduler.event.Event;

/** Judges each event by the books as they are when it happens, and writes it into them. */
final class EventRules {

  private final Books books;
  private final RunRules runs;
  private final BindingRules bindings;
  private final EndRules ends;
  private final BlockRules blocks;
  private final WorkerRules workers;

  private final SharingRules sharing;

  EventRules(Books books, SharingRules sharing) {
    this.books = books;
    this.runs = new RunRules(books);
    this.bindings = new BindingRules(books);
    this.sharing = sharing;
    this.blocks = new BlockRules(books, sharing);
    this.ends = new EndRules(books, blocks);
    this.workers = new WorkerRules(books);
  }

  void happened(Step step, Event event) {
    switch (event) {
      case Event.ServiceBudgetSet it -> {
        unless(step.command.equals(new Command.SetServiceBudget(it.budget())), "nobody set %s", it);
        books.serviceBudget = it.budget();
      }
      case Event.RunSubmitted it -> runs.submitted(step, it);
      case Event.RunEnded it -> runs.ended(step, it);
      case Event.RunForgotten it -> runs.forgotten(step, it);
      case Event.TaskDone it -> runs.taskDone(it);
      case Event.TaskAbandoned it -> runs.taskAbandoned(step, it);
      case Event.LateDropped it -> runs.late(step, it);
      case Event.WorkerRegistered it -> workers.registered(step, it);
      case Event.WorkerRemoved it -> workers.removed(step, it);
      case Event.WorkerSeen it ->
          unless(step.isCallOf(books.worker(it.worker())), "%s did not call", it.worker());
      case Event.WorkerAsked it -> workers.asked(step, it);
      case Event.AskEnded it -> workers.askEnded(step, it);
      case Event.BindingStarted it -> bindings.started(step, it);
      case Event.BindingLaunched it -> bindings.launched(step, it);
      case Event.BindingEnding it -> ends.ending(step, it);
      case Event.RoomPromised it ->
          unless(
              books.task(it.task()).wantsWorker(), "%s wants nobody, but room is made", it.task());
      case Event.BindingEndTold it -> ends.told(step, it);
      case Event.BindingEnded it -> ends.ended(step, it);
      case Event.BlocksLeased it -> blocks.leased(step, it);
      case Event.BlocksReleased it -> blocks.released(step, it);
      case Event.LauncherOffered it -> books.launchers.put(it.name(), it);
      case Event.LauncherWithdrawn it -> books.launchers.remove(it.name());
      case Event.HandingOutStopped it -> {
        unless(step.command instanceof Command.StopHandingOut, "nobody stops");
        books.handsOut = false;
      }
      case Event.Resumed it -> {
        workers.resumed(step);
        sharing.startAnew(step.now);
      }
    }
    sharing.keepTime(step.now);
  }
}
