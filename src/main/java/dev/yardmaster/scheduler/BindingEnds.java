package dev.yardmaster.scheduler;

import dev.yardmaster.scheduler.command.Outcome;
import dev.yardmaster.scheduler.event.Event;
import dev.yardmaster.scheduler.event.Event.ChargedBlock;
import dev.yardmaster.scheduler.event.Event.EndKind;
import dev.yardmaster.scheduler.state.Binding;
import dev.yardmaster.scheduler.state.Lease;
import dev.yardmaster.scheduler.state.Worker;
import org.jspecify.annotations.Nullable;

/**
 * The ends of a binding (semantics §6).
 *
 * <p>A binding ends in one step where nothing outlives it, and in two where a process has to stop
 * first: <em>ending</em> (it does no more, its blocks are given back, a death is counted) and
 * <em>ended</em> (its amounts are free).
 */
final class BindingEnds {

  private BindingEnds() {}

  /** Whether the block in hand counts as a failed attempt. */
  enum Charge {
    FIRST_BLOCK,
    NOTHING
  }

  /** The scheduler ends an active binding. */
  static void end(Turn turn, Binding binding, EndKind kind, String why, Charge charge) {
    ChargedBlock charged = charged(binding, charge);
    if (binding.outlivesItsEnd()) {
      turn.emit(new Event.BindingEnding(binding.id(), binding.task().id(), kind, why, charged));
    } else {
      turn.emit(new Event.BindingEnded(binding.id(), binding.task().id(), kind, why, charged));
    }
  }

  /**
   * Nothing of the binding runs any more, as far as one can know: dirty wins over retired, that
   * over clean. But whose task had ended was drained, however its process then ends: most are
   * stopped by a signal.
   */
  static void ended(Turn turn, Binding binding, EndKind kind, String why, Charge charge) {
    Binding.Ending ending = binding.ending();
    boolean asBefore =
        ending != null && (ending.kind() == EndKind.DRAINED || ending.kind().compareTo(kind) >= 0);
    turn.emit(
        new Event.BindingEnded(
            binding.id(),
            binding.task().id(),
            asBefore ? ending.kind() : kind,
            asBefore ? ending.why() : why,
            charged(binding, charge)));
  }

  private static @Nullable ChargedBlock charged(Binding binding, Charge charge) {
    Lease first = binding.firstLease();
    if (charge == Charge.NOTHING || first == null) {
      return null;
    }
    return new ChargedBlock(
        first.number(), first.block(), first.attempt(), failure(binding, first.attempt()));
  }

  /**
   * What a failed attempt makes of its block: tried again while failures are within the retries.
   */
  static Event.BlockResult failure(Binding binding, int attempt) {
    return attempt <= binding.task().spec().maxRetries()
        ? Event.BlockResult.RETRY
        : Event.BlockResult.FAILED;
  }

  /** The worker is gone without a word. */
  static void lose(Turn turn, Worker worker, String why) {
    Binding binding = worker.binding();
    if (binding != null) {
      ended(turn, binding, EndKind.DIRTY, why, Charge.FIRST_BLOCK);
    }
    remove(turn, worker, true, why);
  }

  static void remove(Turn turn, Worker worker, boolean lost, String why) {
    if (worker.ask() != null) {
      turn.answer(worker, new Outcome.Gone(worker.id()));
      turn.emit(new Event.AskEnded(worker.id()));
    }
    turn.emit(new Event.WorkerRemoved(worker.id(), lost, why));
  }
}
