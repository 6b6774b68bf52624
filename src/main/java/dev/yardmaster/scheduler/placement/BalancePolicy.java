package dev.yardmaster.scheduler.placement;

import java.util.List;

/**
 * Which bindings go over to workers on less loaded hosts (semantics §8). Pure: the same fleet gives
 * the same moves, in whatever order its lists were given.
 */
public sealed interface BalancePolicy permits OptimalBalance, GreedyBalance, NoBalance {

  /**
   * The moves, to be carried out in this order.
   *
   * <ul>
   *   <li>Each binding moves at most once, to a worker that may serve its task and that is free or
   *       was left by an earlier move. Whatever number of moves from the front is carried out, each
   *       of them is possible.
   *   <li>The sum of the squares of the loads never rises, but for the moves of a chain (see {@link
   *       Move}), which stand next to each other: inside of one it may be higher for a while.
   *   <li>There are at most {@link Fleet#maxMoves()} of them. No chain is cut: one that does not
   *       fit is left out.
   * </ul>
   */
  List<Move> plan(Fleet fleet);
}
