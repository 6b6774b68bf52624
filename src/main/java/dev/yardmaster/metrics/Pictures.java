package dev.yardmaster.metrics;

import dev.yardmaster.engine.Engine;
import dev.yardmaster.engine.EngineClock;
import dev.yardmaster.scheduler.view.CensusView;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * Pictures of the state for those who watch: taken when somebody asks, shared by all who ask within
 * a second, and old ones where the engine does not answer in time.
 */
final class Pictures {

  /**
   * @param at when it was asked for, by the clock's nanoseconds: it is no older than that
   */
  record Taken(CensusView census, long at) {}

  private final Engine engine;
  private final EngineClock clock;
  private final ReentrantLock lock = new ReentrantLock();
  private @Nullable CompletableFuture<Taken> asked;
  private @Nullable Long lastTried;
  private volatile @Nullable Taken last;

  Pictures(Engine engine, EngineClock clock) {
    this.engine = engine;
    this.clock = clock;
  }

  /** The latest that can be had without waiting for long; null where there never was one. */
  @Nullable Taken latest() {
    lock.lock();
    try {
      long now = clock.nanos();
      // Whoever comes while somebody else has just waited in vain does not wait again.
      if (lastTried == null || now - lastTried >= MetricBounds.PICTURE_LASTS.toNanos()) {
        lastTried = now;
        await(ask(now));
      }
      return last;
    } finally {
      lock.unlock();
    }
  }

  /** One question at a time: where the engine hangs, it is not asked again and again. */
  private CompletableFuture<Taken> ask(long now) {
    CompletableFuture<Taken> open = asked;
    if (open == null || open.isDone()) {
      open =
          engine
              .read((scheduler, at) -> scheduler.census(at))
              .thenApply(census -> keep(new Taken(census, now)));
      asked = open;
    }
    return open;
  }

  private Taken keep(Taken taken) {
    last = taken;
    return taken;
  }

  private static void await(CompletableFuture<Taken> open) {
    try {
      open.get(MetricBounds.PICTURE_PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
    } catch (TimeoutException | ExecutionException notNow) {
      // The age of the picture says so.
    } catch (InterruptedException stopping) {
      Thread.currentThread().interrupt();
    }
  }
}
