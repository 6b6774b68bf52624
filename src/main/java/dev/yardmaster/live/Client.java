package dev.yardmaster.live;

import dev.yardmaster.scheduler.RunId;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * One who watches: what waits to be sent to it, and how far it has seen each run. Used on one
 * thread, but for {@link #heard}.
 */
final class Client {

  /** An event that came while the snapshot was being taken, which may have it or not. */
  private record Held(long batch, Frame frame) {}

  private final Line line;

  /** How to come back to the one thread when a message is over. */
  private final Consumer<Runnable> thread;

  private final Queue<Frame> queue = new ArrayDeque<>();
  private final Map<RunId, Long> seen = new HashMap<>();
  private final Map<Topic<?, ?>, Long> topics = new IdentityHashMap<>();
  private final List<Held> held = new ArrayList<>();
  private long queuedBytes;
  private boolean sending;
  private boolean inSend;
  private long sendingSince;
  private long now;
  private long freeAt;
  private boolean behind;
  private @Nullable Subscription subscription;
  private boolean waitsForSnapshot = true;
  private boolean gone;
  private long snapshotBatch;
  private final @Nullable Long ends;
  private volatile long lastHeard;
  private long lastPing;

  /**
   * @param now nanoseconds, as everywhere here
   */
  Client(Line line, Consumer<Runnable> thread, long now) {
    this(line, thread, now, null);
  }

  /**
   * @param ends when it may no longer watch, for then whoever watches has to sign in again; null
   *     for as long as it wants
   */
  Client(Line line, Consumer<Runnable> thread, long now, @Nullable Long ends) {
    this.ends = ends;
    this.line = line;
    this.thread = thread;
    this.now = now;
    this.lastHeard = now;
    this.lastPing = now;
  }

  Line line() {
    return line;
  }

  @Nullable Subscription subscription() {
    return subscription;
  }

  /** What came before is forgotten; a snapshot is on its way. */
  void subscribes(Subscription wanted) {
    subscription = wanted;
    awaitsSnapshot();
  }

  void awaitsSnapshot() {
    waitsForSnapshot = true;
    seen.clear();
    topics.clear();
    held.clear();
  }

  boolean waitsForSnapshot() {
    return waitsForSnapshot;
  }

  boolean isGone() {
    return gone;
  }

  void leaves() {
    gone = true;
    queue.clear();
    held.clear();
    queuedBytes = 0;
  }

  /** Whether so much waits for it that it has to go. */
  boolean isBehind() {
    return behind;
  }

  /** Up to which version of its feed it has seen the run. */
  long seen(RunId run) {
    return seen.getOrDefault(run, 0L);
  }

  void saw(RunId run, long version) {
    seen.put(run, version);
  }

  /** Up to which version it has seen what is seen in pictures. */
  long seen(Topic<?, ?> topic) {
    return topics.getOrDefault(topic, 0L);
  }

  void saw(Topic<?, ?> topic) {
    topics.put(topic, topic.version());
  }

  /** The batch of its snapshot: pictures from before say nothing to it. */
  long snapshotBatch() {
    return snapshotBatch;
  }

  /** The snapshot, and then what happened since it was taken. */
  void begins(Frame snapshot, long batch, long at) {
    waitsForSnapshot = false;
    snapshotBatch = batch;
    put(snapshot, at);
    held.stream().filter(one -> one.batch() > batch).forEach(one -> event(one.frame(), at));
    held.clear();
  }

  /** An event of a batch, in order. */
  void event(Frame frame, long batch, long at) {
    if (!waitsForSnapshot) {
      event(frame, at);
    } else if (held.size() < LiveLimits.MAX_QUEUED) {
      held.add(new Held(batch, frame));
    } else {
      behind = true;
    }
  }

  private void event(Frame frame, long at) {
    if (queue.size() >= LiveLimits.MAX_QUEUED
        || queuedBytes + frame.bytes() > LiveLimits.MAX_QUEUED_BYTES) {
      behind = true;
    } else {
      put(frame, at);
    }
  }

  /** An answer, a snapshot: whatever has to come, however long it is. */
  void put(Frame frame, long at) {
    queue.add(frame);
    queuedBytes += frame.bytes();
    pump(at);
  }

  /** Whether nothing waits for it, and it has not had more bytes than it may. */
  boolean takesCounters(long at) {
    return !waitsForSnapshot && !sending && queue.isEmpty() && at >= freeAt;
  }

  /** Counters, of which it gets the next ones when there is room for them. */
  void counters(Frame frame, long at) {
    long second = 1_000_000_000L;
    // Half a second's worth may come at once, which is what several runs make of it.
    long from = Math.max(freeAt, at - second / 2);
    freeAt = from + frame.bytes() * second / LiveLimits.BYTES_A_SECOND;
    put(frame, at);
  }

  private void pump(long at) {
    now = at;
    if (inSend) {
      return;
    }
    inSend = true;
    for (Frame next = next(); next != null; next = next()) {
      sending = true;
      sendingSince = now;
      send(next);
    }
    inSend = false;
  }

  private @Nullable Frame next() {
    if (sending || gone) {
      return null;
    }
    Frame next = queue.poll();
    if (next != null) {
      queuedBytes -= next.bytes();
    }
    return next;
  }

  private void send(Frame frame) {
    Thread here = Thread.currentThread();
    line.send(
        frame.text(),
        failure -> {
          if (Thread.currentThread() == here && inSend) {
            over(failure);
          } else {
            thread.accept(
                () -> {
                  over(failure);
                  pump(now);
                });
          }
        });
  }

  private void over(@Nullable Throwable failure) {
    sending = false;
    if (failure != null) {
      behind = true;
    }
  }

  /** Whether a message has been on its way for too long. */
  boolean hangs(long at) {
    return sending && at - sendingSince > LiveLimits.SEND_WITHIN.toNanos();
  }

  /** A sign of life; called on any thread. */
  void heard(long at) {
    lastHeard = at;
  }

  boolean isSilent(long at) {
    return at - lastHeard > LiveLimits.SILENT_FOR.toNanos();
  }

  /** Whether whoever watches has to sign in again. */
  boolean isSignedOut(long at) {
    return ends != null && at - ends >= 0;
  }

  void pingWhenDue(long at) {
    if (at - lastPing >= LiveLimits.PING_EVERY.toNanos()) {
      lastPing = at;
      line.ping();
    }
  }
}
