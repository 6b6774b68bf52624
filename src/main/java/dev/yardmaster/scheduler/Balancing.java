package dev.yardmaster.scheduler;

import dev.yardmaster.scheduler.budget.Ledger;
import dev.yardmaster.scheduler.event.Event;
import dev.yardmaster.scheduler.event.Event.EndKind;
import dev.yardmaster.scheduler.placement.Fleet;
import dev.yardmaster.scheduler.placement.Fleet.Bound;
import dev.yardmaster.scheduler.placement.Fleet.Free;
import dev.yardmaster.scheduler.placement.Move;
import dev.yardmaster.scheduler.state.Binding;
import dev.yardmaster.scheduler.state.PlannedMoves;
import dev.yardmaster.scheduler.state.Pool;
import dev.yardmaster.scheduler.state.Task;
import dev.yardmaster.scheduler.state.Worker;
import dev.yardmaster.scheduler.task.Running;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedSet;

/**
 * Carries out what a {@link dev.yardmaster.scheduler.placement.BalancePolicy} plans (semantics §8).
 *
 * <p>Goal: bindings spread over the hosts without losing work. Constraints: a binding moves only
 * between two blocks, with a ready block to go on with, after a finished one, when it is old
 * enough; nothing that is kept for a waiting task is taken. Method: while workers ask that nobody
 * wants, and their hosts have at least two bindings fewer than others, a plan is made, at most one
 * in {@value #PLAN_EVERY_MILLIS} ms; its moves are intents, and each is carried out when its
 * binding comes to a block boundary, if it is possible and does not make the loads more uneven by
 * then. What was not possible is planned afresh.
 *
 * <p>A client worker's binding ends and the next one starts in one step. A command worker's process
 * has to stop first; then the gate starts the task again, on the least loaded host.
 */
final class Balancing {

  /** Loads change with every start and end, a plan costs milliseconds in a large fleet. */
  private static final long PLAN_EVERY_MILLIS = 1_000;

  /** Moves of one plan: so that a host that joins is not a reason to restart everything at once. */
  private static final int MAX_MOVES = 64;

  private final Turn turn;
  private final PlannedMoves moves;

  Balancing(Turn turn) {
    this.turn = turn;
    this.moves = turn.state.moves();
  }

  // --- planning
  // -----------------------------------------------------------------------------------

  /** Plans anew where it may help. After everybody who wants a worker has had a look. */
  void plan() {
    if (!mayHelp() || !moves.isTime(turn.now.ticks())) {
      return;
    }
    Fleet fleet = new Fleet(bound(), free(), MAX_MOVES);
    moves.replace(
        turn.state.settings().balance().policy().plan(fleet), turn.now.ticks() + PLAN_EVERY_MILLIS);
  }

  /** A move needs two hosts whose loads differ by two, and somebody who asks on the smaller one. */
  private boolean mayHelp() {
    int least = Integer.MAX_VALUE;
    for (Pool pool : turn.state.placement().askingPools()) {
      for (SortedSet<Worker> onHost : pool.askingByHost().values()) {
        least = Math.min(least, onHost.first().host().bound());
      }
    }
    return least < Integer.MAX_VALUE && turn.state.highestLoad() >= least + 2;
  }

  private List<Bound> bound() {
    List<Bound> bound = new ArrayList<>();
    for (Worker worker : turn.state.workers()) {
      Binding binding = worker.binding();
      if (binding != null) {
        Task task = binding.task();
        bound.add(
            new Bound(
                binding.id(),
                worker.id(),
                worker.host().name(),
                task.id(),
                task.need(),
                worker.offer(),
                isMovable(binding)));
      }
    }
    return bound;
  }

  private List<Free> free() {
    Claims claims = new Claims(turn.state, turn.now);
    List<Free> free = new ArrayList<>();
    for (Pool pool : turn.state.placement().askingPools()) {
      for (SortedSet<Worker> onHost : pool.askingByHost().values()) {
        for (Worker worker : onHost) {
          if (!claims.isKept(worker)) {
            free.add(new Free(worker.id(), worker.host().name(), worker.offer()));
          }
        }
      }
    }
    return free;
  }

  private boolean isMovable(Binding binding) {
    return binding.ending() == null
        && binding.task().life() instanceof Running running
        && running.ready() > 0
        && isOldEnough(binding);
  }

  private boolean isOldEnough(Binding binding) {
    return turn.now.ticks() - binding.firstLeaseAt()
        >= binding.task().spec().minBinding().toMillis();
  }

  // --- moving
  // -------------------------------------------------------------------------------------

  /** Moves bindings that are between two blocks. Before blocks are leased. */
  void move() {
    if (moves.isEmpty()) {
      return;
    }
    for (Task task : turn.state.placement().leasable()) {
      for (Binding binding : List.copyOf(task.idle())) {
        Move move = moves.of(binding.id());
        if (move != null) {
          move(binding, move);
        }
      }
    }
  }

  private void move(Binding binding, Move move) {
    Worker target = turn.state.worker(move.target());
    boolean possible =
        target != null
            && isMovable(binding)
            && binding.blocksDone() > 0
            && isFree(target)
            && helps(move, target)
            && fitsAgain(binding.task());
    if (!possible) {
      return;
    }
    moves.forget(binding.id());
    Task task = binding.task();
    BindingEnds.end(
        turn, binding, EndKind.RETIRED, "moves to " + target, BindingEnds.Charge.NOTHING);
    if (!binding.outlivesItsEnd() && task.wantsWorker()) {
      turn.emit(new Event.BindingStarted(turn.state.nextBinding(), task.id(), target.id()));
    }
  }

  private boolean isFree(Worker target) {
    return target.binding() == null
        && target.ask() != null
        && target.untold() == null
        && !new Claims(turn.state, turn.now).isKept(target);
  }

  /** Whether what it gives back can be taken again: a budget may have been lowered meanwhile. */
  private boolean fitsAgain(Task task) {
    return task.spec().requires().amounts().keySet().stream()
        .allMatch(key -> isWithin(task.run().ledger(), key) && isWithin(turn.state.ledger(), key));
  }

  private static boolean isWithin(Ledger ledger, String key) {
    return !ledger.bounds(key) || ledger.free(key) >= 0;
  }

  /**
   * Loads may have changed since the plan: what the whole chain does must not make them more
   * uneven. Its first move, onto the host that gets one more, has yet to raise that load.
   */
  private boolean helps(Move move, Worker target) {
    int from = turn.state.loadOf(move.from());
    int to = turn.state.loadOf(move.to());
    return target.host().name().equals(move.to()) ? from > to : from >= to;
  }
}
