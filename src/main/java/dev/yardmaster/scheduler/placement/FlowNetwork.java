package dev.yardmaster.scheduler.placement;

import java.util.Arrays;

/**
 * A network through which whole units flow at a cost, in its residual form: each arc has a twin
 * that takes back what flows through it.
 *
 * <p>A <em>plain</em> arc has a capacity and a fixed cost per unit. An <em>elastic</em> arc has no
 * limit, but each further unit costs more than the one before; it is one arc whose two costs change
 * with each unit, instead of one arc for each unit.
 *
 * <p>Arcs are first added, under numbers that their owner keeps. Then the network is closed, which
 * puts the arcs that leave one node side by side: walking over them is what takes the time.
 */
final class FlowNetwork {

  private final int[] supply;
  private final long[] potential;
  private int arcs;

  /** Arcs as they were added; a twin follows its arc. */
  private Arcs added;

  /** The same by node; replaced on closing. */
  private Arcs sorted = new Arcs(0);

  private int[] firstArc = {};
  private int[] position = {};
  private int[] twin = {};

  private static final class Arcs {

    final int[] tail;
    final int[] head;
    final int[] room;
    final long[] cost;
    final long[] rise;

    Arcs(int length) {
      this(new int[length], new int[length], new int[length], new long[length], new long[length]);
    }

    private Arcs(int[] tail, int[] head, int[] room, long[] cost, long[] rise) {
      this.tail = tail;
      this.head = head;
      this.room = room;
      this.cost = cost;
      this.rise = rise;
    }

    Arcs withLength(int length) {
      return new Arcs(
          Arrays.copyOf(tail, length),
          Arrays.copyOf(head, length),
          Arrays.copyOf(room, length),
          Arrays.copyOf(cost, length),
          Arrays.copyOf(rise, length));
    }

    void copy(int arc, Arcs to, int at) {
      to.tail[at] = tail[arc];
      to.head[at] = head[arc];
      to.room[at] = room[arc];
      to.cost[at] = cost[arc];
      to.rise[at] = rise[arc];
    }
  }

  FlowNetwork(int nodes, int expectedArcs) {
    supply = new int[nodes];
    potential = new long[nodes];
    added = new Arcs(2 * expectedArcs + 2);
  }

  int nodes() {
    return supply.length;
  }

  /** What enters the flow at this node; negative where it has to leave. */
  int supply(int node) {
    return supply[node];
  }

  void addSupply(int node, int amount) {
    supply[node] += amount;
  }

  /** What the costs of arcs are corrected by; 0 at first. */
  long potential(int node) {
    return potential[node];
  }

  void addPotential(int node, long amount) {
    potential[node] += amount;
  }

  /**
   * @param room how much more may flow
   * @param flow how much flows already, and may be taken back
   * @return its number, for {@link #flow}
   */
  int addPlain(int tail, int head, int room, int flow, long cost) {
    add(tail, head, room, cost, 0);
    add(head, tail, flow, -cost, 0);
    return arcs - 2;
  }

  /**
   * @param cost of the next unit
   * @param costBack of taking a unit back
   * @param rise what each further unit costs more than the one before; positive
   */
  void addElastic(int tail, int head, long cost, long costBack, long rise) {
    add(tail, head, 1, cost, rise);
    add(head, tail, 1, costBack, rise);
  }

  private void add(int tail, int head, int room, long cost, long rise) {
    if (arcs == added.tail.length) {
      added = added.withLength(2 * arcs);
    }
    added.tail[arcs] = tail;
    added.head[arcs] = head;
    added.room[arcs] = room;
    added.cost[arcs] = cost;
    added.rise[arcs] = rise;
    arcs++;
  }

  /** To be called once, when all arcs are there. Those of one node stay in the order given. */
  void close() {
    firstArc = new int[nodes() + 1];
    for (int arc = 0; arc < arcs; arc++) {
      firstArc[added.tail[arc] + 1]++;
    }
    for (int node = 0; node < nodes(); node++) {
      firstArc[node + 1] += firstArc[node];
    }
    int[] next = Arrays.copyOf(firstArc, nodes());
    sorted = new Arcs(arcs);
    position = new int[arcs];
    for (int arc = 0; arc < arcs; arc++) {
      position[arc] = next[added.tail[arc]]++;
      added.copy(arc, sorted, position[arc]);
    }
    twin = new int[arcs];
    for (int arc = 0; arc < arcs; arc++) {
      twin[position[arc]] = position[arc ^ 1];
    }
    added = new Arcs(0);
  }

  /** The arcs that leave a node are those from here to, but without, {@code first(node + 1)}. */
  int first(int node) {
    return firstArc[node];
  }

  int tail(int arc) {
    return sorted.tail[arc];
  }

  int head(int arc) {
    return sorted.head[arc];
  }

  /** Its cost, plus the potential where it begins, less the potential where it ends. */
  long corrected(int arc) {
    return sorted.cost[arc] + potential[sorted.tail[arc]] - potential[sorted.head[arc]];
  }

  /** How much may flow at this cost. */
  int room(int arc) {
    return sorted.room[arc];
  }

  /** Lets an amount of at most {@link #room} flow. */
  void push(int arc, int amount) {
    int back = twin[arc];
    if (sorted.rise[arc] == 0) {
      sorted.room[arc] -= amount;
      sorted.room[back] += amount;
    } else {
      sorted.cost[arc] += sorted.rise[arc];
      sorted.cost[back] -= sorted.rise[arc];
    }
  }

  /** How much flows through the plain arc that was added under this number. */
  int flow(int added) {
    return sorted.room[position[added ^ 1]];
  }
}
