package dev.yardmaster.live;

import dev.yardmaster.engine.Engine.Picture;
import dev.yardmaster.engine.Journal.Batch;
import dev.yardmaster.live.Scenes.Pulse;
import dev.yardmaster.scheduler.RunId;
import dev.yardmaster.scheduler.view.RunTotals;
import dev.yardmaster.scheduler.view.RunView;
import dev.yardmaster.scheduler.view.SharesView;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * What no event says: sums of all runs, why tasks wait, and what becomes of budgets. Looked at
 * together, seldom, and only while somebody watches.
 */
final class Pulses {

  /** Runs whose sums one look takes; the others come with the next. */
  private static final int MAX_TOTALS = 100;

  /** Runs whose last sums are kept for clients that were busy. */
  private static final int MAX_KEPT = 1_000;

  private static final String SERVICE = "";

  private final Scenes scenes;
  private final Frames frames;
  private final Consumer<Runnable> thread;

  /** Who follows all runs. */
  private final Set<Client> clients = new LinkedHashSet<>();

  /** Runs that changed, oldest change first; only while somebody follows all. */
  private final Set<RunId> changed = new LinkedHashSet<>();

  private final Topic<RunId, RunTotals> totals = new Topic<>(MAX_KEPT);
  private final Topic<String, SharesView> service = new Topic<>(1);
  private boolean something;
  private boolean asked;
  private long life;
  private long nextLook;
  private long nextIdleLook;
  private long nextTotals;
  private long nextBudgets;

  Pulses(Scenes scenes, Frames frames, Consumer<Runnable> thread) {
    this.scenes = scenes;
    this.frames = frames;
    this.thread = thread;
  }

  Set<Client> clients() {
    return clients;
  }

  void add(Client client) {
    clients.add(client);
  }

  void remove(Client client) {
    clients.remove(client);
    if (clients.isEmpty()) {
      changed.clear();
      totals.clear();
    }
  }

  /** Somebody begins, and has seen what the topics may not show yet. */
  void began(Subscription wanted, long batch, Map<RunId, RunFeed> feeds) {
    something = true;
    totals.snapshotAt(batch);
    service.snapshotAt(batch);
    for (RunId run : wanted.runs()) {
      RunFeed feed = feeds.get(run);
      if (feed != null) {
        feed.budget().snapshotAt(batch);
      }
    }
  }

  /** What was seen may be of a state that is no more. */
  void restart() {
    changed.clear();
    totals.clear();
    service.clear();
    something = true;
    life++;
  }

  void committed(Batch batch) {
    something = true;
    if (!clients.isEmpty()) {
      batch.tasks().forEach(row -> changed.add(row.task().run()));
      batch.runs().forEach(row -> changed.add(row.run()));
    }
  }

  void pass(long now, Collection<Client> all, Map<RunId, RunFeed> feeds) {
    if (!asked && now >= (something ? nextLook : nextIdleLook)) {
      ask(now, feeds);
    }
    if (now >= nextTotals) {
      nextTotals = send(totals, frames::summaries, clients, now, all.size());
    }
    if (now >= nextBudgets) {
      nextBudgets = send(service, seen -> frames.budget(seen.getFirst()), all, now, all.size());
    }
    for (RunFeed feed : feeds.values()) {
      send(
          feed.budget(),
          seen -> frames.budget(feed.run(), seen.getFirst()),
          feed.clients(),
          now,
          0);
    }
  }

  /** Writes what is fresh once for all who have seen the same; answers when it may go on. */
  private static <V> long send(
      Topic<?, V> topic, Function<List<V>, Frame> write, Collection<Client> to, long now, int all) {
    Map<List<V>, Frame> written = new HashMap<>();
    long most = 0;
    for (Client client : to) {
      if (client.seen(topic) < topic.version() && client.takesCounters(now)) {
        List<V> fresh = topic.since(client.seen(topic), client.snapshotBatch());
        if (!fresh.isEmpty()) {
          Frame frame = written.computeIfAbsent(fresh, write);
          client.saw(topic);
          client.counters(frame, now);
          most = Math.max(most, frame.bytes());
        }
      }
    }
    return most == 0 ? now : now + Switchboard.pause(most, all);
  }

  private void ask(long now, Map<RunId, RunFeed> feeds) {
    something = false;
    asked = true;
    nextLook = now + LiveLimits.PULSE_EVERY.toNanos();
    nextIdleLook = now + LiveLimits.LOOK_ANYWAY.toNanos();
    Set<RunId> explained = new LinkedHashSet<>();
    for (RunFeed feed : feeds.values()) {
      if (feed.explainsNow(now)) {
        explained.add(feed.run());
      }
      something |= feed.isStale();
    }
    Set<RunId> summed = new LinkedHashSet<>();
    changed.stream().limit(MAX_TOTALS).forEach(summed::add);
    changed.removeAll(summed);
    something |= !changed.isEmpty();
    long asking = life;
    scenes
        .pulse(summed, explained, Set.copyOf(feeds.keySet()))
        .whenComplete((picture, failure) -> thread.accept(() -> answered(picture, asking, feeds)));
  }

  private void answered(@Nullable Picture<Pulse> picture, long asking, Map<RunId, RunFeed> feeds) {
    asked = false;
    if (picture == null || asking != life) {
      something = true;
      return;
    }
    long batch = picture.batch();
    Pulse pulse = picture.value();
    for (RunView view : pulse.explained()) {
      RunFeed feed = feeds.get(view.id());
      if (feed != null) {
        feed.explained(view, batch);
      }
    }
    if (!clients.isEmpty()) {
      pulse.totals().forEach(one -> totals.put(one.id(), one, batch));
    }
    SharesView shares = pulse.shares();
    service.put(SERVICE, shares.ofServiceAlone(), batch);
    shares
        .runs()
        .forEach(
            (run, ofRun) -> {
              RunFeed feed = feeds.get(run);
              if (feed != null) {
                feed.budget().put(SERVICE, ofRun, batch);
              }
            });
  }
}
