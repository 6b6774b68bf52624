package dev.yardmaster.scheduler.placement;

import java.util.Arrays;
import java.util.Map;
import java.util.TreeMap;

/**
 * How far it is from the supplies of a network to its other nodes (Dijkstra), where each arc is as
 * long as its corrected cost, which must not be negative.
 */
final class Distances {

  static final long FAR = Long.MAX_VALUE;

  private final FlowNetwork network;
  private final long[] distance;

  Distances(FlowNetwork network) {
    this.network = network;
    distance = new long[network.nodes()];
  }

  /** Exact for nodes that are nearer than what {@link #measure} answered, else not less than it. */
  long to(int node) {
    return distance[node];
  }

  /** The distance of the nearest node that lacks something, or {@link #FAR}. */
  long measure() {
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
    int end = network.first(node + 1);
    for (int arc = network.first(node); arc < end; arc++) {
      if (network.room(arc) > 0) {
        long reached = distance[node] + network.corrected(arc);
        int head = network.head(arc);
        if (reached < distance[head]) {
          distance[head] = reached;
          frontier.add(reached, head);
        }
      }
    }
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
