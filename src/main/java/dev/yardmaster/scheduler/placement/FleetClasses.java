package dev.yardmaster.scheduler.placement;

import dev.yardmaster.scheduler.placement.Fleet.Bound;
import dev.yardmaster.scheduler.placement.Fleet.Free;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;

/**
 * A fleet in which equal things are one, and everything is a number.
 *
 * <p>A <em>place</em> is the workers of one host with equal offers; a <em>stay</em> is the movable
 * bindings of one need class at one place. Hosts that can neither give nor take are left out:
 * nothing will change there.
 */
final class FleetClasses {

  /** Workers of one host with equal offers. */
  record Place(int host, int offer) {}

  /** Movable bindings of one class at one place. */
  record Stay(int needClass, int place) {}

  private static final Comparator<Offer> FEWEST_TAGS_FIRST =
      Comparator.comparingInt(offer -> offer.tags().size());

  private final List<Bound> movable;
  private final List<Free> free;
  private final Numbering<String> hosts = new Numbering<>();
  private final Numbering<Place> places = new Numbering<>();
  private final Numbering<Stay> stays = new Numbering<>();
  private final List<List<Integer>> bindingsOfStay = new ArrayList<>();
  private final List<List<Free>> freeAtPlace = new ArrayList<>();
  private final List<Offer> offers;
  private final NeedClasses needs;
  private final int[] load;

  FleetClasses(Fleet fleet) {
    movable = fleet.bound().stream().filter(Bound::movable).toList();
    free = fleet.free();
    Map<Offer, Integer> offerNumbers = new IdentityHashMap<>();
    offers = numberOffers(offerNumbers);
    needs = new NeedClasses(offers);
    numberHosts();
    for (Free worker : free) {
      freeAtPlace.get(place(worker.host(), offerNumbers.get(worker.offer()))).add(worker);
    }
    for (int i = 0; i < movable.size(); i++) {
      addToStay(i, offerNumbers.get(movable.get(i).offer()));
    }
    load = new int[hosts.size()];
    fleet.bound().stream()
        .mapToInt(one -> hosts.find(one.host()))
        .filter(host -> host >= 0)
        .forEach(host -> load[host]++);
  }

  /** Offers with few tags come first, so that among equally good ones no rare worker is wasted. */
  private List<Offer> numberOffers(Map<Offer, Integer> byIdentity) {
    Numbering<Offer> seen = new Numbering<>();
    free.forEach(one -> byIdentity.computeIfAbsent(one.offer(), seen::of));
    movable.forEach(one -> byIdentity.computeIfAbsent(one.offer(), seen::of));
    List<Offer> ordered = new ArrayList<>(seen.things());
    ordered.sort(FEWEST_TAGS_FIRST);
    Numbering<Offer> inOrder = new Numbering<>();
    ordered.forEach(inOrder::of);
    byIdentity.replaceAll((offer, number) -> inOrder.of(seen.thing(number)));
    return inOrder.things();
  }

  private void numberHosts() {
    Numbering<String> names = new Numbering<>();
    free.forEach(one -> names.of(one.host()));
    movable.forEach(one -> names.of(one.host()));
    names.things().stream().sorted().forEach(hosts::of);
  }

  private int place(String host, int offer) {
    int place = places.of(new Place(hosts.find(host), offer));
    if (place == freeAtPlace.size()) {
      freeAtPlace.add(new ArrayList<>());
    }
    return place;
  }

  private void addToStay(int index, int offer) {
    Bound one = movable.get(index);
    int place = place(one.host(), offer);
    int stay = stays.of(new Stay(needs.of(one.task(), one.need()), place));
    if (stay == bindingsOfStay.size()) {
      bindingsOfStay.add(new ArrayList<>());
    }
    bindingsOfStay.get(stay).add(index);
  }

  /** In the order of their names. */
  List<String> hosts() {
    return hosts.things();
  }

  /** All bound workers of the host, movable or not. */
  int load(int host) {
    return load[host];
  }

  /** Those with the fewest tags first. */
  List<Offer> offers() {
    return offers;
  }

  NeedClasses needs() {
    return needs;
  }

  List<Place> places() {
    return places.things();
  }

  /** By registration. */
  List<Free> freeAt(int place) {
    return freeAtPlace.get(place);
  }

  List<Stay> stays() {
    return stays.things();
  }

  /** Oldest first; numbers for {@link #movable}. */
  List<Integer> bindingsOf(int stay) {
    return bindingsOfStay.get(stay);
  }

  /** By binding. */
  List<Bound> movable() {
    return movable;
  }
}
