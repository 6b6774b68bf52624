package dev.yardmaster.e2e;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/** What goes on beside a test until it is stopped, and what went wrong there. */
final class Background implements AutoCloseable {

  private final CountDownLatch enough = new CountDownLatch(1);
  private final List<Thread> threads = new ArrayList<>();
  private final List<Throwable> failures = new CopyOnWriteArrayList<>();

  /** Does this again and again, with pauses; the first failure ends it. */
  void repeat(Supplier<Duration> pause, Runnable work) {
    threads.add(Thread.startVirtualThread(() -> keepOn(pause, work)));
  }

  private void keepOn(Supplier<Duration> pause, Runnable work) {
    try {
      while (!enough.await(pause.get().toMillis(), TimeUnit.MILLISECONDS)) {
        work.run();
      }
    } catch (InterruptedException | RuntimeException | AssertionError e) {
      failures.add(e);
    }
  }

  /** Waits, if nothing goes wrong meanwhile. */
  void pause(Duration time) {
    check();
    try {
      enough.await(time.toMillis(), TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
    check();
  }

  /** Throws the first failure, where there is one. */
  void check() {
    if (!failures.isEmpty()) {
      throw new AssertionError("beside the test: " + failures.getFirst(), failures.getFirst());
    }
  }

  /** Stops all, and waits until nothing goes on. */
  void stop() {
    enough.countDown();
    for (Thread thread : threads) {
      try {
        thread.join();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new IllegalStateException(e);
      }
    }
    check();
  }

  @Override
  public void close() {
    enough.countDown();
    threads.forEach(Thread::interrupt);
  }
}
