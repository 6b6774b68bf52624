package dev.yardmaster.scheduler.simulation.oracle;

import static dev.yardmaster.scheduler.simulation.oracle.Violation.unless;

import dev.yardmaster.pipeline.TaskSpec.BlockFailure;
import dev.yardmaster.scheduler.command.Command;
import dev.yardmaster.scheduler.event.Event;
import dev.yardmaster.scheduler.event.Event.ChargedBlock;
import dev.yardmaster.scheduler.event.Event.EndKind;
import dev.yardmaster.scheduler.simulation.oracle.BindingModel.LeaseModel;
import dev.yardmaster.scheduler.view.BlockView.BlockState;
import org.jspecify.annotations.Nullable;

/** How bindings end (semantics §6). */
final class EndRules {

  private final Books books;
  private final BlockRules blocks;
  private final Lateness lateness;

  EndRules(Books books, BlockRules blocks) {
    this.books = books;
    this.blocks = blocks;
    this.lateness = new Lateness(books);
  }

  void ending(Step step, Event.BindingEnding event) {
    BindingModel binding = books.binding(event.binding());
    unless(binding.ending == null, "%s is ending already", binding);
    unless(right(step, binding, event.end()), "%s ends as %s, why?", binding, event.end());
    effects(step, binding, event.end(), event.charged());
    noteRetired(step, binding, event.end());
    binding.ending = event.end();
    binding.endingSince = step.now;
  }

  void ended(Step step, Event.BindingEnded event) {
    BindingModel binding = books.binding(event.binding());
    EndKind before = binding.ending;
    EndKind end = event.end();
    unless(before == null || rightOrder(before, end), "%s was %s, not %s", binding, before, end);
    boolean right = before == end ? mayBeOver(step, binding) : right(step, binding, end);
    unless(right, "%s ended as %s (%s), why?", binding, end, event.why());
    effects(step, binding, end, event.charged());
    if (end == EndKind.RETIRED && binding.task.running()) {
      binding.task.starts--;
      binding.task.retirements++;
    }
    noteRetired(step, binding, end);
    gone(step, binding);
  }

  private static void noteRetired(Step step, BindingModel binding, EndKind end) {
    if (binding.worker != null) {
      binding.worker.retiredAt = end == EndKind.RETIRED ? (Long) step.now : null;
    }
  }

  /** Drained stays so, however its process ends; dirty wins over retired, that over clean. */
  private static boolean rightOrder(EndKind before, EndKind end) {
    return before == EndKind.DRAINED ? end == EndKind.DRAINED : end.compareTo(before) >= 0;
  }

  private void gone(Step step, BindingModel binding) {
    books.bindings.remove(binding.id);
    binding.task.bindings.remove(binding.id);
    WorkerModel worker = binding.worker;
    if (worker != null) {
      if (binding.hasProcess() && binding.ending != null && step.isTick()) {
        step.stoppedTooLate.add(worker);
      }
      worker.binding = null;
      worker.untold = binding.toldAt == null ? binding.id : null;
    }
  }

  /** What was ending is over when its worker calls, at the latest at a deadline. */
  private boolean mayBeOver(Step step, BindingModel binding) {
    if (binding.toldAt != null && !binding.hasProcess()) {
      return true;
    }
    if (step.isTick()) {
      return lateness.late(binding, step.now);
    }
    if (binding.hasProcess()) {
      return step.isCallOf(binding.worker)
          && (step.command instanceof Command.Unbind || step.command instanceof Command.Leave);
    }
    boolean launchOver =
        binding.worker == null
            && (step.command instanceof Command.RegisterWorker
                || step.command instanceof Command.LaunchEnded);
    return launchOver || step.isCallOf(binding.worker);
  }

  private boolean right(Step step, BindingModel binding, EndKind end) {
    return switch (end) {
      case DRAINED -> !binding.task.running();
      case CLEAN -> leaves(step, binding);
      case RETIRED -> gives(step, binding) || leavesForTheService(step, binding);
      case DIRTY -> dies(step, binding);
    };
  }

