package dev.yardmaster.live;

import dev.yardmaster.engine.Engine.Picture;
import dev.yardmaster.engine.Follower;
import dev.yardmaster.engine.Journal.AuditEntry;
import dev.yardmaster.engine.Journal.Batch;
import dev.yardmaster.live.Scenes.Scene;
import dev.yardmaster.scheduler.RunId;
import dev.yardmaster.scheduler.view.RunView;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Who watches what, and what they get when.
 *
 * <p>Goal: each client sees a state and then everything that comes after it, nothing lost and
 * nothing twice. Constraints: no client slows another or the service; a thousand of them cost
 * little. Method: whoever subscribes first gets its place in the feeds, then the snapshot is taken,
 * which says after which batch it was; of what the feeds have, only what is newer goes out after
 * it. Counters are written once for all who have seen the same.
 *
 * <p>Everything here runs on one thread.
 */
final class Switchboard implements Follower.Body {

  /** Codes of RFC 6455. */
  private static final int TRY_AGAIN_LATER = 1013;

  /** Private to this service: 4000 and 401. */
  private static final int SIGN_IN_AGAIN = 4401;

  private static final int POLICY_VIOLATION = 1008;
  private static final long SECOND = 1_000_000_000L;

  /** Fine enough for ten messages a second. */
  private static final long TICK = 25_000_000L;

  /** Those who want the same snapshot: one is taken for all of them. */
  private static final class Group {
    final List<Client> waiting = new ArrayList<>();
    boolean asked;
    long notBefore;
  }

  private final Scenes scenes;
  private final Frames frames;

  /** Back to the thread on which all of this runs. */
  private final Consumer<Runnable> thread;

  private final Set<Client> clients = new LinkedHashSet<>();
  private final Map<RunId, RunFeed> feeds = new LinkedHashMap<>();
  private final Map<Subscription, Group> groups = new LinkedHashMap<>();
  private final Pulses pulses;
  private int asked;
  private long now;
  private long nextRound;

  Switchboard(Scenes scenes, Frames frames, Consumer<Runnable> thread, long now) {
    this.scenes = scenes;
    this.frames = frames;
    this.thread = thread;
    this.now = now;
    this.pulses = new Pulses(scenes, frames, thread);
  }

  /** How many are there. */
  int size() {
    return clients.size();
  }

  void connects(Client client) {
    clients.add(client);
  }

  void subscribes(Client client, Subscription wanted) {
    if (client.isGone()) {
      return;
    }
    unsubscribe(client);
    client.subscribes(wanted);
    for (RunId run : wanted.runs()) {
      feeds.computeIfAbsent(run, RunFeed::new).clients().add(client);
    }
    if (wanted.all()) {
      pulses.add(client);
    }
    waits(client, wanted);
  }

  private void waits(Client client, Subscription wanted) {
    groups.computeIfAbsent(wanted, any -> new Group()).waiting.add(client);
    askForSnapshots();
  }

  /** It does not speak the protocol. */
  void refuses(Client client, String message) {
    client.put(frames.refusal("bad_request", null, message), now);
    letGo(client, POLICY_VIOLATION, message);
  }

  void leaves(Client client) {
    unsubscribe(client);
    clients.remove(client);
    client.leaves();
  }

  /** All are sent away: the service stops. */
  void end(int code, String reason) {
    List.copyOf(clients).forEach(client -> letGo(client, code, reason));
  }

  private void letGo(Client client, int code, String reason) {
    leaves(client);
    client.line().close(code, reason);
  }

  private void unsubscribe(Client client) {
    Subscription before = client.subscription();
    if (before != null) {
      for (RunId run : before.runs()) {
        RunFeed feed = feeds.get(run);
        if (feed != null && feed.clients().remove(client) && feed.clients().isEmpty()) {
          feeds.remove(run);
        }
      }
      Group group = groups.get(before);
      if (group != null) {
        group.waiting.remove(client);
        if (group.waiting.isEmpty() && !group.asked) {
          groups.remove(before);
        }
      }
    }
    pulses.remove(client);
  }

  // --- snapshots --------------------------------------------------------------------------------

  private void askForSnapshots() {
    for (Map.Entry<Subscription, Group> entry : List.copyOf(groups.entrySet())) {
      Group group = entry.getValue();
      if (asked < LiveLimits.SNAPSHOTS_AT_ONCE
          && !group.asked
          && !group.waiting.isEmpty()
          && now >= group.notBefore) {
        ask(entry.getKey(), group);
      }
    }
  }

  private void ask(Subscription wanted, Group group) {
    List<Client> forThese = List.copyOf(group.waiting);
    group.waiting.clear();
    group.asked = true;
    asked++;
    scenes
        .scene(wanted)
        .whenComplete(
            (picture, failure) ->
                thread.accept(() -> answered(wanted, group, forThese, picture, failure)));
  }

  private void answered(
      Subscription wanted,
      Group group,
      List<Client> forThese,
      @Nullable Picture<Scene> picture,
      @Nullable Throwable failure) {
    asked--;
    group.asked = false;
    List<Client> still =
        forThese.stream()
            .filter(client -> client.waitsForSnapshot() && wanted.equals(client.subscription()))
            .filter(client -> !group.waiting.contains(client))
            .toList();
    if (failure != null || picture == null) {
      group.waiting.addAll(still);
      group.notBefore = now + LiveLimits.SNAPSHOT_AGAIN.toNanos();
    } else if (!still.isEmpty()) {
      begin(wanted, still, picture);
    }
    if (group.waiting.isEmpty()) {
      groups.remove(wanted, group);
    }
    askForSnapshots();
  }

