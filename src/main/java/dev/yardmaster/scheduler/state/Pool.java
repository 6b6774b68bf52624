package dev.yardmaster.scheduler.state;

import dev.yardmaster.scheduler.placement.Offer;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/** Workers with equal offers. */
public final class Pool {

  private static final Comparator<Worker> BY_REGISTRATION = Comparator.comparing(Worker::id);

  private final Offer offer;
  private final SortedSet<Worker> members = new TreeSet<>(BY_REGISTRATION);
  private final SortedMap<String, SortedSet<Worker>> askingByHost = new TreeMap<>();
  private int asking;
  int bound;

  /** With the time since when, which rises. */
  private final SequencedMap<Worker, Long> returning = new LinkedHashMap<>();

  /** The needs that its workers satisfy by kind and tags. */
  final List<HungryTasks> satisfied = new ArrayList<>();

  Pool(Offer offer) {
    this.offer = offer;
  }

  public Offer offer() {
    return offer;
  }

  /** All its workers, by registration. */
  public SortedSet<Worker> members() {
    return Collections.unmodifiableSortedSet(members);
  }

  /** Its workers that are bound to a task. */
  public int bound() {
    return bound;
  }

  /**
   * When the last of those was retired that have not asked since (service time); {@link
   * Timed#NEVER} where there is none.
   */
  public long lastRetired() {
    return returning.isEmpty() ? Timed.NEVER : returning.lastEntry().getValue();
  }

  /** Its unbound workers that ask. */
  public int asking() {
    return asking;
  }

  /** Its unbound workers that ask, by registration, under the names of their hosts. */
  public SortedMap<String, SortedSet<Worker>> askingByHost() {
    return Collections.unmodifiableSortedMap(askingByHost);
  }

  void join(Worker worker) {
    members.add(worker);
  }

  void leave(Worker worker) {
    stopAsking(worker);
    members.remove(worker);
  }

  void returning(Worker worker, long now) {
    returning.putIfAbsent(worker, now);
  }

  void back(Worker worker) {
    returning.remove(worker);
  }

  void startAsking(Worker worker) {
    if (askingByHost
        .computeIfAbsent(worker.host().name(), host -> new TreeSet<>(BY_REGISTRATION))
        .add(worker)) {
      asking++;
    }
  }

  void stopAsking(Worker worker) {
    SortedSet<Worker> there = askingByHost.get(worker.host().name());
    if (there != null && there.remove(worker)) {
      asking--;
      if (there.isEmpty()) {
        askingByHost.remove(worker.host().name());
      }
    }
  }
}
