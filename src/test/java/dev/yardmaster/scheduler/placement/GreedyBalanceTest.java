package dev.yardmaster.scheduler.placement;

import static dev.yardmaster.scheduler.placement.Replay.told;
import static org.assertj.core.api.Assertions.assertThat;

import dev.yardmaster.scheduler.BindingId;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Moves that help by themselves. */
class GreedyBalanceTest {

  private static final BalancePolicy GREEDY = BalanceMode.GREEDY.policy();

  @Test
  void cannotMoveWhereOnlyTwoMovesTogetherHelp() {
    Fleet fleet =
        new FleetBuilder()
            .bound("H1", "gpu linux", "linux")
            .bound(2, "H3", "gpu", "gpu")
            .free("H1", "gpu linux")
            .free("H2", "linux")
            .build();

    assertThat(GREEDY.plan(fleet)).isEmpty();
  }

  @Test
  void aHostBelowTheAverageDoesNotKeepGivingAway() {
    FleetBuilder fleet = new FleetBuilder().bound(4, "a", "", "").bound(3, "b", "", "");
    fleet.bound(3, "c", "", "").bound(3, "d", "", "").free(4, "e", "").free(4, "f", "");

    assertThat(loadsAfter(fleet.build())).containsExactlyInAnyOrder(3, 2, 2, 2, 2, 2);
  }

  @Test
  void anAverageBelowOneIsNoStandstill() {
    FleetBuilder fleet = new FleetBuilder().bound(5, "crowded", "", "");
    for (int i = 1; i <= 15; i++) {
      fleet.free("empty-" + i, "");
    }

    assertThat(loadsAfter(fleet.build()))
        .hasSize(16)
        .allMatch(load -> load <= 1)
        .filteredOn(load -> load == 1)
        .hasSize(5);
  }

  @Test
  void theYoungestBindingMovesFirst() {
    Fleet fleet = new FleetBuilder().bound(4, "a", "", "").free(2, "b", "").build();

    assertThat(GREEDY.plan(fleet))
        .extracting(Move::binding)
        .containsExactly(new BindingId(4), new BindingId(3));
  }

  @Test
  void anOlderBindingMovesWhereTheYoungestCannot() {
    Fleet fleet =
        new FleetBuilder()
            .bound("a", "gpu linux", "linux")
            .bound("a", "gpu linux", "linux")
            .bound("a", "gpu linux", "gpu")
            .free(2, "b", "linux")
            .build();

    assertThat(told(GREEDY.plan(fleet))).containsExactly("b-2 to w-4");
  }

  @Test
  void aBindingThatMayNotMoveStays() {
    Fleet fleet = new FleetBuilder().bound("a", "", "").fixed(3, "a").free(4, "b", "").build();

    assertThat(GREEDY.plan(fleet)).extracting(Move::binding).containsExactly(new BindingId(1));
  }

  @Test
  void aHostThatMayNotServeIsNeverChosen() {
    Fleet fleet =
        new FleetBuilder()
            .bound(6, "a", "gpu linux", "gpu")
            .free(3, "empty", "linux")
            .fixed(1, "fits")
            .free(3, "fits", "gpu")
            .free("kept", FleetBuilder.offer("gpu", "linux"))
            .build();

    assertThat(GREEDY.plan(fleet))
        .extracting(move -> move.target().number())
        .containsExactly(10L + 1, 10L + 2);
  }

  @Test
  void theLeastLoadedHostIsTakenAndThereTheWorkerWithTheFewestTags() {
    Fleet fleet =
        new FleetBuilder()
            .bound(4, "a", "", "")
            .fixed(1, "b")
            .free("b", "")
            .free("c", "gpu")
            .free("c", "")
            .maxMoves(1)
            .build();

    assertThat(told(GREEDY.plan(fleet))).containsExactly("b-4 to w-8");
  }

  @Test
  void amongEqualHostsTheNameDecides() {
    Fleet fleet =
        new FleetBuilder()
            .bound(2, "y", "", "")
            .bound(2, "x", "", "")
            .free("n", "")
            .free("m", "")
            .maxMoves(1)
            .build();

    assertThat(told(GREEDY.plan(fleet))).containsExactly("b-4 to w-6");
  }

  @Test
  void eachMoveMakesTheLoadsMoreEvenAndEachBindingMovesOnce() {
    Random random = new Random(3);
    for (int i = 0; i < 3_000; i++) {
      Fleet fleet = RandomFleets.fleet(random, 6, 24);
      List<Move> plan = GREEDY.plan(fleet);
      long before = Replay.sumOfSquares(Replay.loadsOf(fleet).values());
      for (int moves = 1; moves <= plan.size(); moves++) {
        long after = Replay.sumOfSquares(Replay.after(fleet, plan.subList(0, moves)).values());
        assertThat(after).isLessThan(before);
        before = after;
      }
    }
  }

  private static Iterable<Integer> loadsAfter(Fleet fleet) {
    return Replay.after(fleet, GREEDY.plan(fleet)).values();
  }
}
