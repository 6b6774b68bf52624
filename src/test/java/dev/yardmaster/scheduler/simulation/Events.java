package dev.yardmaster.scheduler.simulation;

import dev.yardmaster.scheduler.event.Event;
import java.util.Arrays;
import java.util.List;

/** Compares lists of events: records with arrays are not equal by themselves. */
final class Events {

  private Events() {}

  static boolean same(List<Event> some, List<Event> others) {
    if (some.size() != others.size()) {
      return false;
    }
    for (int i = 0; i < some.size(); i++) {
      if (!same(some.get(i), others.get(i))) {
        return false;
      }
    }
    return true;
  }

  static boolean same(Event one, Event other) {
    return one instanceof Event.BlocksLeased a && other instanceof Event.BlocksLeased b
        ? a.binding().equals(b.binding())
            && a.task().equals(b.task())
            && a.firstLease() == b.firstLease()
            && Arrays.equals(a.blocks(), b.blocks())
        : one.equals(other);
  }
}
