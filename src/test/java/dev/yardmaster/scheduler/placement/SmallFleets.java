package dev.yardmaster.scheduler.placement;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;

/**
 * Every fleet of up to three hosts and a few workers.
 *
 * <p>A worker is on one of the hosts, has some of two tags, and is free or bound to a task that
 * needs some of its tags. Up to three workers with any tags and needs, with and without bindings
 * that stay; up to five workers where each has at least a tag and each task needs exactly one.
 */
final class SmallFleets {

  private static final String[] HOSTS = {"x", "y", "z"};
  private static final String[] ALL_TAGS = {"", "a", "b", "a b"};
  private static final String[] SOME_TAGS = {"a", "b", "a b"};
  private static final String[] ONE_TAG = {"a", "b"};
  private static final int[][] STAYING = {{0, 0, 0}, {1, 0, 0}, {2, 1, 0}};

  private SmallFleets() {}

  static void forEach(Consumer<Fleet> visitor) {
    List<UnaryOperator<FleetBuilder>> any = kinds(ALL_TAGS, ALL_TAGS);
    for (int[] staying : STAYING) {
      for (int workers = 0; workers <= 3; workers++) {
        combine(any, 0, workers, new ArrayList<>(), staying, visitor);
      }
    }
    List<UnaryOperator<FleetBuilder>> simple = kinds(SOME_TAGS, ONE_TAG);
    for (int workers = 4; workers <= 5; workers++) {
      combine(simple, 0, workers, new ArrayList<>(), STAYING[0], visitor);
    }
  }

  private static List<UnaryOperator<FleetBuilder>> kinds(String[] offers, String[] needs) {
    List<UnaryOperator<FleetBuilder>> kinds = new ArrayList<>();
    for (String host : HOSTS) {
      for (String offer : offers) {
        kinds.add(fleet -> fleet.free(host, offer));
        for (String need : needs) {
          if (FleetBuilder.offer(offer, null).satisfies(FleetBuilder.need(need))) {
            kinds.add(fleet -> fleet.bound(host, offer, need));
          }
        }
      }
    }
    return kinds;
  }

  private static void combine(
      List<UnaryOperator<FleetBuilder>> kinds,
      int from,
      int workers,
      List<UnaryOperator<FleetBuilder>> chosen,
      int[] staying,
      Consumer<Fleet> visitor) {
    if (workers == 0) {
      FleetBuilder fleet = new FleetBuilder();
      chosen.forEach(kind -> kind.apply(fleet));
      for (int i = 0; i < HOSTS.length; i++) {
        fleet.fixed(staying[i], HOSTS[i]);
      }
      visitor.accept(fleet.build());
      return;
    }
    for (int i = from; i < kinds.size(); i++) {
      chosen.addLast(kinds.get(i));
      combine(kinds, i, workers - 1, chosen, staying, visitor);
      chosen.removeLast();
    }
  }
}
