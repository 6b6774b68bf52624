package dev.yardmaster.engine;

import dev.yardmaster.engine.Journal.RunRow;
import dev.yardmaster.engine.Journal.TaskRow;
import dev.yardmaster.pipeline.Pipeline;
import dev.yardmaster.scheduler.Decision;
import dev.yardmaster.scheduler.Moment;
import dev.yardmaster.scheduler.RunId;
import dev.yardmaster.scheduler.Scheduler;
import dev.yardmaster.scheduler.TaskId;
import dev.yardmaster.scheduler.command.Command;
import dev.yardmaster.scheduler.event.Event;
import dev.yardmaster.scheduler.snapshot.RunSnapshot;
import dev.yardmaster.scheduler.snapshot.ServiceSnapshot;
import dev.yardmaster.scheduler.view.RunView;
import dev.yardmaster.scheduler.view.TaskBooks;
import java.util.List;
import java.util.OptionalLong;

/** The scheduler as the engine sees it. */
record SchedulerMachine(Scheduler scheduler) implements StateMachine {

  @Override
  public Decision execute(Command command, Moment now) {
    return scheduler.execute(command, now);
  }

  @Override
  public void apply(Event.Durable event, Moment at) {
    scheduler.apply(event, at);
  }

  @Override
  public void restore(ServiceSnapshot service, List<RunSnapshot> runs, Moment at) {
    scheduler.restore(service, runs, at);
  }

  @Override
  public ServiceSnapshot snapshotService() {
    return scheduler.snapshotService();
  }

  @Override
  public RunSnapshot snapshotRun(RunId run) {
    return scheduler.snapshotRun(run).orElseThrow();
  }

  @Override
  public OptionalLong nextDeadline() {
    return scheduler.nextDeadline();
  }

  @Override
  public void checkInvariants() {
    scheduler.checkInvariants();
  }

  @Override
  public Pipeline pipeline(RunId run) {
    return view(run).pipeline();
  }

  @Override
  public TaskRow taskRow(TaskId task) {
    TaskBooks books = scheduler.books(task).orElseThrow();
    String reason = books.reason() == null ? null : books.reason().name();
    return new TaskRow(task, books.state().name(), reason, books.counters(), books.alive());
  }

  @Override
  public RunRow runRow(RunId run) {
    RunView view = view(run);
    return new RunRow(run, view.state(), view.lateEventsDropped());
  }

  private RunView view(RunId run) {
    return scheduler.run(run).orElseThrow();
  }
}
