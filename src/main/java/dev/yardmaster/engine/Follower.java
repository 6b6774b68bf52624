package dev.yardmaster.engine;

import dev.yardmaster.engine.Journal.AuditEntry;
import dev.yardmaster.engine.Journal.Batch;
import java.time.Duration;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Takes committed facts from the committer at once and gives them to one thread of its own, on
 * which everything of its {@link Body} runs. The thread looks when it is time or when somebody
 * waits, not for every batch: there are thousands of them a second.
 */
public final class Follower implements CommittedListener {

  /** What follows the facts; all of it is called on the follower's thread. */
  public interface Body {

    /** Facts, in the order of their commit. */
    void committed(Batch batch, List<AuditEntry> told);

    /** Facts may have been missed: those to come go on from a state that has to be looked at. */
    void missed();

    /**
     * The clock has come so far; called again and again.
     *
     * @param now by {@link EngineClock#nanos}
     * @return nanoseconds until it wants to be called at the latest
     */
    long pass(long now);
  }

  private static final Logger LOG = LoggerFactory.getLogger(Follower.class);

  /**
   * Events that wait for the thread. It takes millions a second; when so many wait, it hangs, and
   * keeping more would take the memory that others need.
   */
  static final long MAX_WAITING = 200_000;

  /** What is left takes milliseconds; a database that takes longer is not waited for. */
  private static final Duration STOP_WITHIN = Duration.ofSeconds(10);

  private final Body body;
  private final EngineClock clock;
  private final Thread thread;
  private final Queue<Runnable> queue = new ConcurrentLinkedQueue<>();
  private final AtomicLong waiting = new AtomicLong();
  private final AtomicBoolean missedIsQueued = new AtomicBoolean();
  private volatile boolean stopping;

  public Follower(String name, Body body, EngineClock clock) {
    this.body = body;
    this.clock = clock;
    this.thread = Thread.ofPlatform().name(name).daemon().unstarted(this::run);
  }

  public void start() {
    thread.start();
  }

  /** Ends when what is queued is done; returns then, or when that takes too long. */
  public void stop() {
    stopping = true;
    LockSupport.unpark(thread);
    try {
      if (!thread.join(STOP_WITHIN)) {
        LOG.warn("{} has not ended within {}.", thread.getName(), STOP_WITHIN);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Runs something on the follower's thread, soon and in order with the facts. */
  public void post(Runnable task) {
    queue.add(task);
    LockSupport.unpark(thread);
  }

  @Override
  public void committed(Batch batch, List<AuditEntry> told) {
    int weight = batch.events().size();
    long total = waiting.addAndGet(weight);
    if (total > MAX_WAITING) {
      waiting.addAndGet(-weight);
      missed();
      return;
    }
    queue.add(
        () -> {
          waiting.addAndGet(-weight);
          body.committed(batch, told);
        });
    if (!told.isEmpty() || total > MAX_WAITING / 2) {
      LockSupport.unpark(thread);
    }
  }

  @Override
  public void rebuilt() {
    missed();
  }

  /** Whatever is missed while this waits in the queue is missed before it is told. */
  private void missed() {
    if (missedIsQueued.compareAndSet(false, true)) {
      post(
          () -> {
            missedIsQueued.set(false);
            body.missed();
          });
    }
  }

  private void run() {
    while (!stopping || !queue.isEmpty()) {
      for (Runnable task = queue.poll(); task != null; task = queue.poll()) {
        guarded(task);
      }
      long pause = pass();
      if (queue.isEmpty() && !stopping) {
        LockSupport.parkNanos(this, pause);
      }
    }
  }

  private long pass() {
    try {
      return body.pass(clock.nanos());
    } catch (RuntimeException e) {
      LOG.error("{} met an error; it goes on.", thread.getName(), e);
      return 1_000_000_000L;
    }
  }

  private void guarded(Runnable task) {
    try {
      task.run();
    } catch (RuntimeException e) {
      LOG.error("{} met an error; it looks at the state afresh.", thread.getName(), e);
      body.missed();
    }
  }
}
