package dev.yardmaster.engine;

import dev.yardmaster.scheduler.Moment;
import dev.yardmaster.scheduler.Scheduler;
import dev.yardmaster.scheduler.command.Command;
import dev.yardmaster.scheduler.command.Outcome;
import java.util.concurrent.CompletableFuture;
import java.util.function.BiFunction;

/** The way into the scheduler for everything outside the core. Skeleton; being written. */
public interface Engine {

  /**
   * Puts a command into the mailbox. The future completes after the commit of what was decided; for
   * an ask that waits, when it is answered (never with {@link Outcome.Waiting}). It fails with
   * {@link ServiceBusyException} where the mailbox is full, and with {@link
   * JournalUnavailableException} where the commit failed.
   */
  CompletableFuture<Outcome> submit(Command command);

  /**
   * Looks at the state between two batches, on the writer's thread: keep it short. The future
   * completes after everything seen is committed. The result must not hold on to the state.
   */
  <T> CompletableFuture<T> read(BiFunction<Scheduler, Moment, T> look);
}
