package dev.yardmaster.scheduler.placement;

import static org.assertj.core.api.Assertions.assertThat;

import dev.yardmaster.scheduler.BindingId;
import dev.yardmaster.scheduler.WorkerId;
import dev.yardmaster.scheduler.placement.Fleet.Bound;
import dev.yardmaster.scheduler.placement.Fleet.Free;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/** Carries out a plan move by move, and checks that each move is one that can be carried out. */
final class Replay {

  private final Map<BindingId, Bound> bindings = new HashMap<>();
  private final Map<WorkerId, Free> open = new HashMap<>();
  private final SortedMap<String, Integer> loads = new TreeMap<>();
  private final Set<BindingId> moved = new HashSet<>();

  private Replay(Fleet fleet) {
    fleet.free().forEach(worker -> open.put(worker.worker(), worker));
    fleet.free().forEach(worker -> loads.put(worker.host(), 0));
    fleet.bound().forEach(binding -> bindings.put(binding.binding(), binding));
    fleet.bound().forEach(binding -> loads.merge(binding.host(), 1, Integer::sum));
  }

  /** Who goes where, such as {@code b-3 to w-7}. */
  static List<String> told(List<Move> plan) {
    return plan.stream().map(move -> move.binding() + " to " + move.target()).toList();
  }

  /** The fleet after the plan. */
  static Fleet fleetAfter(Fleet fleet, List<Move> plan) {
    Replay replay = new Replay(fleet);
    plan.forEach(replay::carryOut);
    return new Fleet(
        List.copyOf(replay.bindings.values()), List.copyOf(replay.open.values()), fleet.maxMoves());
  }

  /** The loads by host before any move. */
  static SortedMap<String, Integer> loadsOf(Fleet fleet) {
    return new Replay(fleet).loads;
  }

  /** The loads by host after the plan, whose chains must do no harm and say whom they change. */
  static SortedMap<String, Integer> after(Fleet fleet, List<Move> plan) {
    assertThat(plan).hasSizeLessThanOrEqualTo(fleet.maxMoves());
    Replay replay = new Replay(fleet);
    for (int next = 0; next < plan.size(); ) {
      next = replay.carryOutChain(plan, next);
    }
    return replay.loads;
  }

  /** Answers where the next chain begins. */
  private int carryOutChain(List<Move> plan, int first) {
    Move move = plan.get(first);
    assertThat(loads.get(move.from()))
        .as("%s of %s", move, plan)
        .isGreaterThan(loads.get(move.to()));
    SortedMap<String, Integer> expected = new TreeMap<>(loads);
    expected.merge(move.from(), -1, Integer::sum);
    expected.merge(move.to(), 1, Integer::sum);
    int next = first;
    WorkerId left = null;
    do {
      left = carryOut(plan.get(next++));
    } while (next < plan.size() && plan.get(next).target().equals(left));
    assertThat(loads).as("after %s of %s", move, plan).isEqualTo(expected);
    return next;
  }

  private WorkerId carryOut(Move move) {
    Bound binding = bindings.get(move.binding());
    Free target = open.remove(move.target());
    assertThat(binding).as("%s moves a binding", move).isNotNull();
    assertThat(binding.movable()).as("%s moves a movable one", move).isTrue();
    assertThat(moved.add(move.binding())).as("%s moves it once", move).isTrue();
    assertThat(target).as("%s goes to a worker that nobody has", move).isNotNull();
    assertThat(target.offer().mayServe(binding.need(), binding.task()))
        .as("%s fits", move)
        .isTrue();
    loads.merge(binding.host(), -1, Integer::sum);
    loads.merge(target.host(), 1, Integer::sum);
    open.put(binding.worker(), new Free(binding.worker(), binding.host(), binding.offer()));
    bindings.put(
        binding.binding(),
        new Bound(
            binding.binding(),
            target.worker(),
            target.host(),
            binding.task(),
            binding.need(),
            target.offer(),
            true));
    return binding.worker();
  }

  static long sumOfSquares(Iterable<Integer> loads) {
    long sum = 0;
    for (int load : loads) {
      sum += (long) load * load;
    }
    return sum;
  }
}
