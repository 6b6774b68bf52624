package dev.yardmaster.scheduler;

import dev.yardmaster.pipeline.TaskSpec.BlockFailure;
import dev.yardmaster.scheduler.BindingEnds.Charge;
import dev.yardmaster.scheduler.command.Command.BlockResult;
import dev.yardmaster.scheduler.command.Command.Release;
import dev.yardmaster.scheduler.command.Outcome;
import dev.yardmaster.scheduler.command.Outcome.Acceptance;
import dev.yardmaster.scheduler.command.Outcome.LeaseOutcome;
import dev.yardmaster.scheduler.event.Event;
import dev.yardmaster.scheduler.event.Event.EndKind;
import dev.yardmaster.scheduler.event.Event.Released;
import dev.yardmaster.scheduler.state.Binding;
import dev.yardmaster.scheduler.state.Lease;
import dev.yardmaster.scheduler.state.Task;
import dev.yardmaster.scheduler.state.Worker;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Results come in (semantics §4). Only a current lease counts; what is repeated is accepted again
 * and changes nothing; what is late is told so and changes nothing.
 */
final class Releasing {

  private final Turn turn;
  private final Worker worker;
  private final List<Released> accepted = new ArrayList<>();
  private final Map<TaskId, Integer> late = new LinkedHashMap<>();
  private boolean failed;

  private Releasing(Turn turn, Worker worker) {
    this.turn = turn;
    this.worker = worker;
  }

  static Outcome release(Turn turn, Worker worker, Release command) {
    List<LeaseOutcome> outcomes = new Releasing(turn, worker).take(command.results());
    Outcome next = null;
    if (command.ask() == null) {
      turn.emit(new Event.WorkerSeen(worker.id()));
    } else {
      next = WorkerCommands.ask(turn, worker, command.ask());
    }
    return new Outcome.Released(outcomes, next);
  }

  private List<LeaseOutcome> take(List<BlockResult> results) {
    List<LeaseOutcome> outcomes = new ArrayList<>(results.size());
    Set<LeaseId> seen = new HashSet<>();
    for (BlockResult result : results) {
      outcomes.add(new LeaseOutcome(result.lease(), take(result, seen.add(result.lease()))));
    }
    Binding binding = worker.binding();
    if (binding != null) {
      if (!accepted.isEmpty()) {
        turn.emit(new Event.BlocksReleased(binding.id(), binding.task().id(), accepted));
      }
      afterwards(binding);
    }
    late.forEach(this::dropped);
    return outcomes;
  }

  /** There is nobody to count it for where the run is no longer kept. */
  private void dropped(TaskId task, int count) {
    if (turn.state.task(task) != null) {
      turn.emit(new Event.LateDropped(task, count));
    }
  }

  private Acceptance take(BlockResult result, boolean first) {
    Binding binding = worker.binding();
    Lease lease = binding == null ? null : binding.lease(result.lease().number());
    if (lease != null) {
      if (first) {
        accepted.add(settled(binding, lease, result));
      }
      return Acceptance.ACCEPTED;
    }
    if (worker.accepted(result.lease())) {
      return Acceptance.ACCEPTED;
    }
    TaskId lost = worker.lostFrom(result.lease());
    if (lost == null || isRunning(lost)) {
      return Acceptance.STALE;
    }
    late.merge(lost, 1, Integer::sum);
    return Acceptance.TASK_FINISHED;
  }

  private boolean isRunning(TaskId id) {
    Task task = turn.state.task(id);
    return task != null && task.isRunning();
  }

  private Released settled(Binding binding, Lease lease, BlockResult result) {
    failed |= !result.ok();
    Event.BlockResult became =
        result.ok() ? Event.BlockResult.COMPLETED : BindingEnds.failure(binding, lease.attempt());
    String error = result.ok() ? null : result.error();
    return new Released(lease.number(), lease.block(), lease.attempt(), became, error);
  }

  /** The worker is at a block boundary, and this is a call of it. */
  private void afterwards(Binding binding) {
    boolean endsWorker = binding.task().spec().blockFailure() == BlockFailure.ENDS_WORKER;
    if (binding.ending() == null && failed && endsWorker) {
      BindingEnds.end(turn, binding, EndKind.DIRTY, "a block failed", Charge.NOTHING);
    } else if (binding.ending() != null && !binding.outlivesItsEnd()) {
      BindingEnds.ended(
          turn, binding, binding.ending().kind(), binding.ending().why(), Charge.NOTHING);
    }
  }
}
