package dev.yardmaster.scheduler.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.yardmaster.scheduler.Decision;
import dev.yardmaster.scheduler.command.Outcome;
import dev.yardmaster.scheduler.command.Outcome.Acceptance;
import dev.yardmaster.scheduler.command.Outcome.Delivery;
import dev.yardmaster.scheduler.command.Outcome.LeaseOutcome;
import dev.yardmaster.scheduler.event.Event;
import dev.yardmaster.scheduler.event.Event.EndKind;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import java.util.stream.LongStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The oracle objects when it is told something else than what happened. */
class OracleTest {

  /** What such a lie is about happens in most of so many histories. */
  private static final int HISTORIES = 40;

  /** What is done to each decision before the oracle sees it. */
  enum Lie {
    A_RELEASE_IS_LOST(without(Event.BlocksReleased.class::isInstance)),
    A_LEASE_IS_LOST(without(Event.BlocksLeased.class::isInstance)),
    A_START_IS_LOST(without(Event.BindingStarted.class::isInstance)),
    AN_END_IS_LOST(without(Event.BindingEnded.class::isInstance)),
    A_DEATH_IS_LOST(without(Lie::isDeath)),
    AN_ABANDONMENT_IS_LOST(without(Event.TaskAbandoned.class::isInstance)),
    A_RELEASE_COUNTS_TWICE(twice(Event.BlocksReleased.class::isInstance)),
    A_LEASE_IS_GIVEN_TWICE(twice(Event.BlocksLeased.class::isInstance)),
    AN_END_COUNTS_TWICE(twice(Event.BindingEnded.class::isInstance)),
    NOBODY_IS_ANSWERED(decision -> with(decision, decision.outcome(), List.of())),
    EVERYTHING_IS_STALE(
        decision -> with(decision, stale(decision.outcome()), decision.deliveries()));

    private final UnaryOperator<Decision> told;

    Lie(UnaryOperator<Decision> told) {
      this.told = told;
    }

    private static boolean isDeath(Event event) {
      return event instanceof Event.BindingEnded ended && ended.end() == EndKind.DIRTY;
    }

    private static UnaryOperator<Decision> without(Predicate<Event> which) {
      return decision -> withEvents(decision, which, 0);
    }

    private static UnaryOperator<Decision> twice(Predicate<Event> which) {
      return decision -> withEvents(decision, which, 2);
    }

    private static Decision withEvents(Decision decision, Predicate<Event> which, int times) {
      List<Event> told = new ArrayList<>();
      for (Event event : decision.events()) {
        for (int i = 0; i < (which.test(event) ? times : 1); i++) {
          told.add(event);
        }
      }
      return new Decision(decision.outcome(), decision.deliveries(), told);
    }

    private static Decision with(Decision decision, Outcome outcome, List<Delivery> deliveries) {
      return new Decision(outcome, deliveries, decision.events());
    }

    private static Outcome stale(Outcome outcome) {
      return outcome instanceof Outcome.Released released
          ? new Outcome.Released(
              released.results().stream()
                  .map(each -> new LeaseOutcome(each.lease(), Acceptance.STALE))
                  .toList(),
              released.next())
          : outcome;
    }
  }

  @ParameterizedTest
  @EnumSource
  void noLieGoesUnnoticed(Lie lie) {
    assertThat(LongStream.range(0, HISTORIES).anyMatch(seed -> isNoticed(lie, seed))).isTrue();
  }

  private static boolean isNoticed(Lie lie, long seed) {
    try {
      History.play(seed, lie.told);
      return false;
    } catch (AssertionError objection) {
      return true;
    }
  }
}
