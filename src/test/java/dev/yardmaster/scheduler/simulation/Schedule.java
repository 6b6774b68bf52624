package dev.yardmaster.scheduler.simulation;

import java.util.Comparator;
import java.util.OptionalLong;
import java.util.PriorityQueue;

/** What is planned, in order of time, and of planning where times are equal. */
final class Schedule {

  private record Plan(long at, long order, Runnable what) {}

  private final PriorityQueue<Plan> plans =
      new PriorityQueue<>(Comparator.comparingLong(Plan::at).thenComparingLong(Plan::order));
  private long planned;

  void plan(long at, Runnable what) {
    plans.add(new Plan(at, planned++, what));
  }

  /** When the next plan is due. */
  OptionalLong next() {
    Plan plan = plans.peek();
    return plan == null ? OptionalLong.empty() : OptionalLong.of(plan.at());
  }

  /** Takes the next plan out. */
  Runnable take() {
    return plans.remove().what();
  }
}
