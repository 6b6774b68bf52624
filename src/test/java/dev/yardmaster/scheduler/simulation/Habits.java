package dev.yardmaster.scheduler.simulation;

/**
 * How a worker behaves in general. Times in milliseconds.
 *
 * @param oddness how often it does what its temper is known for
 * @param pace the longest time that it takes for a block
 * @param eager how often it asks for more in the trip of its report
 * @param maxBlocks most blocks that it asks for at a time
 * @param hoardsResults whether it reports only when all its blocks are done
 * @param disorder how often it does its last block first
 * @param patience how long an ask of it waits
 * @param stubborn how often it does not do what it is told
 * @param line how its messages travel
 */
record Habits(
    Temper temper,
    double oddness,
    int pace,
    double eager,
    int maxBlocks,
    boolean hoardsResults,
    double disorder,
    int patience,
    double stubborn,
    Line line) {

  /**
   * A network path.
   *
   * @param delay the longest time that a message takes
   * @param loses how often a message, or the reply to it, gets lost and is sent again
   * @param repeats how often a message arrives once more, much later
   */
  record Line(int delay, double loses, double repeats) {}

  static Habits random(Chance chance, Mood mood) {
    double prompt =
        switch (mood) {
          case HARSH -> 0;
          case CROWDED -> 0.9;
          case PLAIN, SCARCE, RESTLESS -> 0.4;
        };
    Temper temper = chance.happens(prompt) ? Temper.PROMPT : chance.oneOf(Temper.values());
    boolean noisy = chance.happens(0.3);
    return new Habits(
        temper,
        chance.oneOf(0.1, 0.3, 1.0),
        mood == Mood.CROWDED ? 2_000 : chance.oneOf(50, 500, 2_000),
        chance.oneOf(0.0, 0.5, 1.0),
        chance.oneOf(1, 1, 3, 64),
        chance.happens(0.3),
        chance.happens(0.2) ? 0.5 : 0,
        chance.oneOf(0, 2_000, 20_000),
        chance.happens(0.2) ? 0.3 : 0,
        noisy ? new Line(300, 0.1, 0.15) : new Line(chance.oneOf(0, 20), 0, 0));
  }

  /** Mostly a worker that gets things done, as there has to be one for a run to end. */
  static Habits helpful(Chance chance, Mood mood) {
    if (chance.happens(mood == Mood.HARSH ? 0.7 : 0.2)) {
      return random(chance, mood);
    }
    return new Habits(
        Temper.PROMPT, 0, 300, 0.8, chance.oneOf(1, 4), false, 0, 20_000, 0, new Line(0, 0, 0));
  }
}
