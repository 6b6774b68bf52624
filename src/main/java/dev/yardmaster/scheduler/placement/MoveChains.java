package dev.yardmaster.scheduler.placement;

import dev.yardmaster.scheduler.WorkerId;
import dev.yardmaster.scheduler.placement.BalanceNetwork.Transfer;
import dev.yardmaster.scheduler.placement.Fleet.Bound;
import dev.yardmaster.scheduler.placement.Fleet.Free;
import dev.yardmaster.scheduler.placement.FleetClasses.Place;
import dev.yardmaster.scheduler.placement.FleetClasses.Stay;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.Deque;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Which binding goes to which worker, and in which order.
 *
 * <p>Goal: moves that can be carried out one after the other, that never leave the loads less even,
 * and of which a bounded number does some good. Constraints: the network only says how many of
 * which class go where. Method: of a class that leaves a place, the youngest bindings go; who comes
 * to a place takes its free workers first and then those left there. A move to a free worker, the
 * move to the worker that it leaves, and so on, are a chain: from the host where it ends to the
 * host where it began, one binding less here, one more there, and nothing changed between. Chains
 * do not touch each other, so each can be carried out or left out. They are taken most helpful
 * first; one that would do harm now waits until others have gone ahead.
 *
 * <p>Why it never has to wait for ever: without any one chain, or any set of chains that follow on
 * each other, there would be fewer moves; as there are the fewest possible, the loads would be
 * strictly less even. So whichever chains are left, where they begin in sum there are at least two
 * more bindings than where they end in sum, and of the steps on the way down at least one does no
 * harm.
 *
 * <p>Cost: linear in the moves, but for sorting them. Example: b1 moves from H1 to a free worker of
 * H2, b3 from H3 to the worker that b1 left: one chain, b1 first.
 */
final class MoveChains {

  private static final int NOBODY = -1;

  /** A worker to move to; {@code leaver} is the binding that has to leave it first. */
  private record Berth(WorkerId worker, int host, int leaver) {}

  /** Moves that wait for one another, in order: one binding fewer here, one more there. */
  private record Chain(List<Integer> bindings, int from, int to) {}

  private final FleetClasses classes;
  private final BalanceNetwork network;
  private final List<Deque<Integer>> leaversOfClass = new ArrayList<>();
  private final List<Deque<Integer>> leaversOfPlace = new ArrayList<>();
  private final List<Deque<Berth>> berthsOfOffer = new ArrayList<>();
  private final @Nullable Berth[] target;
  private final int[] follower;
  private final int[] hostOf;
  private final int[] load;

  MoveChains(FleetClasses classes, BalanceNetwork network) {
    this.classes = classes;
    this.network = network;
    target = new Berth[classes.movable().size()];
    follower = new int[target.length];
    Arrays.fill(follower, NOBODY);
    hostOf = new int[target.length];
    load = new int[classes.hosts().size()];
    Arrays.setAll(load, classes::load);
    collectLeavers();
    collectBerths();
    match();
  }

  private void collectLeavers() {
    for (int i = 0; i < classes.needs().size(); i++) {
      leaversOfClass.add(new ArrayDeque<>());
    }
    for (int i = 0; i < classes.places().size(); i++) {
      leaversOfPlace.add(new ArrayDeque<>());
    }
    for (int i = 0; i < classes.stays().size(); i++) {
      Stay stay = classes.stays().get(i);
      List<Integer> bindings = classes.bindingsOf(i);
      int host = classes.places().get(stay.place()).host();
      for (int youngest : bindings.subList(bindings.size() - network.leaving(i), bindings.size())) {
        leaversOfClass.get(stay.needClass()).add(youngest);
        leaversOfPlace.get(stay.place()).add(youngest);
        hostOf[youngest] = host;
      }
    }
  }

  private void collectBerths() {
    for (int i = 0; i < classes.offers().size(); i++) {
      berthsOfOffer.add(new ArrayDeque<>());
    }
    for (int i = 0; i < classes.places().size(); i++) {
      Place place = classes.places().get(i);
      Deque<Berth> berths = berthsOfOffer.get(place.offer());
      int arriving = network.arriving(i);
      List<Free> free = classes.freeAt(i);
      for (Free worker : free.subList(0, Math.min(arriving, free.size()))) {
        berths.add(new Berth(worker.worker(), place.host(), NOBODY));
      }
      for (int left = arriving - free.size(); left > 0; left--) {
        int leaver = leaversOfPlace.get(i).remove();
        berths.add(new Berth(classes.movable().get(leaver).worker(), place.host(), leaver));
      }
    }
  }

  private void match() {
    for (Transfer transfer : network.transfers()) {
      Deque<Berth> berths = berthsOfOffer.get(transfer.offer());
      for (int i = 0; i < transfer.bindings(); i++) {
        int binding = leaversOfClass.get(transfer.needClass()).remove();
        Berth berth = berths.remove();
        target[binding] = berth;
        if (berth.leaver() != NOBODY) {
          follower[berth.leaver()] = binding;
        }
      }
    }
  }

  /**
   * @param most the most moves
   */
  List<Move> inOrder(int most) {
    List<Move> moves = new ArrayList<>();
    List<Chain> waiting = chains();
    int before;
    do {
      before = moves.size();
      waiting.removeIf(chain -> carriedOut(chain, moves, most));
    } while (moves.size() > before);
    return moves;
  }

  private List<Chain> chains() {
    List<Chain> chains = new ArrayList<>();
    for (int i = 0; i < target.length; i++) {
      if (target[i] != null && target[i].leaver() == NOBODY) {
        chains.add(chainFrom(i));
      }
    }
    chains.sort(
        Comparator.comparingInt(this::gain)
            .reversed()
            .thenComparingInt(chain -> chain.bindings().size()));
    return chains;
  }

  private Chain chainFrom(int first) {
    List<Integer> bindings = new ArrayList<>();
    int last = first;
    for (int next = first; next != NOBODY; next = follower[next]) {
      bindings.add(next);
      last = next;
    }
    return new Chain(bindings, hostOf[last], target[first].host());
  }

  /** Half of what it takes from the sum of the squares of the loads, as these are now. */
  private int gain(Chain chain) {
    return load[chain.from()] - load[chain.to()] - 1;
  }

  private String name(int host) {
    return classes.hosts().get(host);
  }

  private boolean carriedOut(Chain chain, List<Move> moves, int most) {
    if (gain(chain) < 0 || moves.size() + chain.bindings().size() > most) {
      return false;
    }
    for (int i : chain.bindings()) {
      Bound binding = classes.movable().get(i);
      moves.add(
          new Move(binding.binding(), target[i].worker(), name(chain.from()), name(chain.to())));
    }
    load[chain.from()]--;
    load[chain.to()]++;
    return true;
  }
}
