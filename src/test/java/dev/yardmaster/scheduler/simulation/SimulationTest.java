package dev.yardmaster.scheduler.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.yardmaster.scheduler.event.Event;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Thousands of random histories of the core, each from one seed.
 *
 * <p>{@code -Dyardmaster.simulation.histories=N} plays N of them, {@code
 * -Dyardmaster.simulation.base=S} begins at seed S instead of 1, {@code
 * -Dyardmaster.simulation.seed=S} plays exactly that one again. The seeds of a normal run are
 * always the same, so that a change is judged by what it changes; who wants to search, moves the
 * base.
 */
class SimulationTest {

  private static final String PROPERTIES = "yardmaster.simulation.";
  private static final long BASE = Long.getLong(PROPERTIES + "base", 1);
  private static final int HISTORIES = Integer.getInteger(PROPERTIES + "histories", 10_000);
  private static final Long SEED = Long.getLong(PROPERTIES + "seed");

  /** From so many histories on, everything that can happen has to have happened. */
  private static final int ENOUGH_TO_SEE_EVERYTHING = 2_000;

  private final Coverage coverage = new Coverage();

  /** Whoever asks for millions knows that it takes a while. */
  @Test
  @Timeout(value = 12, unit = TimeUnit.HOURS)
  void everyHistoryKeepsEveryPromise() {
    long from = SEED == null ? BASE : SEED;
    long to = SEED == null ? BASE + HISTORIES : SEED + 1;
    System.out.printf("Simulation: histories of the seeds %d to %d%n", from, to - 1);
    Optional<AssertionError> failure =
        LongStream.range(from, to)
            .parallel()
            .mapToObj(this::play)
            .flatMap(Optional::stream)
            .findFirst();
    failure.ifPresent(
        error -> {
          throw error;
        });
    System.out.printf("Simulation: %s%n", coverage);
    if (to - from >= ENOUGH_TO_SEE_EVERYTHING) {
      assertThat(coverage.neverSeen()).isEmpty();
    }
  }

  private Optional<AssertionError> play(long seed) {
    try {
      coverage.note(History.play(seed));
      return Optional.empty();
    } catch (AssertionError error) {
      return Optional.of(error);
    }
  }

  @Test
  void theSameSeedTellsTheSameHistory() {
    for (long seed = BASE; seed < BASE + 200; seed++) {
      List<Event> once = History.play(seed).events();
      List<Event> again = History.play(seed).events();
      assertThat(Events.same(once, again)).as("seed %d", seed).isTrue();
    }
  }
}
