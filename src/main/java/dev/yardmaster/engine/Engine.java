package dev.yardmaster.engine;

import dev.yardmaster.scheduler.Moment;
import dev.yardmaster.scheduler.RunId;
import dev.yardmaster.scheduler.Scheduler;
import dev.yardmaster.scheduler.command.Command;
import dev.yardmaster.scheduler.command.Outcome;
import java.util.concurrent.CompletableFuture;
import java.util.function.BiFunction;

/**
 * The way into the scheduler for everything outside the core. May be called from any thread, and
 * never blocks it. Futures complete on virtual threads, so that what hangs on them may block.
 */
public interface Engine {

  /**
   * Puts a command into the mailbox. The future completes after the commit of what was decided; for
   * an ask that waits, when it is answered (never with {@link Outcome.Waiting}). It fails with
   * {@link ServiceBusyException} where the mailbox is full, and with {@link
   * JournalUnavailableException} where the commit failed, or the service cannot answer at the
   * moment; the caller may then try again. Any other exception is a bug that this command met.
   *
   * <p>Cancelling the future changes nothing but that nobody is told.
   */
  CompletableFuture<Outcome> submit(Command command);

  /**
   * Looks at the state between two batches, on the writer's thread: keep it short. The future
   * completes after everything seen is committed, and fails as that of {@link #submit} does, or
   * with what {@code look} throws. The result must not hold on to the state.
   */
  <T> CompletableFuture<T> read(BiFunction<Scheduler, Moment, T> look);

  /**
   * As {@link #read}, for those who follow what is committed: the picture says after which batch it
   * was taken, so that they go on with the next one.
   */
  <T> CompletableFuture<Picture<T>> picture(BiFunction<Scheduler, Moment, T> look);

  /**
   * Something seen of the state.
   *
   * @param batch number of the last batch that is in it, with all of its events; 0 where there is
   *     none
   */
  record Picture<T>(long batch, T value) {}

  /**
   * Whether commands are taken and answered now: the state is there, the last commit did not fail,
   * and the present one does not take longer than 2 s.
   */
  boolean isReady();

  /** Tells the listener of every batch that is committed from now on. */
  void listen(CommittedListener listener);

  /**
   * Completes once it is committed that the run has ended; at once where it already has, or where
   * there is no such run. Everybody who waits for one run gets the same future, so that giving up
   * leaves nothing behind; do not complete it.
   */
  CompletableFuture<Void> whenEnded(RunId run);
}
