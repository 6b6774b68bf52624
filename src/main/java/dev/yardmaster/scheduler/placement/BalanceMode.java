package dev.yardmaster.scheduler.placement;

/** How bindings are spread over the hosts (semantics §8). */
public enum BalanceMode {
  /** As evenly as tags and free workers allow, with the fewest moves. */
  OPTIMAL(new OptimalBalance()),

  /** Only moves that help by themselves; a chain of moves is not found. */
  GREEDY(new GreedyBalance()),

  /** Bindings stay where they are. */
  OFF(new NoBalance());

  private final BalancePolicy policy;

  BalanceMode(BalancePolicy policy) {
    this.policy = policy;
  }

  public BalancePolicy policy() {
    return policy;
  }
}
