package dev.yardmaster.scheduler.placement;

import java.util.List;

/**
 * As even as tags and workers allow (semantics §8).
 *
 * <p>Goal: of all ways to give the movable bindings to workers, one with the least sum of the
 * squares of the loads; of those, one with the fewest moves. Constraints: a worker has one binding
 * and may serve only some; bindings that stay are load; the same fleet gives the same moves.
 *
 * <p>Method: a binding may go to a free worker, or take the worker of another one, which goes
 * elsewhere in turn: an alternating path. One from a host with load l + 2 or more to a host with
 * load l makes the loads more even, and without any such path they are as even as they can be
 * (Harvey, Ladner, Lovász, Tamir: <em>Semi-matchings for bipartite graphs and load balancing</em>,
 * 2006). They speak of machines that anybody who fits can join. Here the joints of a path are not
 * hosts but workers of one host with equal offers ({@link BalanceNetwork}): a binding that comes to
 * a free worker lets any binding of that host go on; one that comes where all are taken lets only
 * one of these go on; and a binding may change its worker on its own host, to leave a rare one.
 *
 * <p>Why that is enough: an assignment is a flow of whole units whose cost is a sum of convex
 * functions, one for each host. Of such a flow it is known that it costs the least exactly if no
 * closed walk in its residual network costs less than nothing; and a closed walk can do so only
 * through two hosts, that is, along an alternating path. The moves are a second digit of the same
 * cost, so the walks that would save a move at equal evenness are ruled out at the same time.
 * {@link CheapestFlow} keeps both free of such walks all the time and brings in what is still
 * missing, shortest paths first, instead of looking for walks one by one.
 *
 * <p>Why the highest load is the least possible too: say it is m here and less than m in some other
 * assignment. The difference of the two falls into alternating paths; one begins at a host with m
 * here, and ends where the other has more, which is less than m, so here at most m - 2. That path
 * would make the loads more even, but there is none.
 *
 * <p>What is carried out is the difference between the fleet and this assignment: {@link
 * MoveChains}. Cost: linear in the workers, needs times offers, and for each round of {@link
 * CheapestFlow} the arcs, which are need classes times offers, and the pairs of a class and a place
 * that there are. 1,000 hosts with 20,000 bindings and 50 tags take 10 to 35 ms; two to three times
 * as long where every host has other tags and a few tasks have most of the bindings.
 *
 * <p>Example: H1 {gpu, linux} has a binding that needs linux, H3 {gpu} two that need gpu; H1 and H2
 * {linux} have one free worker each. H1's goes to H2, and one of H3's to H1. {@link GreedyBalance}
 * finds nothing.
 */
record OptimalBalance() implements BalancePolicy {

  @Override
  public List<Move> plan(Fleet fleet) {
    if (fleet.maxMoves() == 0 || fleet.free().isEmpty()) {
      return List.of();
    }
    FleetClasses classes = new FleetClasses(fleet);
    BalanceNetwork network = new BalanceNetwork(classes);
    network.solve();
    return new MoveChains(classes, network).inOrder(fleet.maxMoves());
  }
}
