package dev.yardmaster.scheduler.placement;

import dev.yardmaster.scheduler.BindingId;
import dev.yardmaster.scheduler.TaskId;
import dev.yardmaster.scheduler.WorkerId;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.Function;

/**
 * What balance looks at: who is bound where, and where there is room.
 *
 * @param bound every bound worker, also those whose binding stays: together they are the load of
 *     their hosts. Kept in the order of the bindings
 * @param free workers that a binding may be moved to: unbound, asking, kept for nobody. Kept in the
 *     order of registration
 * @param maxMoves the most moves of one plan; 0 or more
 */
public record Fleet(List<Bound> bound, List<Free> free, int maxMoves) {

  /**
   * A bound worker.
   *
   * @param need what {@code task} needs; the same for every binding of a task
   * @param offer what {@code worker} offers. Equal offers are compared faster when they are one
   *     object
   * @param movable whether the binding may end here and go on elsewhere
   */
  public record Bound(
      BindingId binding,
      WorkerId worker,
      String host,
      TaskId task,
      Need need,
      Offer offer,
      boolean movable) {}

  /** A worker that waits for something to do. */
  public record Free(WorkerId worker, String host, Offer offer) {}

  /**
   * @throws IllegalArgumentException if a binding or a free worker is there twice, or if {@code
   *     maxMoves} is negative: a bug
   */
  public Fleet {
    if (maxMoves < 0) {
      throw new IllegalArgumentException("maxMoves is " + maxMoves + ", but must be 0 or more");
    }
    bound = ordered(bound, Bound::binding);
    free = ordered(free, Free::worker);
  }

  private static <T, K extends Comparable<K>> List<T> ordered(List<T> given, Function<T, K> key) {
    List<T> ordered = new ArrayList<>(given);
    ordered.sort(Comparator.comparing(key));
    for (int i = 1; i < ordered.size(); i++) {
      if (key.apply(ordered.get(i)).equals(key.apply(ordered.get(i - 1)))) {
        throw new IllegalArgumentException(key.apply(ordered.get(i)) + " is in the fleet twice");
      }
    }
    return List.copyOf(ordered);
  }
}
