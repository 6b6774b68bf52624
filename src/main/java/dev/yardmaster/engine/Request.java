package dev.yardmaster.engine;

import dev.yardmaster.scheduler.Moment;
import dev.yardmaster.scheduler.command.Command;
import dev.yardmaster.scheduler.command.Outcome;
import java.util.concurrent.CompletableFuture;
import java.util.function.BiFunction;

/** What the mailbox holds. */
sealed interface Request<S> {

  CompletableFuture<?> to();

  record Order<S>(Command command, CompletableFuture<Outcome> to) implements Request<S> {}

  record Look<S, T>(BiFunction<S, Moment, T> look, CompletableFuture<T> to) implements Request<S> {

    /** An exception is the caller's own: a look cannot have changed anything. */
    Reply at(S state, Moment now) {
      try {
        return new Reply.Value<>(to, look.apply(state, now));
      } catch (RuntimeException thrown) {
        return new Reply.Failure(to, thrown);
      }
    }
  }
}
