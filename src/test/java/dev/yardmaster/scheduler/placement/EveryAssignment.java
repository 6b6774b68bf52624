package dev.yardmaster.scheduler.placement;

import dev.yardmaster.scheduler.placement.Fleet.Bound;
import dev.yardmaster.scheduler.placement.Fleet.Free;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;

/** Tries every way to give the movable bindings to workers; for a handful of them. */
final class EveryAssignment {

  private final List<Bound> movable = new ArrayList<>();
  private final List<Free> workers = new ArrayList<>();
  private final SortedMap<String, Integer> loads;
  private final boolean[] taken;
  private int leastMaximum = Integer.MAX_VALUE;
  private long leastSum = Long.MAX_VALUE;
  private int fewestMoves = Integer.MAX_VALUE;

  EveryAssignment(Fleet fleet) {
    fleet.bound().stream().filter(Bound::movable).forEach(movable::add);
    movable.forEach(one -> workers.add(new Free(one.worker(), one.host(), one.offer())));
    workers.addAll(fleet.free());
    loads = Replay.loadsOf(fleet);
    movable.forEach(one -> loads.merge(one.host(), -1, Integer::sum));
    taken = new boolean[workers.size()];
    assign(0, 0);
  }

  private void assign(int next, int moves) {
    if (next == movable.size()) {
      judge(moves);
      return;
    }
    Bound binding = movable.get(next);
    for (int i = 0; i < taken.length; i++) {
      Free worker = workers.get(i);
      if (!taken[i] && worker.offer().mayServe(binding.need(), binding.task())) {
        taken[i] = true;
        loads.merge(worker.host(), 1, Integer::sum);
        assign(next + 1, worker.worker().equals(binding.worker()) ? moves : moves + 1);
        loads.merge(worker.host(), -1, Integer::sum);
        taken[i] = false;
      }
    }
  }

  private void judge(int moves) {
    long sum = Replay.sumOfSquares(loads.values());
    leastMaximum = Math.min(leastMaximum, maximum(loads));
    if (sum < leastSum || (sum == leastSum && moves < fewestMoves)) {
      leastSum = sum;
      fewestMoves = moves;
    }
  }

  static int maximum(SortedMap<String, Integer> loads) {
    return loads.values().stream().max(Integer::compare).orElse(0);
  }

  /** Over all assignments. */
  int leastMaximum() {
    return leastMaximum;
  }

  /** Over all assignments. */
  long leastSumOfSquares() {
    return leastSum;
  }

  /** Over all assignments with the least sum of squares. */
  int fewestMoves() {
    return fewestMoves;
  }
}
