package dev.yardmaster.scheduler.placement;

import java.util.Arrays;

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
 * <p>Cost: a round looks at each arc a few times; mostly there are a handful of rounds. Example:
 * two units at a, one missing at b and at c each; a→b costs 2, a→c costs 1: first c gets its unit,
 * then b.
 */
final class CheapestFlow {

  private final FlowNetwork network;
  private final Distances distances;
  private final int[] layer;
  private final int[] cursor;
  private final int[] queue;
  private final int[] path;

  CheapestFlow(FlowNetwork network) {
    this.network = network;
    distances = new Distances(network);
    layer = new int[network.nodes()];
    cursor = new int[network.nodes()];
    queue = new int[network.nodes()];
    path = new int[network.nodes()];
  }

  /** Ships everything that can be shipped. */
  void run() {
    for (long nearest = distances.measure();
        nearest != Distances.FAR;
        nearest = distances.measure()) {
      for (int node = 0; node < network.nodes(); node++) {
        network.addPotential(node, Math.min(distances.to(node), nearest));
      }
      numberLayers();
      fillShortestPaths();
    }
  }

  /**
   * Numbers the nodes by their steps along arcs that cost nothing, up to the first that lacks
   * something.
   */
  private void numberLayers() {
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
  }

  private boolean isFree(int arc) {
    return network.room(arc) > 0 && network.corrected(arc) == 0;
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
}
