package dev.yardmaster.scheduler;

import dev.yardmaster.pipeline.Durations;
import dev.yardmaster.scheduler.BindingEnds.Charge;
import dev.yardmaster.scheduler.event.Event.EndKind;
import dev.yardmaster.scheduler.state.Binding;
import dev.yardmaster.scheduler.state.Lease;
import dev.yardmaster.scheduler.state.PlannedMoves;
import dev.yardmaster.scheduler.state.Run;
import dev.yardmaster.scheduler.state.Task;
import dev.yardmaster.scheduler.state.Timed;
import dev.yardmaster.scheduler.state.Worker;
import java.util.Optional;

/** What happens when time has passed (semantics §3, §6, §9). */
final class Deadlines {

  private final Turn turn;

  Deadlines(Turn turn) {
    this.turn = turn;
  }

  /** One deadline after the other, each with all that follows from it. */
  void pass(Settling settling) {
    Optional<Timed> due = turn.state.timers().takeDue(turn.now.ticks());
    while (due.isPresent()) {
      reached(due.get());
      settling.settle();
      turn.state.watchAgain(due.get());
      due = turn.state.timers().takeDue(turn.now.ticks());
    }
  }

  private void reached(Timed timed) {
    switch (timed) {
      case Run run -> RunCommands.cancel(turn, run, "timeout of " + timeoutOf(run));
      case Task task -> turn.state.lookedAgain(task);
      case PlannedMoves moves -> {
        moves.awake();
        turn.state.agenda().lookAtGate();
      }
      case Worker worker -> worker(worker);
      case Binding binding -> binding(binding);
    }
  }

  private static String timeoutOf(Run run) {
    return run.pipeline().timeout() == null ? "?" : Durations.format(run.pipeline().timeout());
  }

  private void worker(Worker worker) {
    if (worker.ask() != null) {
      WorkerCommands.endAsk(turn, worker);
    } else {
      String silence = Durations.format(turn.state.settings().lostAfter());
      BindingEnds.lose(turn, worker, "no heartbeat for " + silence);
    }
  }

  private void binding(Binding binding) {
    Worker worker = binding.worker();
    if (worker == null) {
      String timeout = Durations.format(turn.state.settings().startTimeout());
      BindingEnds.ended(
          turn, binding, EndKind.DIRTY, "did not register within " + timeout, Charge.NOTHING);
    } else if (binding.ending() == null) {
      BindingEnds.end(turn, binding, EndKind.DIRTY, overdue(binding), Charge.FIRST_BLOCK);
    } else if (binding.outlivesItsEnd()) {
      BindingEnds.lose(turn, worker, unstopped(binding));
    } else {
      BindingEnds.ended(turn, binding, EndKind.DIRTY, "did not come back", Charge.NOTHING);
    }
  }

  private static String unstopped(Binding binding) {
    return binding.told()
        ? "was told to stop its process and did not say that it had"
        : "did not come back after its binding was over";
  }

  private static String overdue(Binding binding) {
    Lease first = binding.firstLease();
    return first != null
        ? "block %d was not done within %s"
            .formatted(first.block(), Durations.format(binding.task().spec().blockTimeout()))
        : "held no block and did not ask for "
            + Durations.format(binding.task().spec().askWithin());
  }
}
