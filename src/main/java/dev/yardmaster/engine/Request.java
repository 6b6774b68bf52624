package dev.yardmaster.engine;

import dev.yardmaster.scheduler.Moment;
import dev.yardmaster.scheduler.command.Command;
import dev.yardmaster.scheduler.command.Outcome;
import java.util.concurrent.CompletableFuture;

/** What the mailbox holds. */
sealed interface Request<S> {

  CompletableFuture<?> to();

  /** When it came, by the clock's nanoseconds. */
  long arrived();

  record Order<S>(Command command, CompletableFuture<Outcome> to, long arrived)
      implements Request<S> {}

  /** What is done with the state between two batches. */
  @FunctionalInterface
  interface Glance<S, T> {

    /**
     * @param batch number of the last batch that is in the state
     */
    T look(S state, Moment now, long batch);
  }

  record Look<S, T>(Glance<S, T> glance, CompletableFuture<T> to, long arrived)
      implements Request<S> {

    /** An exception is the caller's own: a look cannot have changed anything. */
    Reply at(S state, Moment now, long batch) {
      try {
        return new Reply.Value<>(to, glance.look(state, now, batch));
      } catch (RuntimeException thrown) {
        return new Reply.Failure(to, thrown);
      }
    }
  }
}
