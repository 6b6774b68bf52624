package dev.yardmaster.scheduler.placement;

import dev.yardmaster.scheduler.placement.FleetClasses.Place;
import dev.yardmaster.scheduler.placement.FleetClasses.Stay;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;

/**
 * The fleet as a network of flow: every way through it is an assignment of the movable bindings to
 * workers, and what it costs is how uneven the loads are and, second, how many bindings move.
 *
 * <pre>
 *   need class ──(1 move)──▶ offer ──▶ place ──▶ host ──(dearer with each binding)──▶ load
 *        └───────────(stays, no move)───▲
 * </pre>
 *
 * <p>A place takes as many bindings as it has workers. Moves of different classes to one offer are
 * one flow, because whoever may serve at one place of an offer may do so at all of them.
 */
final class BalanceNetwork {

  /** How many bindings of a class move to workers with an offer. */
  record Transfer(int needClass, int offer, int bindings) {}

  /** One step of unevenness weighs more than any number of moves. */
  private static final long UNEVENNESS = 1L << 32;

  private final FleetClasses classes;
  private final FlowNetwork network;
  private final int firstOffer;
  private final int firstPlace;
  private final int firstHost;
  private final int load;
  private final int[] stayArcs;
  private final int[] arrivalArcs;
  private final int[][] moveArcs;

  BalanceNetwork(FleetClasses classes) {
    this.classes = classes;
    firstOffer = classes.needs().size();
    firstPlace = firstOffer + classes.offers().size();
    firstHost = firstPlace + classes.places().size();
    load = firstHost + classes.hosts().size();
    stayArcs = new int[classes.stays().size()];
    arrivalArcs = new int[classes.places().size()];
    moveArcs = new int[classes.needs().size()][];
    network = new FlowNetwork(load + 1, stayArcs.length + 3 * arrivalArcs.length);
    addMoves();
    addStays();
    addPlaces();
    addHosts();
    network.close();
  }

  private void addMoves() {
    for (int needClass = 0; needClass < moveArcs.length; needClass++) {
      BitSet servers = classes.needs().servers(needClass);
      int[] arcs = new int[servers.cardinality()];
      int count = 0;
      for (int offer = servers.nextSetBit(0); offer >= 0; offer = servers.nextSetBit(offer + 1)) {
        arcs[count++] = network.addPlain(needClass, firstOffer + offer, Integer.MAX_VALUE, 0, 1);
      }
      moveArcs[needClass] = arcs;
    }
  }

  private void addStays() {
    List<Stay> stays = classes.stays();
    for (int i = 0; i < stayArcs.length; i++) {
      Stay stay = stays.get(i);
      int bindings = classes.bindingsOf(i).size();
      stayArcs[i] = network.addPlain(stay.needClass(), firstPlace + stay.place(), 0, bindings, 0);
    }
  }

  private void addPlaces() {
    int[] bound = new int[arrivalArcs.length];
    for (int i = 0; i < stayArcs.length; i++) {
      bound[classes.stays().get(i).place()] += classes.bindingsOf(i).size();
    }
    for (int i = 0; i < arrivalArcs.length; i++) {
      Place place = classes.places().get(i);
      int free = classes.freeAt(i).size();
      arrivalArcs[i] =
          network.addPlain(firstOffer + place.offer(), firstPlace + i, free + bound[i], 0, 0);
      network.addPlain(firstPlace + i, firstHost + place.host(), free, bound[i], 0);
    }
  }

  /**
   * A host that is far from the average begins near it, with a supply or a lack of bindings: so no
   * cost is below zero at the beginning. What cannot leave it flows back to it at its true cost.
   */
  private void addHosts() {
    int average = averageLoad();
    for (int host = 0; host < classes.hosts().size(); host++) {
      int near = Math.clamp(classes.load(host), average, average + 1);
      network.addElastic(
          firstHost + host,
          load,
          UNEVENNESS * (near - average),
          UNEVENNESS * (average + 1 - near),
          UNEVENNESS);
      network.addSupply(firstHost + host, classes.load(host) - near);
      network.addSupply(load, near - classes.load(host));
    }
  }

  /** Rounded down. */
  private int averageLoad() {
    long total = 0;
    for (int host = 0; host < classes.hosts().size(); host++) {
      total += classes.load(host);
    }
    return (int) (total / Math.max(1, classes.hosts().size()));
  }

  /** Makes the loads as even as they can be, with the fewest moves. */
  void solve() {
    new CheapestFlow(network).run();
  }

  /** How many bindings of this stay leave. */
  int leaving(int stay) {
    return classes.bindingsOf(stay).size() - network.flow(stayArcs[stay]);
  }

  /** How many bindings come to this place. */
  int arriving(int place) {
    return network.flow(arrivalArcs[place]);
  }

  /** What moves at all, by class; of each those to workers with the fewest tags first. */
  List<Transfer> transfers() {
    List<Transfer> transfers = new ArrayList<>();
    for (int needClass = 0; needClass < moveArcs.length; needClass++) {
      int offer = -1;
      for (int arc : moveArcs[needClass]) {
        offer = classes.needs().servers(needClass).nextSetBit(offer + 1);
        if (network.flow(arc) > 0) {
          transfers.add(new Transfer(needClass, offer, network.flow(arc)));
        }
      }
    }
    return transfers;
  }
}
