package dev.yardmaster.scheduler.placement;

import static dev.yardmaster.scheduler.placement.Replay.told;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;

import dev.yardmaster.scheduler.placement.Fleet.Bound;
import dev.yardmaster.scheduler.placement.Fleet.Free;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.SortedMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestReporter;

/** As evenly as possible, with the fewest moves. */
class OptimalBalanceTest {

  private static final BalancePolicy OPTIMAL = BalanceMode.OPTIMAL.policy();

  @Test
  void findsTwoMovesThatOnlyTogetherHelp() {
    Fleet fleet =
        new FleetBuilder()
            .bound("H1", "gpu linux", "linux")
            .bound(2, "H3", "gpu", "gpu")
            .free("H1", "gpu linux")
            .free("H2", "linux")
            .build();

    List<Move> plan = OPTIMAL.plan(fleet);

    assertThat(told(plan)).containsExactlyInAnyOrder("b-1 to w-5", "b-3 to w-4");
    assertThat(Replay.after(fleet, plan))
        .containsOnly(entry("H1", 1), entry("H2", 1), entry("H3", 1));
  }

  @Test
  void theWorkerThatOneLeavesIsTakenByTheNext() {
    Fleet fleet =
        new FleetBuilder()
            .bound("H1", "gpu linux", "linux")
            .bound(2, "H3", "gpu", "gpu")
            .free("H2", "linux")
            .build();

    assertThat(told(OPTIMAL.plan(fleet))).containsExactly("b-1 to w-4", "b-3 to w-1");
  }

  @Test
  void aBindingMakesRoomOnItsOwnHost() {
    Fleet fleet =
        new FleetBuilder()
            .bound("H1", "gpu", "")
            .free("H1", "")
            .bound(3, "H2", "gpu", "gpu")
            .build();

    assertThat(told(OPTIMAL.plan(fleet))).containsExactly("b-1 to w-2", "b-4 to w-1");
  }

  @Test
  void knownLoadsEndEven() {
    FleetBuilder fleet = new FleetBuilder().bound(4, "a", "", "").bound(3, "b", "", "");
    fleet.bound(3, "c", "", "").bound(3, "d", "", "").free(4, "e", "").free(4, "f", "");
    List<Move> plan = OPTIMAL.plan(fleet.build());

    assertThat(Replay.after(fleet.build(), plan).values())
        .containsExactlyInAnyOrder(3, 2, 2, 2, 2, 2);
    assertThat(plan).hasSize(4);
  }

  @Test
  void theYoungestMovesAndNoRareWorkerIsWasted() {
    Fleet fleet = new FleetBuilder().bound(2, "a", "", "").free("b", "gpu").free("b", "").build();

    assertThat(told(OPTIMAL.plan(fleet))).containsExactly("b-2 to w-4");
  }

  @Test
  void whatIsEvenEnoughStays() {
    Fleet fleet =
        new FleetBuilder()
            .bound(2, "a", "gpu linux", "gpu")
            .bound(1, "b", "gpu linux", "linux")
            .free(3, "b", "gpu linux")
            .build();

    assertThat(OPTIMAL.plan(fleet)).isEmpty();
    assertThat(OPTIMAL.plan(new FleetBuilder().build())).isEmpty();
  }

  @Test
  void whoeverMayNotMoveCountsAsLoad() {
    Fleet fleet =
        new FleetBuilder()
            .fixed(4, "a")
            .bound(2, "a", "", "")
            .fixed(3, "b")
            .free(3, "b", "")
            .fixed(9, "elsewhere")
            .build();

    assertThat(Replay.after(fleet, OPTIMAL.plan(fleet)))
        .containsOnly(entry("a", 5), entry("b", 4), entry("elsewhere", 9));
  }

