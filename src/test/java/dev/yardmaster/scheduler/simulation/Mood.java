package dev.yardmaster.scheduler.simulation;

/** What a history has more of than others, so that rare things meet each other. */
enum Mood {
  PLAIN,
  /** Most workers do their worst, also those that come to help. */
  HARSH,
  /** Many good workers on few hosts, and much to do: bindings move. */
  CROWDED,
  /** Everything is demanding, and budgets are small: everybody waits for somebody. */
  SCARCE,
  /** Budgets change and the service restarts again and again. */
  RESTLESS;

  static Mood random(Chance chance) {
    return chance.happens(0.5) ? PLAIN : chance.oneOf(values());
  }
}
