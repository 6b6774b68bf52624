package dev.yardmaster.scheduler.placement;

import dev.yardmaster.pipeline.WorkerKind;
import dev.yardmaster.scheduler.BindingId;
import dev.yardmaster.scheduler.RunId;
import dev.yardmaster.scheduler.TaskId;
import dev.yardmaster.scheduler.WorkerId;
import dev.yardmaster.scheduler.placement.Fleet.Bound;
import dev.yardmaster.scheduler.placement.Fleet.Free;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Fleets in a few words. Tags are written {@code "gpu linux"}. Bindings and workers are numbered in
 * the order in which they are added; tasks with equal needs are one task.
 */
final class FleetBuilder {

  static final RunId RUN = new RunId("p-1");

  private final List<Bound> bound = new ArrayList<>();
  private final List<Free> free = new ArrayList<>();
  private int maxMoves = Integer.MAX_VALUE;
  private long workers;

  FleetBuilder bound(String host, String tags, String needs) {
    return add(host, offer(tags, null), needs, true);
  }

  FleetBuilder bound(int count, String host, String tags, String needs) {
    for (int i = 0; i < count; i++) {
      bound(host, tags, needs);
    }
    return this;
  }

  /** Bound, and not to be moved. */
  FleetBuilder fixed(int count, String host) {
    for (int i = 0; i < count; i++) {
      add(host, offer("", null), "", false);
    }
    return this;
  }

  FleetBuilder add(String host, Offer offer, String needs, boolean movable) {
    BindingId binding = new BindingId(bound.size() + 1);
    bound.add(new Bound(binding, worker(), host, task(needs), need(needs), offer, movable));
    return this;
  }

  FleetBuilder free(String host, String tags) {
    return free(host, offer(tags, null));
  }

  FleetBuilder free(int count, String host, String tags) {
    for (int i = 0; i < count; i++) {
      free(host, tags);
    }
    return this;
  }

  FleetBuilder free(String host, Offer offer) {
    free.add(new Free(worker(), host, offer));
    return this;
  }

  FleetBuilder maxMoves(int most) {
    maxMoves = most;
    return this;
  }

  Fleet build() {
    return new Fleet(bound, free, maxMoves);
  }

  private WorkerId worker() {
    return new WorkerId(++workers);
  }

  /**
   * @param forNeeds the only task it is for, by what that needs, or null
   */
  static Offer offer(String tags, @Nullable String forNeeds) {
    return forNeeds == null
        ? new Offer(WorkerKind.CLIENT, words(tags), null, null)
        : new Offer(WorkerKind.CLIENT, words(tags), RUN, task(forNeeds).task());
  }

  static TaskId task(String needs) {
    return new TaskId(RUN, "needs-" + needs.replace(' ', '-'));
  }

  static Need need(String needs) {
    return new Need(WorkerKind.CLIENT, words(needs));
  }

  private static TreeSet<String> words(String text) {
    return text.isEmpty() ? new TreeSet<>() : new TreeSet<>(List.of(text.split(" ")));
  }
}
