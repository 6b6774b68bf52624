package dev.yardmaster.scheduler.placement;

import java.util.List;

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
