package dev.yardmaster.scheduler.state;

import java.util.Comparator;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeSet;

/**
 * Deadlines in order.
 *
 * <p>Goal: a lease costs no timer. Constraints: a million leases a second, each with a deadline
 * that is hardly ever reached. Method: each thing has at most one entry; a deadline that moves to
 * later leaves its entry where it is, and only when that comes up is the thing asked again. Cost:
 * an entry comes up once a deadline's length at the most, whatever the rate.
 *
 * <p>An index only: rebuilt from the things themselves, never stored.
 */
public final class Timers {

  private final TreeSet<Timed> entries =
      new TreeSet<>(
          Comparator.<Timed>comparingLong(timed -> timed.scheduledFor)
              .thenComparing(Timed::timerKey));

  /** Makes sure that the thing comes up at its deadline, or earlier. */
  void watch(Timed timed) {
    long due = timed.due();
    if (due < timed.scheduledFor) {
      forget(timed);
      timed.scheduledFor = due;
      entries.add(timed);
    }
  }

  void forget(Timed timed) {
    if (timed.scheduledFor != Timed.NEVER) {
      entries.remove(timed);
      timed.scheduledFor = Timed.NEVER;
    }
  }

  /**
   * The thing with the earliest deadline, if that is reached; taken out until it is watched again.
   * Entries that stood too early are put right first: the order is that of the deadlines, and not
   * of how often they moved, which a rebuild does not know.
   */
  public Optional<Timed> takeDue(long now) {
    while (!entries.isEmpty() && entries.first().scheduledFor <= now) {
      Timed first = entries.first();
      boolean moved = first.due() > first.scheduledFor;
      forget(first);
      if (!moved) {
        return Optional.of(first);
      }
      watch(first);
    }
    return Optional.empty();
  }

  /** When the first entry comes up; may be earlier than any deadline, never later. */
  public OptionalLong next() {
    return entries.isEmpty() ? OptionalLong.empty() : OptionalLong.of(entries.first().scheduledFor);
  }
}