  @Test
  void reachesTheLeastMaximumAndSumOfSquaresWithTheFewestMovesOnEverySmallFleet() {
    Tally tally = new Tally();
    SmallFleets.forEach(tally::compare);

    int upToThreeOfAnyKind = 1 + 39 + 39 * 40 / 2 + 39 * 40 * 41 / 6;
    int fourOrFiveSimpleOnes = 21 * 22 * 23 * 24 / 24 + 21 * 22 * 23 * 24 * 25 / 120;
    assertThat(tally.moves).isEqualTo(tally.fewest);
    assertThat(tally.fleets).isEqualTo(3 * upToThreeOfAnyKind + fourOrFiveSimpleOnes);
  }

  @Test
  void reachesThemOnThousandsOfRandomFleets(TestReporter reporter) {
    Random random = new Random(1);
    Tally tally = new Tally();
    for (int i = 0; i < 6_000; i++) {
      tally.compare(RandomFleets.fleet(random, 5, 8));
    }

    reporter.publishEntry("moves", tally.moves + ", the fewest possible: " + tally.fewest);
    assertThat(tally.moves).isGreaterThan(1_000).isEqualTo(tally.fewest);
  }

  @Test
  void reachesThemOnFleetsTooLargeToTryEverything() {
    Random random = new Random(2);
    for (int i = 0; i < 300; i++) {
      Fleet fleet = RandomFleets.fleet(random, 12, 80);
      List<Move> plan = OPTIMAL.plan(fleet);
      CheapestAssignment oracle = new CheapestAssignment(fleet);

      assertThat(Replay.sumOfSquares(Replay.after(fleet, plan).values()))
          .isEqualTo(oracle.leastSumOfSquares());
      assertThat(plan).hasSize(oracle.fewestMoves());
    }
  }

  @Test
  void smallPlansLeadToTheSameEndInNoMoreMoves() {
    Random random = new Random(4);
    for (int i = 0; i < 1_000; i++) {
      Fleet fleet = RandomFleets.fleet(random, 6, 20);
      List<Move> whole = OPTIMAL.plan(fleet);
      long goal = Replay.sumOfSquares(Replay.after(fleet, whole).values());
      int moves = 0;
      Fleet now = fleet;
      for (int most = 1; most <= whole.size(); ) {
        Fleet bounded = new Fleet(now.bound(), now.free(), most);
        List<Move> plan = OPTIMAL.plan(bounded);
        Replay.after(bounded, plan);
        now = Replay.fleetAfter(bounded, plan);
        moves += plan.size();
        most += plan.isEmpty() ? 1 : 0;
      }
      assertThat(Replay.sumOfSquares(Replay.loadsOf(now).values())).isEqualTo(goal);
      assertThat(moves).isEqualTo(whole.size());
    }
  }

  @Test
  void theOrderOfTheListsDoesNotMatter() {
    Random random = new Random(5);
    for (int i = 0; i < 500; i++) {
      Fleet fleet = RandomFleets.fleet(random, 8, 40);
      List<Bound> bound = new ArrayList<>(fleet.bound());
      List<Free> free = new ArrayList<>(fleet.free());
      Collections.shuffle(bound, random);
      Collections.shuffle(free, random);
      Fleet shuffled = new Fleet(bound, free, fleet.maxMoves());

      for (BalanceMode mode : BalanceMode.values()) {
        assertThat(mode.policy().plan(shuffled)).isEqualTo(mode.policy().plan(fleet));
      }
    }
  }

  /** Compares plans with what trying every assignment finds. */
  private static final class Tally {

    private int fleets;
    private long moves;
    private long fewest;

    void compare(Fleet fleet) {
      List<Move> plan = OPTIMAL.plan(fleet);
      SortedMap<String, Integer> loads = Replay.after(fleet, plan);
      EveryAssignment oracle = new EveryAssignment(fleet);
      if (Replay.sumOfSquares(loads.values()) != oracle.leastSumOfSquares()
          || EveryAssignment.maximum(loads) != oracle.leastMaximum()) {
        throw new AssertionError(plan + " leads to " + loads + " in " + fleet);
      }
      fleets++;
      moves += plan.size();
      fewest += oracle.fewestMoves();
    }
  }
}
