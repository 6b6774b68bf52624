package dev.yardmaster.engine;

import dev.yardmaster.engine.Commit.Stored;
import dev.yardmaster.engine.CommittedListener.Timing;
import dev.yardmaster.engine.Journal.AuditEntry;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;

/**
 * Stores what the writer decided, in order, on a thread of its own, and then lets the replies go.
 * After a failure everything behind it fails too, until the writer has thrown its state away and
 * calls {@link #recover}.
 */
final class Committer {

  private static final Logger LOG = LoggerFactory.getLogger(Committer.class);

  private final Journal journal;
  private final EngineClock clock;
  private final int maxUncommitted;
  private final Mailbox<?> mailbox;
  private final Seldom seldom;
  private final List<CommittedListener> listeners = new CopyOnWriteArrayList<>();

  /** A reply may run what its caller hung on the future; on these threads it blocks nobody. */
  private final ExecutorService replying =
      Executors.newThreadPerTaskExecutor(Thread.ofVirtual().name("reply-", 0).factory());

  private final ReentrantLock lock = new ReentrantLock();
  private final Condition changed = lock.newCondition();
  private final ArrayDeque<Commit> queue = new ArrayDeque<>();
  private int uncommitted;
  private OptionalLong committingSince = OptionalLong.empty();
  private @Nullable JournalUnavailableException failure;
  private boolean stopping;

  Committer(Journal journal, EngineClock clock, int maxUncommitted, Mailbox<?> mailbox) {
    this.journal = journal;
    this.clock = clock;
    this.maxUncommitted = maxUncommitted;
    this.mailbox = mailbox;
    this.seldom = new Seldom(clock);
  }

  void listen(CommittedListener listener) {
    listeners.add(listener);
  }

  /** The writer calls this only when {@link #awaitRoom} said that there is room. */
  void hand(Commit commit) {
    lock.lock();
    try {
      queue.add(commit);
      uncommitted++;
      changed.signalAll();
    } finally {
      lock.unlock();
    }
  }

  /** Whether there is room for one more, at once or within the time. */
  boolean awaitRoom(long nanos) throws InterruptedException {
    lock.lock();
    try {
      long left = nanos;
      while (uncommitted >= maxUncommitted && left > 0) {
        left = changed.awaitNanos(left);
      }
      return uncommitted < maxUncommitted;
    } finally {
      lock.unlock();
    }
  }

  /** Waits until everything handed over has been committed, or has failed. */
  void awaitIdle() throws InterruptedException {
    lock.lock();
    try {
      while (uncommitted > 0) {
        changed.await();
      }
    } finally {
      lock.unlock();
    }
  }

  /** Whether the present commit takes so long that service time stands still. */
  boolean isStalled() {
    OptionalLong since = committingSince();
    return since.isPresent() && clock.nanos() - since.getAsLong() > Ticker.STALL_GRACE.toNanos();
  }

  /** When the commit began that is not over yet, by the clock's nanoseconds. */
  OptionalLong committingSince() {
    lock.lock();
    try {
      return committingSince;
    } finally {
      lock.unlock();
    }
  }

  /** Nanoseconds that the present commit has taken so far; 0 where there is none. */
  long committingFor() {
    OptionalLong since = committingSince();
    return since.isPresent() ? Math.max(0, clock.nanos() - since.getAsLong()) : 0;
  }

  /** Batches handed over that are not stored yet, the present one included. */
  int uncommitted() {
    lock.lock();
    try {
      return uncommitted;
    } finally {
      lock.unlock();
    }
  }

  @Nullable JournalUnavailableException failure() {
    lock.lock();
    try {
      return failure;
    } finally {
      lock.unlock();
    }
  }

  /** The state is being rebuilt from what is committed; what comes now rests on that. */
  void recover() {
    lock.lock();
    try {
      failure = null;
    } finally {
      lock.unlock();
    }
  }

  void stop() {
    lock.lock();
    try {
      stopping = true;
      changed.signalAll();
    } finally {
      lock.unlock();
    }
  }

  /** The committer's thread; ends after {@link #stop}, when the queue is empty. */
  void run() {
    try {
      for (Commit commit = next(); commit != null; commit = next()) {
        commit(commit);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      replying.shutdown();
    }
  }

  private @Nullable Commit next() throws InterruptedException {
    lock.lock();
    try {
      while (queue.isEmpty() && !stopping) {
        changed.await();
      }
      Commit commit = queue.poll();
      if (commit != null) {
        committingSince = OptionalLong.of(clock.nanos());
      }
      return commit;
    } finally {
      lock.unlock();
    }
  }

  private void commit(Commit commit) {
    long begun = clock.nanos();
    JournalUnavailableException failed = failure();
    List<AuditEntry> told = new ArrayList<>();
    if (failed == null) {
      failed = store(commit.stored(), told);
      if (failed != null) {
        listeners.forEach(listener -> tell(listener::notStored));
      }
    }
    if (failed == null) {
      long now = clock.nanos();
      Timing timing = new Timing(now - commit.since(), now - begun);
      over(null);
      commit.replies().forEach(reply -> replying.execute(reply::send));
      tellListeners(commit.stored(), told, timing);
    } else {
      // Closed before anybody hears of it, so that whoever does finds it closed; and before the
      // writer can see that this is over and open it again.
      mailbox.close(failed);
      over(failed);
      mailbox.wake();
      fail(commit.replies(), failed);
    }
  }

  private @Nullable JournalUnavailableException store(Stored stored, List<AuditEntry> told) {
    try {
      switch (stored) {
        case Stored.Nothing() -> {}
        case Stored.Facts(Journal.Batch batch) -> told.addAll(journal.append(batch));
        case Stored.Time(var at) -> journal.keepTime(at);
        case Stored.Check() -> journal.probe();
      }
      return null;
    } catch (JournalUnavailableException e) {
      boolean news = seldom.isNews(String.valueOf(e.getMessage()));
      LOG.atLevel(news ? Level.WARN : Level.DEBUG)
          .log("A commit failed; the state is rebuilt from the journal. {}", e.getMessage());
      LOG.debug("How it failed", e);
      return e;
    } catch (RuntimeException | Error e) {
      LOG.error("A commit failed unexpectedly; the state is rebuilt from the journal.", e);
      return new JournalUnavailableException("The service could not store what it decided.", e);
    }
  }

  private void over(@Nullable JournalUnavailableException failed) {
    lock.lock();
    try {
      uncommitted--;
      committingSince = OptionalLong.empty();
      failure = failed;
      changed.signalAll();
    } finally {
      lock.unlock();
    }
  }

  void fail(List<Reply> replies, Throwable cause) {
    replies.forEach(reply -> replying.execute(() -> reply.fail(cause)));
  }

  private void tellListeners(Stored stored, List<AuditEntry> told, Timing timing) {
    if (stored instanceof Stored.Facts(Journal.Batch batch)) {
      List<AuditEntry> entries = List.copyOf(told);
      listeners.forEach(
          listener -> {
            tell(() -> listener.stored(batch, timing));
            tell(() -> listener.committed(batch, entries));
          });
    }
  }

  void tellRebuilt() {
    listeners.forEach(listener -> tell(listener::rebuilt));
  }

  private static void tell(Runnable news) {
    try {
      news.run();
    } catch (RuntimeException e) {
      LOG.error("A listener to committed facts failed; the facts themselves are safe.", e);
    }
  }
}
