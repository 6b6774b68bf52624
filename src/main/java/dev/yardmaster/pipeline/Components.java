package dev.yardmaster.pipeline;

import java.util.Arrays;

/**
 * Goal: which nodes of a directed graph reach each other.
 *
 * <p>Method: strongly connected components by R. Tarjan (<i>Depth-first search and linear graph
 * algorithms</i>, 1972) with a stack of its own instead of recursion. Time and memory are linear.
 *
 * <p>Example: edges 0→1, 1→0, 2→0 give {@code [0, 0, 1]}.
 */
final class Components {

  private final int[][] targets;
  private final int[] order;
  private final int[] low;
  private final int[] component;
  private final int[] nextTarget;
  private final int[] path;
  private final int[] open;
  private int pathLength;
  private int openCount;
  private int visited;
  private int components;

  private Components(int[][] targets) {
    int nodes = targets.length;
    this.targets = targets;
    this.order = new int[nodes];
    this.low = new int[nodes];
    this.component = new int[nodes];
    this.nextTarget = new int[nodes];
    this.path = new int[nodes];
    this.open = new int[nodes];
    Arrays.fill(component, -1);
  }

  /** For every node the number of its component. */
  static int[] of(int[][] targets) {
    Components search = new Components(targets);
    for (int node = 0; node < targets.length; node++) {
      if (search.order[node] == 0) {
        search.explore(node);
      }
    }
    return search.component;
  }

  private void explore(int root) {
    enter(root);
    while (pathLength > 0) {
      int node = path[pathLength - 1];
      if (nextTarget[node] < targets[node].length) {
        follow(node, targets[node][nextTarget[node]++]);
      } else {
        leave(node);
      }
    }
  }

  private void enter(int node) {
    order[node] = ++visited;
    low[node] = visited;
    path[pathLength++] = node;
    open[openCount++] = node;
  }

  private void follow(int node, int target) {
    if (order[target] == 0) {
      enter(target);
    } else if (component[target] < 0) {
      low[node] = Math.min(low[node], order[target]);
    }
  }

  private void leave(int node) {
    pathLength--;
    if (low[node] == order[node]) {
      close(node);
    }
    if (pathLength > 0) {
      int parent = path[pathLength - 1];
      low[parent] = Math.min(low[parent], low[node]);
    }
  }

  private void close(int root) {
    int node;
    do {
      node = open[--openCount];
      component[node] = components;
    } while (node != root);
    components++;
  }
}
