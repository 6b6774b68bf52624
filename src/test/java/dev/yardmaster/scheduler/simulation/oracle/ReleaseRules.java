package dev.yardmaster.scheduler.simulation.oracle;

import dev.yardmaster.scheduler.command.Command;
import dev.yardmaster.scheduler.command.Command.BlockResult;
import dev.yardmaster.scheduler.command.Outcome;
import dev.yardmaster.scheduler.command.Outcome.Acceptance;
import dev.yardmaster.scheduler.command.Outcome.LeaseOutcome;
import java.util.Objects;

/**
 * Which results count (semantics §4): those of current leases, once; a repeated message is accepted
 * again; everything else changes nothing and is told why.
 */
final class ReleaseRules {

  private final Step step;
  private final WorkerModel worker;
  private final Command.Release command;

  ReleaseRules(Step step, WorkerModel worker, Command.Release command) {
    this.step = step;
    this.worker = worker;
    this.command = command;
  }

  /**
   * @param asks the answer to an ask that comes along
   */
  boolean check(Outcome outcome, Outcome asks) {
    if (!(outcome instanceof Outcome.Released released)
        || released.results().size() != command.results().size()) {
      return false;
    }
    Outcome next = command.ask() == null ? null : asks;
    boolean right = Objects.equals(released.next(), next);
    for (int i = 0; i < command.results().size(); i++) {
      right &= check(command.results().get(i), released.results().get(i));
    }
    step.settles.keySet().forEach(worker::accepted);
    return right;
  }

  private boolean check(BlockResult result, LeaseOutcome said) {
    long lease = result.lease().number();
    if (!said.lease().equals(result.lease())) {
      return false;
    }
    if (worker.binding != null && worker.binding.lease(lease) != null) {
      step.settles.putIfAbsent(lease, result.ok());
      return said.outcome() == Acceptance.ACCEPTED;
    }
    if (worker.acceptedLately(lease)) {
      return said.outcome() == Acceptance.ACCEPTED;
    }
    if (worker.accepted.contains(lease)) {
      return said.outcome() != Acceptance.TASK_FINISHED;
    }
    TaskModel task = worker.revoked.get(lease);
    boolean finished = task != null && !task.running();
    return said.outcome() == (finished ? Acceptance.TASK_FINISHED : Acceptance.STALE);
  }

  /** Results that came for a task that had ended. */
  static long late(Step step) {
    return step.decision.outcome() instanceof Outcome.Released released
        ? released.results().stream()
            .filter(each -> each.outcome() == Acceptance.TASK_FINISHED)
            .count()
        : 0;
  }
}
