package dev.yardmaster.scheduler.simulation;

import dev.yardmaster.scheduler.Decision;
import dev.yardmaster.scheduler.Moment;
import dev.yardmaster.scheduler.RunId;
import dev.yardmaster.scheduler.Scheduler;
import dev.yardmaster.scheduler.TaskId;
import dev.yardmaster.scheduler.command.Command;
import dev.yardmaster.scheduler.placement.Waiting;
import dev.yardmaster.scheduler.simulation.oracle.Violation;
import dev.yardmaster.scheduler.view.RunSummary;
import dev.yardmaster.scheduler.view.RunView;
import dev.yardmaster.scheduler.view.RunView.TaskView;
import dev.yardmaster.scheduler.view.WorkerView;
import java.util.List;
import java.util.Objects;

/**
 * Compares a scheduler that was rebuilt from its durable events with the one that it replaces: at
 * once by what they show, and then by what they decide, as both hear the same for a while. What a
 * rebuild got wrong shows there, though nobody can see it at first.
 */
final class Reborn {

  /** Long enough for the deadlines that were running at the restart to come up. */
  private static final int STEPS_TOGETHER = 150;

  private final Scheduler before;
  private int stepsLeft = STEPS_TOGETHER;

  Reborn(Scheduler before, Scheduler after, Moment now) {
    this.before = before;
    List<RunSummary> runs = before.runs(null, null, null, Integer.MAX_VALUE);
    same(runs, after.runs(null, null, null, Integer.MAX_VALUE));
    for (RunSummary run : runs) {
      sameRun(run.id(), after);
    }
    same(
        before.workers(now).stream().map(Reborn::durable).toList(),
        after.workers(now).stream().map(Reborn::durable).toList());
    same(before.resources(), after.resources());
    if (runs.stream().anyMatch(run -> somebodyWaits(run.id()))) {
      stepsLeft = 0;
    }
  }

  /**
   * How long a task has waited is not stored: after a restart all wait anew, and may be served in
   * another order.
   */
  private boolean somebodyWaits(RunId run) {
    return before.run(run).orElseThrow().tasks().stream()
        .flatMap(task -> task.waiting().stream())
        .anyMatch(reason -> !(reason instanceof Waiting.Upstream));
  }

  private void sameRun(RunId id, Scheduler after) {
    RunView run = before.run(id).orElseThrow();
    same(durable(run), durable(after.run(id).orElseThrow()));
    for (TaskView task : run.tasks()) {
      TaskId taskId = new TaskId(id, task.id());
      same(
          before.blocks(taskId, null, 0, Integer.MAX_VALUE),
          after.blocks(taskId, null, 0, Integer.MAX_VALUE));
    }
  }

  /** Whether the old one is worth asking any longer. */
  boolean goesOn() {
    return stepsLeft > 0;
  }

  /** What was decided has to be what would have been decided. */
  void step(Command command, Moment now, Decision decision) {
    if (!goesOn()) {
      return;
    }
    stepsLeft--;
    Decision other = before.execute(command, now);
    if (!Events.same(other.events(), decision.events())) {
      throw new Violation(
          "after a restart the decision is%n  %s%nwithout it would have been%n  %s"
              .formatted(decision.events(), other.events()));
    }
    same(other.outcome(), decision.outcome());
    same(other.deliveries(), decision.deliveries());
  }

  private static void same(Object before, Object after) {
    if (!Objects.equals(before, after)) {
      throw new Violation("a restart changed%n  %s%nto%n  %s".formatted(before, after));
    }
  }

  /** Without what is forgotten when the service stops: who asks, and what follows from that. */
  private static RunView durable(RunView run) {
    return new RunView(
        run.id(),
        run.pipeline(),
        run.state(),
        run.why(),
        run.submittedAt(),
        run.endedAt(),
        run.lateEventsDropped(),
        run.budget(),
        run.used(),
        run.tasks().stream().map(Reborn::durable).toList());
  }

  private static TaskView durable(TaskView task) {
    return new TaskView(
        task.id(),
        task.state(),
        task.reason(),
        task.counters(),
        task.alive(),
        0,
        List.of(),
        task.startedAt(),
        task.endedAt());
  }

  private static WorkerView durable(WorkerView worker) {
    return new WorkerView(
        worker.id(),
        worker.name(),
        worker.host(),
        worker.kind(),
        worker.tags(),
        worker.onlyRun(),
        worker.onlyTask(),
        false,
        worker.binding(),
        worker.task(),
        worker.boundSince(),
        worker.ending(),
        worker.leases(),
        worker.registeredAt(),
        0);
  }
}
