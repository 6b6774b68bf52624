package dev.yardmaster.scheduler;

import dev.yardmaster.pipeline.TaskSpec.Mode;
import dev.yardmaster.scheduler.Claims.Freed;
import dev.yardmaster.scheduler.event.Event;
import dev.yardmaster.scheduler.event.Event.EndKind;
import dev.yardmaster.scheduler.placement.Waiting.Scope;
import dev.yardmaster.scheduler.state.Binding;
import dev.yardmaster.scheduler.state.Launcher;
import dev.yardmaster.scheduler.state.Pool;
import dev.yardmaster.scheduler.state.Task;
import dev.yardmaster.scheduler.state.Timed;
import dev.yardmaster.scheduler.state.Worker;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.SortedSet;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/**
 * Nobody waits behind somebody idle, and nobody starves (semantics §7).
 *
 * <p>Goal: a task that could work is never kept waiting for ever by bindings that do nothing, nor
 * by tasks that always have something to do. Constraints: workers hold state, so bindings end only
 * at a block boundary, only when it helps, and never before a first finished block unless idle; the
 * scheduler's own decisions use up no starts. Method: two rules. <em>Idle gives way</em>: if ending
 * idle bindings would let a waiting task start, they are ended, longest idle first, and those not
 * needed after all are spared. <em>Nobody starves</em>: for a task that has waited long without any
 * worker, the task with the largest share of what is lacking gives back one binding at its next
 * block boundary, again and again. What is freed is kept: see {@link Claims}.
 *
 * <p>Example: {@code cpu: 4}; a (cpu 1) and b (cpu 4) feed x, whose worker waits idle on one CPU:
 * it gives way to b. Cost: nothing while no task waits; otherwise at most {@value #MAX_WAITING}
 * waiting tasks are compared with the idle bindings and the tasks that hold something.
 */
final class Sharing {

  /** Waiting tasks looked at in one go; the others are looked at when these have what they need. */
  private static final int MAX_WAITING = 32;

  /** Somebody who works gives nothing back while what is lacking is on its way anyway. */
  private static final Set<EndKind> ANY_END = EnumSet.allOf(EndKind.class);

  /**
   * Who does nothing waits for no process that may hang before it is stopped: only what was retired
   * for somebody counts.
   */
  private static final Set<EndKind> RETIREMENT = EnumSet.of(EndKind.RETIRED);

  private final Turn turn;

  Sharing(Turn turn) {
    this.turn = turn;
  }

  // --- nobody starves
  // -----------------------------------------------------------------------------

  /** Ends bindings that are between two blocks, for tasks that starve. Before blocks are leased. */
  void feedStarving() {
    if (turn.state.placement().waiting().isEmpty()) {
      return;
    }
    watchStarvation();
    Claims claims = new Claims(turn.state, turn.now);
    for (Task task : List.copyOf(claims.claimants())) {
      watchSight(task);
      if (Claims.starves(turn.state, task, turn.now)) {
        feed(task, claims);
      }
    }
  }

  private void watchStarvation() {
    for (Task task : turn.state.placement().waiting()) {
      long from = Claims.starvingFrom(turn.state, task);
      if (task.alive() == 0 && turn.now.ticks() < from) {
        turn.state.lookAgain(task, from);
      }
    }
  }

  /** What is kept is free again when the last worker is out of sight, though nothing happens. */
  private void watchSight(Task task) {
    if (!Claims.hasWorkerAtHand(turn.state, task)) {
      turn.state.lookAgain(task, Claims.inSightUntil(turn.state, task));
    }
  }

  private void feed(Task task, Claims claims) {
    Freed coming = coming(task, ANY_END);
    ToLongFunction<Task> share = lackingShare(task, claims, coming);
    Task donor = share == null ? null : donor(task, share);
    Binding binding = donor == null ? null : atBoundary(donor, task);
    if (binding != null) {
      retire(binding, task);
    }
  }

  /** What counts as a share of what the task lacks; null where it lacks nothing. */
  private @Nullable ToLongFunction<Task> lackingShare(Task task, Claims claims, Freed coming) {
    for (String key : task.spec().requires().amounts().keySet()) {
      long need = task.spec().requires().amountOf(key);
      for (Scope scope : Scope.values()) {
        long left = claims.left(task, scope, key);
        if (left != Long.MAX_VALUE && need > left + coming.of(scope, key)) {
          return holder ->
              scope == Scope.SERVICE || holder.run() == task.run()
                  ? holder.active() * holder.spec().requires().amountOf(key)
                  : 0;
        }
      }
    }
    return hasWorker(task, claims) ? null : holder -> bindingsThatFit(holder, task);
  }

  private static long bindingsThatFit(Task holder, Task task) {
    return holder.bindings().stream()
        .filter(binding -> binding.ending() == null && canServe(binding, task))
        .count();
  }

  private static boolean canServe(Binding binding, Task task) {
    Worker worker = binding.worker();
    return worker != null && worker.offer().mayServe(task.need(), task.id());
  }

  /** The largest share; but not the last binding of one task while another has two. */
  private @Nullable Task donor(Task task, ToLongFunction<Task> share) {
    Comparator<Task> largest =
        Comparator.<Task, Boolean>comparing(holder -> holder.active() >= 2)
            .thenComparingLong(share)
            .thenComparing(holder -> -holder.run().order())
            .thenComparing(holder -> -holder.place());
    Task best = null;
    for (Task holder : turn.state.placement().withBindings()) {
      if (holder != task && holder.active() > 0 && share.applyAsLong(holder) > 0) {
        best = best == null || largest.compare(holder, best) > 0 ? holder : best;
      }
    }
    return best;
  }

