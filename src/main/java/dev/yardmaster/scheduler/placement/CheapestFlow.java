package dev.yardmaster.scheduler.placement;

import java.util.Arrays;
import java.util.Map;
import java.util.TreeMap;

/**
 * Brings the supplies of a network to where they are missing, as cheaply as possible.
 *
 * <p>Goal: no closed walk through the network has a negative cost any more, which is the same as:
 * no flow that brings as much costs less. Constraints: whole numbers, no cost below zero at the
 * beginning, nothing recursive (paths may be thousands of arcs long). Method: successive shortest
 * paths. Each node has a potential such that no arc with room costs less than nothing once it is
 * corrected by the potentials of its ends (Edmonds and Karp, 1972). A round finds the distance of
 * the nearest node where something is missing, adds it to the potentials, which makes every arc of
 * every shortest path cost exactly nothing, and fills these paths layer by layer (Dinic, 1970). A
 * path that costs nothing only opens ways back that cost nothing, so the potentials stay right.
 *
 * <p>Cost: a round looks at each arc a few times; there are as many rounds as shortest paths have
 * different lengths, mostly a handful. Example: a unit at a, missing at b and at c; a→b costs 2,
 * a→c costs 1: it goes to c, and then the supply is used up.
 */
final class CheapestFlow {

  private static final long FAR = Long.MAX_VALUE;

  private final FlowNetwork network;
  private final long[] potential;
  private final long[] distance;
  private final int[] layer;
  private final int[] cursor;
  private final int[] queue;
  private final int[] path;

  CheapestFlow(FlowNetwork network) {
    this.network = network;
    int nodes = network.nodes();
    potential = new long[nodes];
    distance = new long[nodes];
    layer = new int[nodes];
    cursor = new int[nodes];
    queue = new int[nodes];
    path = new int[nodes];
  }

  /**
   * Ships everything that can be shipped.
   *
   * @return how many rounds it took
   */
  int run() {
    int rounds = 0;
    for (long nearest = nearest(); nearest != FAR; nearest = nearest()) {
      for (int node = 0; node < potential.length; node++) {
        potential[node] += Math.min(distance[node], nearest);
      }
      while (layers()) {
        fillShortestPaths();
      }
      rounds++;
    }
    return rounds;
  }

  /** The distance of the nearest node where something is missing; final for all nearer nodes. */
  private long nearest() {
    Arrays.fill(distance, FAR);
    Frontier frontier = new Frontier();
    for (int node = 0; node < distance.length; node++) {
      if (network.supply(node) > 0) {
        distance[node] = 0;
        frontier.add(0, node);
      }
    }
    while (!frontier.isEmpty()) {
      int node = frontier.poll();
      long reached = frontier.distance();
      if (distance[node] < reached) {
        continue;
      }
      if (network.supply(node) < 0) {
        return reached;
      }
      spread(node, frontier);
    }
    return FAR;
  }

  private void spread(int node, Frontier frontier) {
    long base = distance[node] + potential[node];
    int end = network.first(node + 1);
    for (int arc = network.first(node); arc < end; arc++) {
      if (network.room(arc) > 0) {
        long reached = base + network.cost(arc) - potential[network.head(arc)];
        int head = network.head(arc);
        if (reached < distance[head]) {
          distance[head] = reached;
          frontier.add(reached, head);
        }
      }
    }
  }

  /**
   * Numbers the nodes by their steps along arcs that cost nothing, up to the first that lacks
   * something; whether there is one.
   */
  private boolean layers() {
    Arrays.fill(layer, -1);
    int end = 0;
    for (int node = 0; node < layer.length; node++) {
      cursor[node] = network.first(node);
      if (network.supply(node) > 0) {
        layer[node] = 0;
        queue[end++] = node;
      }
    }
    int lastLayer = Integer.MAX_VALUE;
    for (int next = 0; next < end && layer[queue[next]] < lastLayer; next++) {
      int node = queue[next];
      int last = network.first(node + 1);
      for (int arc = network.first(node); arc < last; arc++) {
        int head = network.head(arc);
        if (layer[head] < 0 && isFree(arc)) {
          layer[head] = layer[node] + 1;
          queue[end++] = head;
          if (network.supply(head) < 0) {
            lastLayer = layer[head];
          }
        }
      }
    }
    return lastLayer < Integer.MAX_VALUE;
  }

  private boolean isFree(int arc) {
    return network.room(arc) > 0
        && network.cost(arc) + potential[network.tail(arc)] == potential[network.head(arc)];
  }

  private void fillShortestPaths() {
    for (int node = 0; node < layer.length; node++) {
      int source = node;
      while (network.supply(source) > 0) {
        int length = findPath(source);
        if (length == 0) {
          break;
        }
        ship(source, length);
      }
    }
  }

  /** Fills {@link #path}; answers its length, or 0 when no path is left. */
  private int findPath(int source) {
    int length = 0;
    int node = source;
    while (network.supply(node) >= 0) {
      int arc = nextArc(node);
      if (arc >= 0) {
        path[length++] = arc;
        node = network.head(arc);
      } else if (length == 0) {
        return 0;
      } else {
        layer[node] = -1;
        node = network.tail(path[--length]);
      }
    }
    return length;
  }

  /** An arc to the next layer, or -1. */
  private int nextArc(int node) {
    while (cursor[node] < network.first(node + 1)) {
      int arc = cursor[node];
      if (layer[network.head(arc)] == layer[node] + 1 && isFree(arc)) {
        return arc;
      }
      cursor[node]++;
    }
    return -1;
  }

  private void ship(int source, int length) {
    int target = network.head(path[length - 1]);
    int amount = Math.min(network.supply(source), -network.supply(target));
    for (int i = 0; i < length; i++) {
      amount = Math.min(amount, network.room(path[i]));
    }
    for (int i = 0; i < length; i++) {
      network.push(path[i], amount);
    }
    network.addSupply(source, -amount);
    network.addSupply(target, amount);
  }

  /** Nodes to go on from, nearest first. Few distances are different, many nodes share one. */
  private static final class Frontier {

    private final TreeMap<Long, Pile> farther = new TreeMap<>();
    private long distance;
    private Pile nearest = new Pile();

    boolean isEmpty() {
      return nearest.size == 0 && farther.isEmpty();
    }

    /** Not nearer than any node that was polled. */
    void add(long at, int node) {
      Pile pile = at == distance ? nearest : farther.computeIfAbsent(at, fresh -> new Pile());
      pile.add(node);
    }

    int poll() {
      if (nearest.size == 0) {
        Map.Entry<Long, Pile> next = farther.pollFirstEntry();
        distance = next.getKey();
        nearest = next.getValue();
      }
      return nearest.remove();
    }

    /** Of the node that was polled last. */
    long distance() {
      return distance;
    }
  }

  private static final class Pile {

    private int[] nodes = new int[16];
    private int size;

    void add(int node) {
      if (size == nodes.length) {
        nodes = Arrays.copyOf(nodes, 2 * size);
      }
      nodes[size++] = node;
    }

    int remove() {
      return nodes[--size];
    }
  }
}
