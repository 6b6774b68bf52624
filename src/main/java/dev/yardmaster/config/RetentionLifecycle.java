package dev.yardmaster.config;

import dev.yardmaster.engine.Housekeeper;
import dev.yardmaster.engine.JournalUnavailableException;
import dev.yardmaster.engine.ServiceBusyException;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.SmartLifecycle;

/** Drives the housekeeper while the engine is there: at the start, and then every so often. */
final class RetentionLifecycle implements SmartLifecycle {

  private static final Logger LOG = LoggerFactory.getLogger(RetentionLifecycle.class);

  /** Between two steps, for the commits of others. */
  private static final Duration BREATH = Duration.ofMillis(20);

  /** A step takes milliseconds, and nobody has to wait for one that does not. */
  private static final Duration STOP_WITHIN = Duration.ofSeconds(5);

  private final Housekeeper housekeeper;
  private final Duration every;
  private final CountDownLatch stopping = new CountDownLatch(1);
  private @Nullable Thread thread;

  RetentionLifecycle(Housekeeper housekeeper, Duration every) {
    this.housekeeper = housekeeper;
    this.every = every;
  }

  @Override
  public void start() {
    thread = Thread.ofVirtual().name("yardmaster-housekeeper").start(this::run);
  }

  private void run() {
    try {
      boolean more = true;
      while (!stopping.await((more ? BREATH : every).toMillis(), TimeUnit.MILLISECONDS)) {
        more = step();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private boolean step() {
    try {
      return housekeeper.step();
    } catch (JournalUnavailableException | ServiceBusyException notNow) {
      LOG.debug("Old runs are not removed now; it is tried again. {}", notNow.getMessage());
    } catch (RuntimeException e) {
      LOG.error("Old runs could not be removed; it is tried again in {}.", every, e);
    }
    return false;
  }

  @Override
  public void stop() {
    stopping.countDown();
    Thread running = thread;
    thread = null;
    if (running != null) {
      join(running);
    }
  }

  private static void join(Thread running) {
    try {
      running.join(STOP_WITHIN);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @Override
  public boolean isRunning() {
    return thread != null;
  }

  @Override
  public int getPhase() {
    return EngineLifecycle.BEFORE_THE_WEB_SERVER + 1;
  }
}
