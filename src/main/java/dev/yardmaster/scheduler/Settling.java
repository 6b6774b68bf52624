package dev.yardmaster.scheduler;

import dev.yardmaster.pipeline.Pipeline.OnAbandon;
import dev.yardmaster.scheduler.command.Outcome;
import dev.yardmaster.scheduler.event.Event;
import dev.yardmaster.scheduler.event.Event.EndKind;
import dev.yardmaster.scheduler.state.Binding;
import dev.yardmaster.scheduler.state.Run;
import dev.yardmaster.scheduler.state.Task;
import dev.yardmaster.scheduler.state.Worker;
import dev.yardmaster.scheduler.task.AbandonReason;
import dev.yardmaster.scheduler.task.Abandoned;
import dev.yardmaster.scheduler.task.Counters;
import dev.yardmaster.scheduler.task.Done;
import dev.yardmaster.scheduler.task.Running;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;

/**
 * What follows from a command's own effects, in this order until nothing follows: tasks finish,
 * tasks are given up, runs end, workers are told, the gate starts workers, blocks are leased
 * (semantics §3).
 */
final class Settling {

  private final Turn turn;
  private final Gate gate;
  private final Sharing sharing;
  private final Balancing balancing;

  Settling(Turn turn) {
    this.turn = turn;
    this.gate = new Gate(turn);
    this.sharing = new Sharing(turn);
    this.balancing = new Balancing(turn);
  }

  void settle() {
    do {
      lookAtTasks();
      if (turn.state.agenda().takeGate()) {
        gate.open();
      }
      boolean share = turn.state.agenda().takeSharing();
      if (share) {
        sharing.feedStarving();
        balancing.move();
      }
      Leasing.lease(turn);
      if (share) {
        sharing.letIdleGiveWay();
        balancing.plan();
      }
    } while (lookAtTasks() || turn.state.agenda().wantsGate());
  }

  private boolean lookAtTasks() {
    boolean any = false;
    for (boolean more = true; more; any |= more) {
      more = false;
      Optional<Task> task = turn.state.agenda().takeTask();
      if (task.isPresent()) {
        settle(task.get());
        more = true;
      } else {
        Optional<Worker> asker = turn.state.agenda().takeAsker();
        if (asker.isPresent()) {
          answer(asker.get());
          more = true;
        }
      }
    }
    return any;
  }

  private void settle(Task task) {
    if (task.life() instanceof Running running) {
      if (running.tryFinish().isPresent()) {
        finish(task);
      } else if (task.alive() == 0 && running.startsLeft() == 0) {
        abandon(task);
      }
    }
    if (task.isRunning()) {
      if (turn.state.placement().refresh(task, turn.now.ticks())) {
        turn.state.agenda().lookAtGate();
      }
    } else {
      letGo(task);
      endRun(task.run());
    }
  }

  private void finish(Task task) {
    turn.emit(
        task.upstreamAbandoned()
            ? new Event.TaskAbandoned(task.id(), AbandonReason.UPSTREAM_ABANDONED, 0)
            : new Event.TaskDone(task.id()));
  }

  private void abandon(Task task) {
    emitAbandoned(turn, task, AbandonReason.RESTART_CAP_EXHAUSTED);
    if (task.run().pipeline().onAbandon() == OnAbandon.STOP) {
      for (Task next : transitivelyDownstream(task)) {
        if (next.isRunning()) {
          emitAbandoned(turn, next, AbandonReason.UPSTREAM_ABANDONED);
        }
      }
    }
  }

  /** Gives a running task up, with as many orphans as it has unsettled blocks. */
  static void emitAbandoned(Turn turn, Task task, AbandonReason reason) {
    if (task.life() instanceof Running running) {
      turn.emit(new Event.TaskAbandoned(task.id(), reason, running.unsettled()));
    }
  }

  private static List<Task> transitivelyDownstream(Task task) {
    Run run = task.run();
    TreeSet<Integer> found = new TreeSet<>();
    List<Integer> open = new ArrayList<>(List.of(task.place()));
    while (!open.isEmpty()) {
      for (int next : run.frontier().downstream(open.removeLast())) {
        if (found.add(next)) {
          open.add(next);
        }
      }
    }
    return found.stream().map(place -> run.tasks().get(place)).toList();
  }

  private void letGo(Task task) {
    String why = endOf(task);
    for (Binding binding : List.copyOf(task.bindings())) {
      if (binding.ending() == null) {
        turn.emit(new Event.BindingEnding(binding.id(), task.id(), EndKind.DRAINED, why, null));
      }
    }
  }

  private static String endOf(Task task) {
    return switch (task.life()) {
      case Running running -> throw new IllegalStateException(task + " is running");
      case Done done -> "task_finished";
      case Abandoned abandoned ->
          switch (abandoned.reason()) {
            case CANCELLED -> "cancelled";
            case RESTART_CAP_EXHAUSTED -> "restart_cap_exhausted";
            case UPSTREAM_ABANDONED -> "upstream_abandoned";
          };
    };
  }

  private void endRun(Run run) {
    if (run.state().terminal() || run.tasks().stream().anyMatch(Task::isRunning)) {
      return;
    }
    boolean succeeded = run.tasks().stream().allMatch(Settling::succeeded);
    turn.emit(new Event.RunEnded(run.id(), succeeded ? RunState.SUCCEEDED : RunState.FAILED, null));
  }

  private static boolean succeeded(Task task) {
    Counters counters = task.life().counters();
    return task.life() instanceof Done && counters.failed() == 0 && counters.orphaned() == 0;
  }

  /** Answers a worker whose answer does not depend on the gate. */
  private void answer(Worker worker) {
    if (worker.ask() == null) {
      return;
    }
    Binding binding = worker.binding();
    if (worker.untold() != null) {
      Worker.Untold untold = worker.untold();
      tellEnd(worker, new Outcome.Ended(untold.binding(), untold.why()));
    } else if (binding != null && binding.ending() != null) {
      tellEnd(worker, new Outcome.Ended(binding.id(), binding.ending().why()));
      if (!binding.outlivesItsEnd()) {
        BindingEnds.ended(
            turn,
            binding,
            binding.ending().kind(),
            binding.ending().why(),
            BindingEnds.Charge.NOTHING);
      }
    } else if (binding != null && !binding.leases().isEmpty()) {
      turn.answer(worker, Leasing.workOf(binding));
      turn.emit(new Event.AskEnded(worker.id()));
    }
  }

  private void tellEnd(Worker worker, Outcome.Ended ended) {
    turn.answer(worker, ended);
    turn.emit(new Event.AskEnded(worker.id()));
    turn.emit(new Event.BindingEndTold(ended.binding(), worker.id()));
  }
}
