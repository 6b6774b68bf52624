package dev.yardmaster.scheduler.simulation.oracle;

import dev.yardmaster.scheduler.BindingId;
import dev.yardmaster.scheduler.Decision;
import dev.yardmaster.scheduler.WorkerId;
import dev.yardmaster.scheduler.command.Command;
import dev.yardmaster.scheduler.command.Outcome;
import dev.yardmaster.scheduler.command.Outcome.Ended;
import dev.yardmaster.scheduler.simulation.oracle.BindingModel.LeaseModel;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** One command, what came of it, and what the oracle expects of that. */
final class Step {

  /**
   * An answer that has to be delivered, and the books at that moment.
   *
   * @param ask what is answered
   * @param leases all that the worker holds; empty where it has to be told something else
   * @param binding the worker's
   * @param over the binding whose end it does not know, if there is one
   */
  record Due(
      WorkerModel worker,
      WorkerModel.AskModel ask,
      List<LeaseModel> leases,
      @Nullable BindingModel binding,
      @Nullable BindingId over) {}

  final Command command;
  final long now;
  final Decision decision;

  /** Leases that this release settles, and whether they went well. */
  final Map<Long, Boolean> settles = new LinkedHashMap<>();

  final List<Due> due = new ArrayList<>();

  /** Whether the results were counted. */
  boolean released;

  /** Workers whose process did not stop in time after it was told. */
  final Set<WorkerModel> stoppedTooLate = new HashSet<>();

  Step(Command command, long now, Decision decision) {
    this.command = command;
    this.now = now;
    this.decision = decision;
  }

  /** The worker's ask ends now; the decision has to hold an answer. */
  void answered(WorkerModel worker, List<LeaseModel> leases) {
    BindingModel binding = worker.binding;
    BindingId over = binding != null && binding.ending != null ? binding.id : worker.untold;
    due.add(new Due(worker, worker.ask, List.copyOf(leases), binding, over));
  }

  boolean isTick() {
    return command instanceof Command.Tick;
  }

  /** Whether the command is a call of that worker. */
  boolean isCallOf(@Nullable WorkerModel worker) {
    return worker != null
        && command instanceof Command.OfWorker call
        && !(decision.outcome() instanceof Outcome.WrongToken)
        && call.worker().equals(worker.id());
  }

  /** Whether the worker is told in this step that the binding is over. */
  boolean tellsEnd(WorkerId worker, BindingId binding) {
    return decision.deliveries().stream()
        .filter(each -> each.worker().equals(worker))
        .anyMatch(each -> each.answer() instanceof Ended it && it.binding().equals(binding));
  }
}