  /** A binding of the donor that is between two blocks and old enough; rather one that fits. */
  private @Nullable Binding atBoundary(Task donor, Task task) {
    Binding any = null;
    for (Binding binding : donor.idle()) {
      if (mayGiveBack(binding)) {
        if (canServe(binding, task)) {
          return binding;
        }
        any = any == null ? binding : any;
      }
    }
    return any;
  }

  private boolean mayGiveBack(Binding binding) {
    long age = turn.now.ticks() - binding.firstLeaseAt();
    return binding.blocksDone() > 0 && age >= binding.task().spec().minBinding().toMillis();
  }

  // --- idle gives way
  // -----------------------------------------------------------------------------

  /** Ends idle bindings for waiting tasks. After blocks are leased, so that the idle are idle. */
  void letIdleGiveWay() {
    if (turn.state.placement().waiting().isEmpty() || turn.state.placement().withIdle().isEmpty()) {
      return;
    }
    int looked = 0;
    for (Task task : List.copyOf(turn.state.placement().waiting())) {
      if (looked++ == MAX_WAITING) {
        return;
      }
      if (task.wantsWorker()) {
        makeRoom(task);
      }
    }
  }

  /** Blocks were leased since the index was brought up to date: the task still wants a worker. */
  private void makeRoom(Task task) {
    Claims claims = new Claims(turn.state, turn.now);
    Freed freed = coming(task, RETIREMENT);
    if (claims.fitsWith(task, freed) && hasWorker(task, claims)) {
      return;
    }
    List<Binding> chosen = choose(task, claims);
    if (chosen.isEmpty()) {
      return;
    }
    turn.emit(new Event.RoomPromised(task.id()));
    chosen.forEach(binding -> retire(binding, task));
  }

  /**
   * Longest idle first until the task fits, then without those not needed; empty if it never fits.
   */
  private List<Binding> choose(Task task, Claims claims) {
    List<Binding> chosen = new ArrayList<>();
    for (Binding binding : idleFor(task)) {
      chosen.add(binding);
      if (wouldStart(task, claims, chosen)) {
        return spare(task, claims, chosen);
      }
    }
    return List.of();
  }

  private List<Binding> spare(Task task, Claims claims, List<Binding> chosen) {
    for (Binding binding : List.copyOf(chosen).reversed()) {
      List<Binding> without = new ArrayList<>(chosen);
      without.remove(binding);
      if (wouldStart(task, claims, without)) {
        chosen = without;
      }
    }
    return chosen;
  }

  private boolean wouldStart(Task task, Claims claims, List<Binding> ended) {
    Freed freed = coming(task, RETIREMENT);
    boolean worker = hasWorker(task, claims);
    for (Binding binding : ended) {
      freed.add(binding.task());
      worker |= canServe(binding, task);
    }
    return worker && claims.fitsWith(task, freed);
  }

  private List<Binding> idleFor(Task task) {
    List<Binding> idle = new ArrayList<>();
    for (Task holder : turn.state.placement().withIdle()) {
      for (Binding binding : holder.idle()) {
        if (!hasGrace(binding, task)) {
          idle.add(binding);
        }
      }
    }
    idle.sort(Comparator.comparingLong(Binding::idleSince).thenComparing(Binding::id));
    return idle;
  }

  /** An idle worker with state is left alone for a moment if the task has a worker already. */
  private boolean hasGrace(Binding binding, Task task) {
    if (task.alive() == 0 || binding.task().spec().mode() == Mode.PER_BLOCK) {
      return false;
    }
    long end = binding.idleSince() + turn.state.settings().idleGrace().toMillis();
    if (turn.now.ticks() >= end) {
      return false;
    }
    turn.state.lookAgain(task, end);
    return true;
  }

  // --- both
  // ---------------------------------------------------------------------------------------

  private void retire(Binding binding, Task task) {
    BindingEnds.end(
        turn, binding, EndKind.RETIRED, "makes room for " + task.id(), BindingEnds.Charge.NOTHING);
  }

  /** What bindings that are to end for these reasons will give back when their process has. */
  private Freed coming(Task task, Set<EndKind> kinds) {
    Freed coming = new Freed(task);
    for (Task holder : turn.state.placement().withBindings()) {
      if (holder.alive() > holder.active()) {
        holder.bindings().stream()
            .filter(binding -> endsAs(binding, kinds))
            .forEach(binding -> coming.add(binding.task()));
      }
    }
    return coming;
  }

  private static boolean endsAs(Binding binding, Set<EndKind> kinds) {
    return binding.ending() != null && kinds.contains(binding.ending().kind());
  }

  /** Whether a worker that may serve the task asks and is not kept from it, or is on its way. */
  private boolean hasWorker(Task task, Claims claims) {
    for (Launcher launcher : turn.state.placement().launchers()) {
      if (launcher.hasRoom() && launcher.offer().mayServe(task.need(), task.id())) {
        return true;
      }
    }
    for (Pool pool : turn.state.placement().pools()) {
      if (pool.offer().mayServe(task.need(), task.id()) && hasWorker(pool, task, claims)) {
        return true;
      }
    }
    return false;
  }

  /** One that was retired and only says that it is alive is not waited for for ever. */
  private boolean isComingBack(Pool pool, Task task) {
    if (pool.lastRetired() == Timed.NEVER) {
      return false;
    }
    long until = pool.lastRetired() + task.spec().askWithin().toMillis();
    if (turn.now.ticks() >= until) {
      return false;
    }
    turn.state.lookAgain(task, until);
    return true;
  }

  private boolean hasWorker(Pool pool, Task task, Claims claims) {
    for (SortedSet<Worker> onHost : pool.askingByHost().values()) {
      for (Worker worker : onHost) {
        if (!claims.keptFrom(task, worker)) {
          return true;
        }
      }
    }
    return isComingBack(pool, task);
  }
}
