package dev.yardmaster.engine;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * Waits for the engine on the calling thread, which is a virtual one and so costs next to nothing.
 */
public final class Answers {

  /** A healthy engine answers within milliseconds; after this long something is wrong. */
  public static final Duration USUAL = Duration.ofSeconds(30);

  private Answers() {}

  /** The answer, which is due within {@link #USUAL}. */
  public static <T> T of(CompletableFuture<T> future) {
    return within(USUAL, future);
  }

  /**
   * The answer, or what the engine failed with.
   *
   * @throws ServiceBusyException if none came in time, or the service is stopping
   */
  public static <T> T within(Duration patience, CompletableFuture<T> future) {
    try {
      return future.get(patience.toMillis(), TimeUnit.MILLISECONDS);
    } catch (TimeoutException late) {
      throw new ServiceBusyException("no answer within " + patience.toSeconds() + " s");
    } catch (InterruptedException stopping) {
      Thread.currentThread().interrupt();
      throw new ServiceBusyException("the service is stopping");
    } catch (ExecutionException failed) {
      throw unwrapped(failed);
    }
  }

  /** Waits for something that may well not happen in this time; says whether it did. */
  public static boolean happens(Duration patience, CompletableFuture<Void> future) {
    try {
      future.get(patience.toMillis(), TimeUnit.MILLISECONDS);
      return true;
    } catch (TimeoutException notYet) {
      return false;
    } catch (InterruptedException stopping) {
      Thread.currentThread().interrupt();
      throw new ServiceBusyException("the service is stopping");
    } catch (ExecutionException failed) {
      throw unwrapped(failed);
    }
  }

  private static RuntimeException unwrapped(ExecutionException failed) {
    return switch (failed.getCause()) {
      case Error error -> throw error;
      case RuntimeException exception -> exception;
      case null, default -> new IllegalStateException("the engine failed", failed);
    };
  }
}