  /**
   * For somebody who waits: whoever has nothing to do. For him too, or to go to a host with less to
   * do: whoever is between two blocks, after at least one, and old enough (semantics §7, §8).
   */
  private boolean gives(Step step, BindingModel binding) {
    boolean idle = binding.task.count(BlockState.READY) == 0;
    boolean between = binding.mayGiveBack(step.now);
    return binding.idle() && (idle ? somebodyWaits(binding) : between && isOfUse(binding));
  }

  private boolean isOfUse(BindingModel binding) {
    return somebodyWaits(binding) || somebodyIsLessLoaded(binding);
  }

  private boolean somebodyWaits(BindingModel binding) {
    return books.runs.values().stream()
        .flatMap(run -> run.tasks.stream())
        .anyMatch(task -> task != binding.task && task.wantsWorker());
  }

  private boolean somebodyIsLessLoaded(BindingModel binding) {
    return books.workers.values().stream()
        .anyMatch(
            worker ->
                worker.free()
                    && worker.mayServe(binding.task)
                    && books.load(worker) < books.load(binding.worker));
  }

  /** Whoever leaves while the service stops does it for the service's sake. */
  private boolean leavesForTheService(Step step, BindingModel binding) {
    return !books.handsOut
        && step.command instanceof Command.Leave
        && step.isCallOf(binding.worker);
  }

  private boolean leaves(Step step, BindingModel binding) {
    return switch (step.command) {
      case Command.Unbind it -> it.clean() && step.isCallOf(binding.worker);
      case Command.Leave it -> books.handsOut && step.isCallOf(binding.worker);
      case Command.LaunchEnded it -> it.clean() && it.binding().equals(binding.id);
      case Command.RegisterWorker it ->
          binding.id.equals(it.launchedFor()) && binding.ending != null;
      default -> false;
    };
  }

  private boolean dies(Step step, BindingModel binding) {
    return switch (step.command) {
      case Command.Unbind it -> !it.clean() && step.isCallOf(binding.worker);
      case Command.LaunchEnded it -> !it.clean() && it.binding().equals(binding.id);
      case Command.Release it ->
          step.isCallOf(binding.worker)
              && binding.task.spec.blockFailure() == BlockFailure.ENDS_WORKER
              && step.settles.containsValue(false);
      case Command.Tick it -> lateness.late(binding, step.now);
      default -> false;
    };
  }

  /** Once for a binding of a running task: its blocks come back, its death is counted. */
  private void effects(
      Step step, BindingModel binding, EndKind end, @Nullable ChargedBlock charged) {
    chargedRightly(step, binding, charged);
    if (!binding.task.running()) {
      return;
    }
    blocks.giveBack(binding, charged);
    if (end == EndKind.DIRTY && binding.ending != EndKind.DIRTY) {
      binding.task.deaths++;
    }
  }

  /** The first block pays, unless a failed block that ended its worker has already. */
  private void chargedRightly(Step step, BindingModel binding, @Nullable ChargedBlock charged) {
    boolean paid = step.command instanceof Command.Release || leavesForTheService(step, binding);
    LeaseModel first = binding.leases.isEmpty() || paid ? null : binding.leases.getFirst();
    unless(
        first == null
            ? charged == null
            : charged != null
                && charged.lease() == first.number()
                && charged.block() == first.block()
                && charged.attempt() == first.attempt(),
        "the end of %s charges %s, but the first lease is %s",
        binding,
        charged,
        first);
  }

  void told(Step step, Event.BindingEndTold event) {
    WorkerModel worker = books.worker(event.worker());
    boolean knows =
        step.command instanceof Command.Unbind
            || step.command instanceof Command.Heartbeat && !worker.revoked.isEmpty();
    unless(
        step.tellsEnd(worker.id(), event.binding()) || knows && step.isCallOf(worker),
        "%s was not told that %s is over",
        worker,
        event.binding());
    if (event.binding().equals(worker.untold)) {
      worker.untold = null;
    }
    BindingModel binding = worker.binding;
    if (binding != null && binding.id.equals(event.binding()) && binding.toldAt == null) {
      binding.toldAt = step.now;
    }
  }
}
