package dev.yardmaster.scheduler.placement;

import java.util.Random;
import org.jspecify.annotations.Nullable;

/** Fleets of chance; the same seed gives the same fleets. */
final class RandomFleets {

  private static final String[] TAGS = {"", "a", "b", "c", "a b", "b c", "a b c"};

  private RandomFleets() {}

  /**
   * Some hosts are crowded, some bindings stay, some workers are kept for one task.
   *
   * @param hosts at most so many, at least one
   * @param workers at most so many
   */
  static Fleet fleet(Random random, int hosts, int workers) {
    FleetBuilder fleet = new FleetBuilder();
    int someHosts = 1 + random.nextInt(hosts);
    int crowded = random.nextInt(someHosts);
    int count = random.nextInt(workers + 1);
    int fixedPercent = random.nextInt(30);
    for (int i = 0; i < count; i++) {
      boolean inTheCrowd = random.nextInt(3) == 0;
      String host = "host-" + (inTheCrowd ? crowded : random.nextInt(someHosts));
      Offer offer = offer(random);
      String needs = needs(random, offer);
      boolean free = random.nextInt(100) < (inTheCrowd ? 10 : 50);
      if (free || needs == null) {
        fleet.free(host, offer);
      } else {
        fleet.add(host, offer, needs, random.nextInt(100) >= fixedPercent);
      }
    }
    return fleet.build();
  }

  private static Offer offer(Random random) {
    String tags = TAGS[random.nextInt(TAGS.length)];
    boolean reserved = random.nextInt(8) == 0;
    return FleetBuilder.offer(tags, reserved ? TAGS[random.nextInt(TAGS.length)] : null);
  }

  /** What a task may need that a worker with this offer serves; null where chance finds none. */
  private static @Nullable String needs(Random random, Offer offer) {
    for (int i = 0; i < 20; i++) {
      String needs = TAGS[random.nextInt(TAGS.length)];
      if (offer.mayServe(FleetBuilder.need(needs), FleetBuilder.task(needs))) {
        return needs;
      }
    }
    return null;
  }
}
