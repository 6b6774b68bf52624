package dev.yardmaster.scheduler.placement;

import dev.yardmaster.scheduler.placement.Fleet.Bound;
import dev.yardmaster.scheduler.placement.Fleet.Free;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SortedMap;

/**
 * The least sum of squares and the fewest moves for fleets of dozens of bindings, slowly and
 * plainly: one binding after the other, one node for each binding, worker and host, and the
 * shortest path by trying every arc until nothing changes (Bellman and Ford).
 */
final class CheapestAssignment {

  private static final long UNEVENNESS = 1_000_000;
  private static final long FAR = Long.MAX_VALUE / 2;

  private record Arc(int tail, int head, long cost, int[] flow) {}

  private final List<Arc> arcs = new ArrayList<>();
  private final int nodes;
  private long cost;

  CheapestAssignment(Fleet fleet) {
    List<Bound> movable = fleet.bound().stream().filter(Bound::movable).toList();
    List<Free> workers = new ArrayList<>();
    movable.forEach(one -> workers.add(new Free(one.worker(), one.host(), one.offer())));
    workers.addAll(fleet.free());
    SortedMap<String, Integer> loads = Replay.loadsOf(fleet);
    movable.forEach(one -> loads.merge(one.host(), -1, Integer::sum));
    List<String> hosts = List.copyOf(loads.keySet());
    nodes = 2 + movable.size() + workers.size() + hosts.size();
    for (int i = 0; i < movable.size(); i++) {
      arc(0, 2 + i, 0);
      for (int j = 0; j < workers.size(); j++) {
        if (workers.get(j).offer().mayServe(movable.get(i).need(), movable.get(i).task())) {
          arc(2 + i, 2 + movable.size() + j, i == j ? 0 : 1);
        }
      }
    }
    int firstHost = nodes - hosts.size();
    for (int j = 0; j < workers.size(); j++) {
      int host = hosts.indexOf(workers.get(j).host());
      arc(2 + movable.size() + j, firstHost + host, 0);
    }
    for (int k = 0; k < hosts.size(); k++) {
      int fixed = loads.get(hosts.get(k));
      cost += UNEVENNESS * fixed * fixed;
      for (int load = fixed; load < fixed + movable.size(); load++) {
        arc(firstHost + k, 1, UNEVENNESS * (2L * load + 1));
      }
    }
    movable.forEach(one -> augment());
  }

  private void arc(int tail, int head, long arcCost) {
    arcs.add(new Arc(tail, head, arcCost, new int[1]));
  }

  private void augment() {
    long[] distance = new long[nodes];
    Arrays.fill(distance, FAR);
    distance[0] = 0;
    Arc[] arcTo = new Arc[nodes];
    boolean changed = true;
    while (changed) {
      changed = false;
      for (Arc arc : arcs) {
        boolean back = arc.flow()[0] == 1;
        int from = back ? arc.head() : arc.tail();
        int to = back ? arc.tail() : arc.head();
        long reached = distance[from] + (back ? -arc.cost() : arc.cost());
        if (distance[from] < FAR && reached < distance[to]) {
          distance[to] = reached;
          arcTo[to] = arc;
          changed = true;
        }
      }
    }
    cost += distance[1];
    for (int node = 1; node != 0; ) {
      Arc arc = arcTo[node];
      arc.flow()[0] ^= 1;
      node = arc.head() == node ? arc.tail() : arc.head();
    }
  }

  long leastSumOfSquares() {
    return cost / UNEVENNESS;
  }

  int fewestMoves() {
    return (int) (cost % UNEVENNESS);
  }
}
