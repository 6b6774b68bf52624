package dev.yardmaster.scheduler.placement;

import dev.yardmaster.scheduler.WorkerId;
import dev.yardmaster.scheduler.placement.Fleet.Free;
import dev.yardmaster.scheduler.placement.FleetClasses.Place;
import dev.yardmaster.scheduler.placement.FleetClasses.Stay;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Comparator;
import java.util.Deque;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Moves that help by themselves (semantics §8).
 *
 * <p>Goal: a few obvious moves that a person can follow. Constraints: tags; it always ends; each
 * binding moves at most once. Method: the youngest movable binding of the most loaded host goes to
 * the least loaded host that has at least two bindings fewer and a worker that may serve it; there
 * to the worker with the fewest tags, then to the oldest. A host that can give nothing is left out
 * from then on. Equally loaded hosts come in the order of their names. The sum of the squares of
 * the loads falls with each move, so it ends. (A rule that looks at the average alone can hand one
 * binding to and fro for ever, or do nothing when the average is below one.)
 *
 * <p>A host that gives is the most loaded one, so nobody ever has two more than it has then: it
 * takes nothing afterwards, and the workers that are left there are of no use. All others only fill
 * up. So a class of bindings that finds no host will find none later, and is not looked at again.
 *
 * <p>Cost: a move looks at hosts, least loaded first, until one can take the binding; each class
 * looks once at all of them in vain. Example: loads 4, 3, 3, 3, 0, 0 become 2, 2, 2, 3, 2, 2. What
 * it cannot do: H1 has one binding that only H2, which has none, could take, and H3 has two that
 * only H1 could take. Neither move has a difference of two, so nothing moves; both together would
 * help, and {@link OptimalBalance} finds them.
 */
record GreedyBalance() implements BalancePolicy {

  /** With one binding fewer, the two hosts would only change places. */
  private static final int LEAST_DIFFERENCE = 2;

  @Override
  public List<Move> plan(Fleet fleet) {
    return new Planning(new FleetClasses(fleet)).moves(fleet.maxMoves());
  }

  private record Step(int binding, Spot from, Spot to, int offer) {}

  private static final class Planning {

    private final FleetClasses classes;
    private final int[] needClass;
    private final List<Spot> spots = new ArrayList<>();
    private final TreeSet<Spot> givers = new TreeSet<>(Spot.MOST_LOADED_FIRST);
    private final TreeSet<Spot> takers = new TreeSet<>(Spot.LEAST_LOADED_FIRST);

    /** Classes for which no host is left. */
    private final BitSet stuck = new BitSet();

    Planning(FleetClasses classes) {
      this.classes = classes;
      needClass = new int[classes.movable().size()];
      for (int host = 0; host < classes.hosts().size(); host++) {
        spots.add(new Spot(host, classes.load(host)));
      }
      for (int i = 0; i < classes.places().size(); i++) {
        Place place = classes.places().get(i);
        if (!classes.freeAt(i).isEmpty()) {
          spots.get(place.host()).free.put(place.offer(), new ArrayDeque<>(classes.freeAt(i)));
        }
      }
      for (int i = 0; i < classes.stays().size(); i++) {
        Stay stay = classes.stays().get(i);
        Spot spot = spots.get(classes.places().get(stay.place()).host());
        for (int binding : classes.bindingsOf(i)) {
          needClass[binding] = stay.needClass();
          spot.youngestFirst.add(binding);
        }
      }
      spots.forEach(spot -> spot.youngestFirst.sort(Comparator.reverseOrder()));
      givers.addAll(spots);
      takers.addAll(spots);
    }

    List<Move> moves(int most) {
      List<Move> moves = new ArrayList<>();
      while (!givers.isEmpty() && moves.size() < most) {
        Step step = bestStep(givers.first());
        if (step == null) {
          givers.removeFirst();
        } else {
          moves.add(carryOut(step));
        }
      }
      return moves;
    }

    private @Nullable Step bestStep(Spot from) {
      for (int binding : from.youngestFirst) {
        if (!stuck.get(needClass[binding])) {
          Step step = bestStep(from, binding);
          if (step != null) {
            return step;
          }
          stuck.set(needClass[binding]);
        }
      }
      return null;
    }

    private @Nullable Step bestStep(Spot from, int binding) {
      BitSet servers = classes.needs().servers(needClass[binding]);
      for (Spot to : takers) {
        if (to.load > from.load - LEAST_DIFFERENCE) {
          return null;
        }
        int offer = bestOffer(to, servers);
        if (offer >= 0) {
          return new Step(binding, from, to, offer);
        }
      }
      return null;
    }

    /** The offer of the free worker to take, or -1. */
    private int bestOffer(Spot to, BitSet servers) {
      int best = -1;
      for (int offer : to.free.keySet()) {
        if (servers.get(offer) && (best < 0 || wastesLess(to, offer, best))) {
          best = offer;
        }
      }
      return best;
    }

    private boolean wastesLess(Spot to, int offer, int than) {
      int more =
          classes.offers().get(offer).tags().size() - classes.offers().get(than).tags().size();
      return more != 0 ? more < 0 : to.oldest(offer).compareTo(to.oldest(than)) < 0;
    }

    private Move carryOut(Step step) {
      Spot to = step.to();
      boolean givesLater = givers.remove(to);
      givers.remove(step.from());
      takers.remove(step.from());
      takers.remove(to);
      step.from().give(step.binding());
      Free worker = to.take(step.offer());
      givers.add(step.from());
      takers.add(step.from());
      takers.add(to);
      if (givesLater) {
        givers.add(to);
      }
      return new Move(
          classes.movable().get(step.binding()).binding(),
          worker.worker(),
          classes.hosts().get(step.from().host),
          worker.host());
    }
  }

  /** A host as it is after the moves so far. Hosts are numbered in the order of their names. */
  private static final class Spot {

    static final Comparator<Spot> LEAST_LOADED_FIRST =
        Comparator.<Spot>comparingInt(spot -> spot.load).thenComparingInt(spot -> spot.host);

    static final Comparator<Spot> MOST_LOADED_FIRST =
        Comparator.<Spot>comparingInt(spot -> -spot.load).thenComparingInt(spot -> spot.host);

    final int host;
    int load;

    /** What has come here is not among them: it has no finished block yet. */
    final List<Integer> youngestFirst = new ArrayList<>();

    /** By offer, none empty. */
    final SortedMap<Integer, Deque<Free>> free = new TreeMap<>();

    Spot(int host, int load) {
      this.host = host;
      this.load = load;
    }

    WorkerId oldest(int offer) {
      return free.get(offer).getFirst().worker();
    }

    void give(Integer binding) {
      load--;
      youngestFirst.remove(binding);
    }

    Free take(int offer) {
      load++;
      Free worker = free.get(offer).removeFirst();
      if (free.get(offer).isEmpty()) {
        free.remove(offer);
      }
      return worker;
    }
  }
}
