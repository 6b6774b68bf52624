package dev.yardmaster.scheduler.simulation;

import java.util.List;
import java.util.SplittableRandom;

/** Everything random of a history; the same for the same seed. */
final class Chance {

  private final SplittableRandom random;

  Chance(long seed) {
    this(new SplittableRandom(seed));
  }

  private Chance(SplittableRandom random) {
    this.random = random;
  }

  /** For somebody whose choices should not disturb those of the others. */
  Chance split() {
    return new Chance(random.split());
  }

  boolean happens(double probability) {
    return probability > 0 && random.nextDouble() < probability;
  }

  /** Both included. */
  int between(int least, int most) {
    return random.nextInt(least, most + 1);
  }

  <T> T oneOf(List<T> choices) {
    return choices.get(random.nextInt(choices.size()));
  }

  @SafeVarargs
  final <T> T oneOf(T... choices) {
    return choices[random.nextInt(choices.length)];
  }
}
