package dev.yardmaster.scheduler;

import dev.yardmaster.scheduler.BindingEnds.Charge;
import dev.yardmaster.scheduler.command.Command.Ask;
import dev.yardmaster.scheduler.command.Command.LaunchEnded;
import dev.yardmaster.scheduler.command.Command.RegisterWorker;
import dev.yardmaster.scheduler.command.Command.Unbind;
import dev.yardmaster.scheduler.command.Outcome;
import dev.yardmaster.scheduler.event.Event;
import dev.yardmaster.scheduler.event.Event.EndKind;
import dev.yardmaster.scheduler.state.Binding;
import dev.yardmaster.scheduler.state.Worker;

/** What workers say, except for their results: see {@link Releasing}. */
final class WorkerCommands {

  private WorkerCommands() {}

  static Outcome register(Turn turn, RegisterWorker command) {
    if (command.run() != null && turn.state.run(command.run()) == null) {
      return new Outcome.UnknownRun(command.run());
    }
    if (command.launchedFor() != null) {
      Binding binding = turn.state.binding(command.launchedFor());
      if (binding == null || binding.worker() != null) {
        return new Outcome.LaunchOver();
      }
      if (binding.ending() != null) {
        BindingEnds.ended(
            turn, binding, EndKind.CLEAN, "came too late for its task", Charge.NOTHING);
        return new Outcome.LaunchOver();
      }
    }
    WorkerId worker = turn.state.nextWorker();
    turn.emit(
        new Event.WorkerRegistered(
            worker,
            command.name(),
            command.host(),
            command.kind(),
            command.tags(),
            command.run(),
            command.task(),
            command.launchedFor(),
            command.tokenDigest()));
    return new Outcome.Registered(worker);
  }

  /** Whoever asks is told that there is nothing, and nobody can ask any more. */
  static Outcome stopHandingOut(Turn turn) {
    turn.emit(new Event.HandingOutStopped());
    for (Worker worker : turn.state.workers()) {
      if (worker.ask() != null) {
        endAsk(turn, worker);
      }
    }
    return new Outcome.Noted();
  }

  /** The worker's acquire waits from now on; an older one is answered with nothing. */
  static Outcome ask(Turn turn, Worker worker, Ask ask) {
    if (!turn.state.handsOut()) {
      turn.emit(new Event.WorkerSeen(worker.id()));
      return new Outcome.Stopping(worker.id());
    }
    if (worker.ask() != null) {
      endAsk(turn, worker);
    }
    turn.emit(new Event.WorkerAsked(worker.id(), ask.maxBlocks(), turn.now.plus(ask.patience())));
    return new Outcome.Waiting(worker.id());
  }

  static void endAsk(Turn turn, Worker worker) {
    Binding binding = worker.binding();
    turn.answer(worker, new Outcome.NothingYet(binding == null ? null : Leasing.viewOf(binding)));
    turn.emit(new Event.AskEnded(worker.id()));
  }

  static Outcome unbind(Turn turn, Worker worker, Unbind command) {
    turn.emit(new Event.WorkerSeen(worker.id()));
    if (worker.untold() != null) {
      turn.emit(new Event.BindingEndTold(worker.untold().binding(), worker.id()));
    }
    Binding binding = worker.binding();
    if (binding != null) {
      turn.emit(new Event.BindingEndTold(binding.id(), worker.id()));
      EndKind kind = command.clean() ? EndKind.CLEAN : EndKind.DIRTY;
      BindingEnds.ended(turn, binding, kind, reason(command), Charge.FIRST_BLOCK);
    }
    return new Outcome.Unbound();
  }

  private static String reason(Unbind command) {
    String exit = command.exitCode() == null ? "" : "exit code " + command.exitCode();
    String reason = command.reason() == null ? "" : command.reason();
    if (exit.isEmpty() && reason.isEmpty()) {
      return command.clean() ? "left" : "ended without a reason";
    }
    return exit.isEmpty() || reason.isEmpty() ? exit + reason : exit + ": " + reason;
  }

  static Outcome heartbeat(Turn turn, Worker worker) {
    turn.emit(new Event.WorkerSeen(worker.id()));
    Outcome.Alive alive = new Outcome.Alive(worker.revoked());
    Binding binding = worker.binding();
    boolean hears = binding != null && binding.ending() != null && !alive.revoked().isEmpty();
    if (hears && binding.outlivesItsEnd() && !binding.told()) {
      turn.emit(new Event.BindingEndTold(binding.id(), worker.id()));
    }
    return alive;
  }

  static Outcome leave(Turn turn, Worker worker) {
    Binding binding = worker.binding();
    if (binding != null && turn.state.handsOut()) {
      BindingEnds.ended(turn, binding, EndKind.CLEAN, "the worker left", Charge.FIRST_BLOCK);
    } else if (binding != null) {
      BindingEnds.ended(turn, binding, EndKind.RETIRED, "the service stops", Charge.NOTHING);
    }
    BindingEnds.remove(turn, worker, false, "left");
    return new Outcome.Left();
  }

  static Outcome launchEnded(Turn turn, LaunchEnded command) {
    Binding binding = turn.state.binding(command.binding());
    if (binding != null && binding.worker() == null) {
      EndKind kind = command.clean() ? EndKind.CLEAN : EndKind.DIRTY;
      String why = command.reason() == null ? "ended before it registered" : command.reason();
      BindingEnds.ended(turn, binding, kind, why, Charge.NOTHING);
    }
    return new Outcome.Noted();
  }
}
