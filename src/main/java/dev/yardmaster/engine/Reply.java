package dev.yardmaster.engine;

import java.util.concurrent.CompletableFuture;

/** An answer that waits for its commit. */
sealed interface Reply {

  /** Tells the caller, once everything that the answer rests on is committed. */
  void send();

  /** Tells the caller that it did not come to that. */
  void fail(Throwable cause);

  record Value<T>(CompletableFuture<T> to, T value) implements Reply {
    @Override
    public void send() {
      to.complete(value);
    }

    @Override
    public void fail(Throwable cause) {
      to.completeExceptionally(cause);
    }
  }

  record Failure(CompletableFuture<?> to, Throwable failure) implements Reply {
    @Override
    public void send() {
      to.completeExceptionally(failure);
    }

    @Override
    public void fail(Throwable cause) {
      to.completeExceptionally(cause);
    }
  }
}
