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
   * @param at when it was taken, by the clock's nanoseconds
   */
  record Taken(CensusView census, long at) {}

  private final Engine engine;
  private final EngineClock clock;
  private final ReentrantLock lock = new ReentrantLock();
  private @Nullable CompletableFuture<CensusView> asked;
  private volatile @Nullable Taken last;

  Pictures(Engine engine, EngineClock clock) {
    this.engine = engine;
    this.clock = clock;
  }

  /** The latest that can be had without waiting for long; null where there never was one. */
  @Nullable Taken latest() {
    lock.lock();
    try {
      if (isOld(last)) {
        await(ask());
      }
      return last;
    } finally {
      lock.unlock();
    }
  }

  private boolean isOld(@Nullable Taken taken) {
    return taken == null || clock.nanos() - taken.at() >= MetricBounds.PICTURE_LASTS.toNanos();
  }

  /** One question at a time: where the engine hangs, it is not asked again and again. */
  private CompletableFuture<CensusView> ask() {
    CompletableFuture<CensusView> open = asked;
    if (open == null || open.isDone()) {
      open = engine.read((scheduler, now) -> scheduler.census(now));
      open.thenAccept(census -> last = new Taken(census, clock.nanos()));
      asked = open;
    }
    return open;
  }

  private void await(CompletableFuture<CensusView> open) {
    try {
      CensusView census = open.get(MetricBounds.PICTURE_PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
      last = new Taken(census, clock.nanos());
    } catch (TimeoutException | ExecutionException notNow) {
      // The age of the picture says so.
    } catch (InterruptedException stopping) {
      Thread.currentThread().interrupt();
    }
  }
}
