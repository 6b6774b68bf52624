package dev.yardmaster.api;

import dev.yardmaster.engine.Answers;
import dev.yardmaster.engine.ServiceBusyException;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;

/**
 * Calls that wait for something to happen. They are sent away when the service stops, because the
 * server lets every call finish first, and nobody wants to wait a minute for that.
 */
public final class LongPolls {

  private final Set<Thread> waiting = ConcurrentHashMap.newKeySet();
  private volatile boolean stopping;

  /**
   * The answer, as {@link Answers#within} gives it.
   *
   * @throws ServiceBusyException also where the service stops
   */
  public <T> T within(Duration patience, CompletableFuture<T> future) {
    return noted(() -> Answers.within(patience, future));
  }

  /**
   * Whether something happened in time, as {@link Answers#happens} says.
   *
   * @throws ServiceBusyException also where the service stops
   */
  public boolean happens(Duration patience, CompletableFuture<Void> future) {
    return noted(() -> Answers.happens(patience, future));
  }

  /** Sends away everybody who waits now, and later. */
  public void end() {
    stopping = true;
    waiting.forEach(Thread::interrupt);
  }

  private <T> T noted(Supplier<T> wait) {
    Thread thread = Thread.currentThread();
    waiting.add(thread);
    try {
      if (stopping) {
        throw new ServiceBusyException("the service is stopping");
      }
      return wait.get();
    } finally {
      waiting.remove(thread);
      if (stopping) {
        // The interruption was ours and has been heard; writing the answer must not fail of it.
        Thread.interrupted();
      }
    }
  }
}