  private void begin(Subscription wanted, List<Client> ready, Picture<Scene> picture) {
    long batch = picture.batch();
    for (RunView view : picture.value().details()) {
      RunFeed feed = feeds.get(view.id());
      if (feed != null) {
        feed.explained(view, batch);
      }
    }
    Frame snapshot = frames.snapshot(picture.value());
    List<Frame> unknown = unknown(wanted, picture.value());
    for (Client client : ready) {
      for (RunId run : wanted.runs()) {
        RunFeed feed = feeds.get(run);
        client.saw(run, feed == null ? 0 : feed.versionAt(batch));
      }
      client.begins(snapshot, batch, now);
      unknown.forEach(frame -> client.put(frame, now));
    }
    pulses.began(wanted, batch, feeds);
  }

  private List<Frame> unknown(Subscription wanted, Scene scene) {
    Set<RunId> there = new LinkedHashSet<>();
    scene.details().forEach(view -> there.add(view.id()));
    return wanted.runs().stream()
        .filter(run -> !there.contains(run))
        .map(run -> frames.refusal("unknown_run", run, "no run is called " + run.value()))
        .toList();
  }

  // --- what happens -----------------------------------------------------------------------------

  @Override
  public void committed(Batch batch, List<AuditEntry> told) {
    if (clients.isEmpty()) {
      return;
    }
    for (var row : batch.tasks()) {
      RunFeed feed = feeds.get(row.task().run());
      if (feed != null) {
        feed.row(row, batch.number());
      }
    }
    for (var row : batch.runs()) {
      RunFeed feed = feeds.get(row.run());
      if (feed != null) {
        feed.row(row, batch.at().wallMillis(), batch.number());
      }
    }
    feeds.values().forEach(RunFeed::touched);
    pulses.committed(batch);
    told.forEach(entry -> tell(entry, batch.number()));
  }

  private void tell(AuditEntry entry, long batch) {
    Set<Client> listeners = new LinkedHashSet<>(pulses.clients());
    RunFeed feed = feeds.get(entry.run());
    if (feed != null) {
      listeners.addAll(feed.clients());
    }
    if (!listeners.isEmpty()) {
      Frame frame = frames.event(entry);
      listeners.forEach(client -> client.event(frame, batch, now));
      listeners.stream().filter(Client::isBehind).toList().forEach(this::tooSlow);
    }
  }

  private void tooSlow(Client client) {
    letGo(client, TRY_AGAIN_LATER, "too slow: connect again");
  }

  /** Everybody begins again with a snapshot. */
  @Override
  public void missed() {
    feeds.replaceAll(
        (run, feed) -> {
          RunFeed fresh = new RunFeed(run);
          fresh.clients().addAll(feed.clients());
          return fresh;
        });
    pulses.restart();
    for (Client client : clients) {
      Subscription wanted = client.subscription();
      if (wanted != null) {
        Group group = groups.computeIfAbsent(wanted, any -> new Group());
        client.awaitsSnapshot();
        group.waiting.remove(client);
        group.waiting.add(client);
      }
    }
    askForSnapshots();
  }

  // --- what the clock brings --------------------------------------------------------------------

  @Override
  public long pass(long at) {
    now = at;
    if (clients.isEmpty()) {
      return SECOND;
    }
    askForSnapshots();
    feeds.values().forEach(this::sendCounters);
    pulses.pass(now, clients, feeds);
    if (now >= nextRound) {
      nextRound = now + SECOND;
      List.copyOf(clients).forEach(this::lookAfter);
    }
    return TICK;
  }

  private void sendCounters(RunFeed feed) {
    if (now < feed.nextCounters) {
      return;
    }
    Map<Long, Frames.Counters> bySeen = new LinkedHashMap<>();
    long most = 0;
    for (Client client : feed.clients()) {
      long seen = client.seen(feed.run());
      if (seen < feed.latest() && client.takesCounters(now)) {
        Frames.Counters fresh = bySeen.computeIfAbsent(seen, since -> frames.counters(feed, since));
        client.saw(feed.run(), fresh.upTo());
        client.counters(fresh.frame(), now);
        most = Math.max(most, fresh.frame().bytes());
      }
    }
    if (most > 0) {
      feed.nextCounters = now + pause(most, clients.size(), LiveLimits.COUNTERS_A_SECOND);
    }
  }

  /**
   * Until the next message of a kind.
   *
   * @param bytes of this one
   * @param clients all of them
   * @param messages of that kind that all of them together may get a second
   */
  static long pause(long bytes, int clients, int messages) {
    long forBytes = bytes * SECOND / LiveLimits.BYTES_A_SECOND;
    long forMessages = clients * SECOND / messages;
    return Math.max(LiveLimits.COUNTERS_EVERY.toNanos(), Math.max(forBytes, forMessages));
  }

  private void lookAfter(Client client) {
    if (client.isBehind() || client.hangs(now)) {
      tooSlow(client);
    } else if (client.isSilent(now)) {
      letGo(client, TRY_AGAIN_LATER, "nothing was heard of you: connect again");
    } else if (client.isSignedOut(now)) {
      letGo(client, SIGN_IN_AGAIN, "the session is over: sign in again");
    } else {
      client.pingWhenDue(now);
    }
  }
}
