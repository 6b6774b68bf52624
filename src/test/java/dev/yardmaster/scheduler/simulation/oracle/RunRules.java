package dev.yardmaster.scheduler.simulation.oracle;

import static dev.yardmaster.scheduler.simulation.oracle.Violation.unless;

import dev.yardmaster.scheduler.RunState;
import dev.yardmaster.scheduler.command.Command;
import dev.yardmaster.scheduler.command.Outcome;
import dev.yardmaster.scheduler.event.Event;
import dev.yardmaster.scheduler.task.AbandonReason;
import dev.yardmaster.scheduler.view.RunView.TaskState;
import java.util.Objects;

/** How runs and tasks begin and end (semantics §3, §6, §9). */
final class RunRules {

  private final Books books;

  RunRules(Books books) {
    this.books = books;
  }

  void submitted(Step step, Event.RunSubmitted event) {
    unless(
        step.command instanceof Command.SubmitRun command
            && command.pipeline().equals(event.pipeline())
            && command.digest().equals(event.digest())
            && Objects.equals(command.idempotencyKey(), event.idempotencyKey()),
        "nobody submitted %s",
        event.run());
    RunModel run = new RunModel(event, step.now);
    unless(books.runsEver.add(run.id), "%s exists already, or has existed", run.id);
    books.runs.put(run.id, run);
    if (event.idempotencyKey() != null) {
      books.runsByKey.put(event.idempotencyKey(), run);
    }
  }

  void ended(Step step, Event.RunEnded event) {
    RunModel run = books.run(event.run());
    unless(run.state == RunState.RUNNING, "%s ended twice", run.id);
    for (TaskModel task : run.tasks) {
      unless(!task.running(), "%s ended, but %s is running", run.id, task);
    }
    boolean clean =
        run.tasks.stream()
            .allMatch(
                task ->
                    task.state == TaskState.DONE
                        && task.counters().failed() == 0
                        && task.counters().orphaned() == 0);
    boolean cancelled = run.tasks.stream().anyMatch(task -> task.reason == AbandonReason.CANCELLED);
    RunState expected = clean ? RunState.SUCCEEDED : RunState.FAILED;
    unless(
        event.state() == (cancelled ? RunState.CANCELLED : expected),
        "%s ended as %s",
        run.id,
        event.state());
    run.state = event.state();
    run.endedAt = step.now;
  }

  /** The one that ended first goes first; nothing of it is left. */
  void forgotten(Step step, Event.RunForgotten event) {
    RunModel run = books.run(event.run());
    unless(step.command instanceof Command.ForgetRuns, "nobody wanted %s to be gone", run.id);
    Command.ForgetRuns command = (Command.ForgetRuns) step.command;
    unless(mayBeForgotten(step, command, run), "%s should be kept", run.id);
    books.runsByKey.values().remove(run);
    books.runs.remove(run.id);
  }

  /** Nobody is kept who should not be. */
  void nobodyKeptTooLong(Step step) {
    if (step.command instanceof Command.ForgetRuns command
        && step.decision.outcome() instanceof Outcome.Forgotten said
        && !said.more()) {
      for (RunModel run : books.runs.values()) {
        long endedLater =
            books.runs.values().stream()
                .filter(each -> each.state.terminal() && each.endedAt > run.endedAt)
                .count();
        boolean old = step.now - run.endedAt >= command.keepFor().toMillis();
        unless(
            !run.state.terminal() || run.hasBindings() || (!old && endedLater < command.keepRuns()),
            "%s is still there",
            run.id);
      }
    }
  }

  private boolean mayBeForgotten(Step step, Command.ForgetRuns command, RunModel run) {
    long endedLater =
        books.runs.values().stream()
            .filter(each -> each.state.terminal())
            .filter(each -> each.endedAt > run.endedAt)
            .count();
    long endedTogether =
        books.runs.values().stream()
            .filter(each -> each.state.terminal() && each.endedAt == run.endedAt)
            .count();
    boolean old = step.now - run.endedAt >= command.keepFor().toMillis();
    boolean oneTooMany = endedLater + endedTogether > command.keepRuns();
    return run.state.terminal() && !run.hasBindings() && (old || oneTooMany);
  }

  private static boolean cancels(Step step, RunModel run) {
    boolean timedOut = step.isTick() && run.deadline != null && step.now >= run.deadline;
    boolean byPerson = step.command instanceof Command.CancelRun it && it.run().equals(run.id);
    return timedOut || byPerson;
  }

  void taskDone(Event.TaskDone event) {
    TaskModel task = books.task(event.task());
    unless(task.running(), "I3: %s had ended", task);
    unless(task.unsettled() == 0, "I2: %s is not done: %s", task, task.counters());
    unless(!task.run.hasAbandonedUpstream(task), "%s waited for a task that was given up", task);
    for (int block = 0; block < task.blocks.length; block++) {
      everyBlockHadItsTurn(task, block);
    }
    task.end(TaskState.DONE, null);
  }

  /** Invariant I7. What the inputs say of orphans is checked by counting them. */
  private static void everyBlockHadItsTurn(TaskModel task, int block) {
    switch (task.blocks[block]) {
      case COMPLETED ->
          unless(task.executions[block] >= 1, "I7: block %s of %s was not executed", block, task);
      case FAILED ->
          unless(
              task.failures[block] == task.spec.maxRetries() + 1,
              "I7: block %s of %s failed after %s attempts",
              block,
              task,
              task.failures[block]);
      case ORPHANED ->
          unless(!task.spec.after().isEmpty(), "I7: block %s of %s waits for nothing", block, task);
      case PENDING, READY, PROCESSING -> throw new Violation("I2: " + task + " is not done");
    }
  }

  void taskAbandoned(Step step, Event.TaskAbandoned event) {
    TaskModel task = books.task(event.task());
    unless(task.running(), "I3: %s had ended", task);
    unless(
        event.orphaned() == task.unsettled(), "%s blocks of %s are left", task.unsettled(), task);
    boolean right =
        switch (event.reason()) {
          case CANCELLED -> cancels(step, task.run);
          case RESTART_CAP_EXHAUSTED ->
              task.bindings.isEmpty()
                  && task.starts == task.startsAllowed()
                  && task.unsettled() > 0;
          case UPSTREAM_ABANDONED ->
              task.run.hasAbandonedUpstream(task)
                  && (task.run.stopsOnAbandon() || task.unsettled() == 0);
        };
    unless(right, "%s should not be given up as %s", task, event.reason());
    task.end(TaskState.ABANDONED, event.reason());
    task.bindings.values().forEach(BindingModel::voidLeases);
    if (!task.run.stopsOnAbandon() && event.reason() != AbandonReason.CANCELLED) {
      task.run.followInputs();
    }
  }

  void late(Step step, Event.LateDropped event) {
    unless(ReleaseRules.late(step) == event.count(), "late results are miscounted: %s", event);
    books.run(event.task().run()).late += event.count();
  }
}
