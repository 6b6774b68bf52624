package dev.yardmaster.scheduler.placement;

import dev.yardmaster.scheduler.TaskId;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Which offers may serve which tasks.
 *
 * <p>Goal: bindings that may go to the same workers are looked at as one. Constraints: thousands of
 * tasks and offers; tags are strings. Method: tags become bits, so that the subset rule costs a few
 * machine instructions; it is asked once for each pair of a need and an offer; then tasks that the
 * same offers may serve are one class, whatever they are called. Cost: needs × offers. Example:
 * tasks that need {@code gpu} and tasks that need {@code cuda} are one class as long as every
 * worker has both or none of the two.
 */
final class NeedClasses {

  private record Known(Need need, int number) {}

  private final List<Offer> offers;
  private final Numbering<String> tags = new Numbering<>();
  private final long[][] offered;
  private final BitSet reserved = new BitSet();
  private final Map<Need, BitSet> satisfied = new HashMap<>();
  private final Map<TaskId, Known> byTask = new HashMap<>();
  private final Numbering<BitSet> classes = new Numbering<>();

  /**
   * @param offers no two of them equal
   */
  NeedClasses(List<Offer> offers) {
    this.offers = offers;
    for (Offer offer : offers) {
      offer.tags().forEach(tags::of);
    }
    offered = new long[offers.size()][];
    for (int i = 0; i < offers.size(); i++) {
      offered[i] = bits(offers.get(i).tags());
      reserved.set(i, offers.get(i).run() != null || offers.get(i).task() != null);
    }
  }

  int size() {
    return classes.size();
  }

  /** The numbers of the offers that may serve the class. */
  BitSet servers(int needClass) {
    return classes.thing(needClass);
  }

  /**
   * The class of a task.
   *
   * @throws IllegalArgumentException if the task was said to need something else before: a bug
   */
  int of(TaskId task, Need need) {
    Known known = byTask.get(task);
    if (known == null) {
      known = new Known(need, classes.of(serversOf(task, need)));
      byTask.put(task, known);
    }
    if (known.need() != need && !known.need().equals(need)) {
      throw new IllegalArgumentException(task + " needs both " + known.need() + " and " + need);
    }
    return known.number();
  }

  private BitSet serversOf(TaskId task, Need need) {
    BitSet able = satisfied.computeIfAbsent(need, this::ableTo);
    if (!able.intersects(reserved)) {
      return able;
    }
    BitSet servers = (BitSet) able.clone();
    for (int i = reserved.nextSetBit(0); i >= 0; i = reserved.nextSetBit(i + 1)) {
      if (!offers.get(i).reservedFor(task)) {
        servers.clear(i);
      }
    }
    return servers;
  }

  private BitSet ableTo(Need need) {
    BitSet able = new BitSet(offers.size());
    if (need.tags().stream().anyMatch(tag -> tags.find(tag) < 0)) {
      return able;
    }
    long[] needed = bits(need.tags());
    for (int i = 0; i < offered.length; i++) {
      if (offers.get(i).kind() == need.kind() && isSubset(needed, offered[i])) {
        able.set(i);
      }
    }
    return able;
  }

  private long[] bits(Iterable<String> some) {
    long[] bits = new long[tags.size() / Long.SIZE + 1];
    for (String tag : some) {
      int number = tags.find(tag);
      bits[number / Long.SIZE] |= 1L << number;
    }
    return bits;
  }

  private static boolean isSubset(long[] some, long[] of) {
    for (int i = 0; i < some.length; i++) {
      if ((some[i] & ~of[i]) != 0) {
        return false;
      }
    }
    return true;
  }
}
