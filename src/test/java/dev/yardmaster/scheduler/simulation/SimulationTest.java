package dev.yardmaster.scheduler.simulation;

import org.junit.jupiter.api.Test;

class SimulationTest {
  private static final long BASE = Long.getLong("yardmaster.simulation.base", 1);
  private static final int HISTORIES =
      Integer.getInteger("yardmaster.simulation.histories", 10_000);

  @Test
  void everyHistoryKeepsEveryPromise() {
    long seed = Long.getLong("yardmaster.simulation.seed", -1);
    if (seed >= 0) {
      History.run(seed);
      return;
    }
    long steps = 0;
    int most = 0;
    int failed = 0;
    long t = System.nanoTime();
    java.util.TreeMap<Integer, AssertionError> failures = new java.util.TreeMap<>();
    for (int i = 0; i < HISTORIES; i++) {
      try {
        World world = History.run(BASE + i);
        steps += world.steps();
        most = Math.max(most, world.steps());
      } catch (AssertionError e) {
        failed++;
        String m = e.getMessage();
        failures.putIfAbsent(m.length(), e);
        System.out.println("FAIL " + m.lines().limit(1).toList());
      }
    }
    System.out.println(
        "steps "
            + steps
            + " most "
            + most
            + " failed "
            + failed
            + " ms "
            + (System.nanoTime() - t) / 1_000_000);
    if (failed > 0) throw failures.firstEntry().getValue();
  }
}
