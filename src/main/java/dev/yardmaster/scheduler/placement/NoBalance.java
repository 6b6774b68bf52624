package dev.yardmaster.scheduler.placement;

import java.util.List;

/** Bindings stay where they are. */
record NoBalance() implements BalancePolicy {

  @Override
  public List<Move> plan(Fleet fleet) {
    return List.of();
  }
}
