package dev.yardmaster.engine;

import dev.yardmaster.engine.Commit.Stored;
import dev.yardmaster.scheduler.Decision;
import dev.yardmaster.scheduler.Moment;
import dev.yardmaster.scheduler.command.Command;
import dev.yardmaster.scheduler.command.Outcome;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;
import org.slf4j.spi.LoggingEventBuilder;

/**
 * The one thread that touches the state. It takes requests from the mailbox, decides them in
 * batches, and goes on with the next batch while the committer stores the last.
 *
 * <p>Whenever something decided cannot be committed, or a bug may have left the state half changed,
 * all of it is thrown away, everybody who waits is told, and it is built again from the journal.
 */
final class Writer<S extends StateMachine> {

  private static final Logger LOG = LoggerFactory.getLogger(Writer.class);

  /** A look at the clock at least so often, so that service time knows when nobody was there. */
  private static final Duration MAX_PAUSE = Duration.ofSeconds(1);

  /** An exception where none is expected. */
  private static final class BugException extends Exception {
    private static final long serialVersionUID = 1L;

    /** Whoever asked for what met the bug; null if it was nobody's command. */
    final transient @Nullable CompletableFuture<?> culprit;

    BugException(Throwable cause, @Nullable CompletableFuture<?> culprit) {
      super(cause);
      this.culprit = culprit;
    }
  }

  private final Supplier<S> emptyState;
  private final List<Command> opening;
  private final Journal journal;
  private final EngineSettings settings;
  private final EngineClock clock;
  private final Mailbox<Request<S>> mailbox;
  private final Committer committer;
  private final Ticker ticker;
  private final Backoff backoff;
  private final Seldom seldom;
  private final PendingAsks asks = new PendingAsks();
  private final CompletableFuture<Void> started = new CompletableFuture<>();
  private final CountDownLatch stopRequested = new CountDownLatch(1);

  /**
   * @param opening commands that every new life begins with
   */
  Writer(
      Supplier<S> emptyState,
      List<Command> opening,
      Journal journal,
      EngineSettings settings,
      EngineClock clock,
      Mailbox<Request<S>> mailbox,
      Committer committer) {
    this.emptyState = emptyState;
    this.opening = List.copyOf(opening);
    this.journal = journal;
    this.settings = settings;
    this.clock = clock;
    this.mailbox = mailbox;
    this.committer = committer;
    this.ticker = new Ticker(clock);
    this.seldom = new Seldom(clock);
    this.backoff = new Backoff(settings.firstRetry(), settings.longestRetry());
  }

  /** Completes when the first life has begun, or fails with what prevented it. */
  CompletableFuture<Void> started() {
    return started;
  }

  /** What waits in the mailbox is still answered; then {@link #run} returns. */
  void stop() {
    stopRequested.countDown();
    mailbox.closeForGood(new JournalUnavailableException("The service is stopping.", null));
  }

  private boolean stopping() {
    return stopRequested.getCount() == 0;
  }

  /** The writer's thread. */
  void run() {
    JournalUnavailableException end =
        new JournalUnavailableException("The service is stopping.", null);
    try {
      live();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (RuntimeException | Error e) {
      LOG.error("The writer has ended; the service answers nothing until it is restarted.", e);
      end = new JournalUnavailableException("The service's writer has ended; restart it.", e);
    } finally {
      mailbox.closeForGood(end);
      failEverybody(end);
      started.completeExceptionally(end);
    }
  }

  private void live() throws InterruptedException {
    Life<S> life = begin();
    while (life != null && !(stopping() && mailbox.isEmpty())) {
      life = turn(life) ? life : beginAgain();
    }
    committer.awaitIdle();
  }

  /** One round; false if the state must be thrown away. */
  private boolean turn(Life<S> life) throws InterruptedException {
    mailbox.await(pause(life));
    JournalUnavailableException failure = committer.failure();
    if (failure != null) {
      giveUp(failure);
      return false;
    }
    Moment now = look();
    if (mailbox.isEmpty() && !life.isDue(now)) {
      return true;
    }
    while (!committer.awaitRoom(MAX_PAUSE.toNanos())) {
      look();
    }
    return decide(life, look());
  }

  private Moment look() {
    return ticker.look(committer.committingSince());
  }

  private long pause(Life<S> life) {
    long most = MAX_PAUSE.toMillis();
    return TimeUnit.MILLISECONDS.toNanos(Math.min(most, life.untilTick(look()).orElse(most)));
  }

  private boolean decide(Life<S> life, Moment now) throws InterruptedException {
    Request<S> request = mailbox.poll();
    OpenBatch<S> batch = new OpenBatch<>(now, settings, since(request));
    try {
      while (request != null) {
        handle(life, request, batch);
        request = batch.isFull() ? null : mailbox.poll();
      }
      // Last, so that whoever came in time is not late because of a queue.
      if (life.tickIsDue(now)) {
        life.ticked(now);
        execute(life, new Command.Tick(), new CompletableFuture<>(), batch);
      }
      hand(life, batch);
      return true;
    } catch (BugException e) {
      takeBack(batch, e);
      return false;
    }
  }

  /** The mailbox keeps the order, so who is first in a batch has waited longest. */
  private long since(@Nullable Request<S> first) {
    return first == null ? clock.nanos() : first.arrived();
  }

  private void takeBack(OpenBatch<S> batch, BugException bug) throws InterruptedException {
    JournalUnavailableException cause =
        new JournalUnavailableException(
            "The service met an internal error and took back what it had just decided; try again.",
            bug.getCause());
    mailbox.close(cause);
    if (bug.culprit != null) {
      committer.fail(List.of(new Reply.Failure(bug.culprit, cause)), bug.getCause());
    }
    committer.fail(batch.waiting(cause), cause);
    giveUp(cause);
  }

  private void handle(Life<S> life, Request<S> request, OpenBatch<S> batch) throws BugException {
    switch (request) {
      case Request.Order<S>(Command command, var to, long arrived) ->
          execute(life, command, to, batch);
      case Request.Look<S, ?> look -> batch.add(look);
    }
  }

  private void execute(
      Life<S> life, Command command, CompletableFuture<Outcome> to, OpenBatch<S> batch)
      throws BugException {
    try {
      Decision decision = life.state().execute(command, batch.at());
      batch.add(decision.events(), asks.settle(to, decision));
    } catch (RuntimeException | Error e) {
      about(command, LOG.atError().setCause(e))
          .log("A bug met this command; the state is rebuilt without it: {}", command);
      throw new BugException(e, to);
    }
  }

  /** With whom it is about, where it says so, as a key for machines. */
  private static LoggingEventBuilder about(Command command, LoggingEventBuilder line) {
    if (command instanceof Command.OfWorker it) {
      return line.addKeyValue("worker", it.worker().toString());
    }
    return command instanceof Command.CancelRun it
        ? line.addKeyValue("run", it.run().toString())
        : line;
  }

  private void hand(Life<S> life, OpenBatch<S> batch) throws BugException {
    try {
      Stored stored = life.seal(batch);
      batch.answerLooks(life.state(), life.lastBatch());
      if (!(stored instanceof Stored.Nothing && batch.replies().isEmpty())) {
        committer.hand(new Commit(stored, batch.replies(), batch.since()));
      }
    } catch (RuntimeException e) {
      LOG.error("A bug met the rows of a batch; the state is rebuilt without it.", e);
      throw new BugException(e, null);
    }
  }

  private void giveUp(JournalUnavailableException cause) throws InterruptedException {
    mailbox.close(cause);
    failEverybody(cause);
    committer.awaitIdle();
  }

  private void failEverybody(JournalUnavailableException cause) {
    List<Reply> waiting = new ArrayList<>();
    asks.drain().forEach(to -> waiting.add(new Reply.Failure(to, cause)));
    mailbox.drain().forEach(request -> waiting.add(new Reply.Failure(request.to(), cause)));
    committer.fail(waiting, cause);
  }

  /** The first life: what prevents it is for whoever starts the service. */
  private @Nullable Life<S> begin() throws InterruptedException {
    try {
      Life<S> life = rebuild();
      mailbox.open();
      started.complete(null);
      return life;
    } catch (RuntimeException e) {
      started.completeExceptionally(e);
      return null;
    }
  }

  private @Nullable Life<S> beginAgain() throws InterruptedException {
    while (!stopRequested.await(backoff.afterFailure(clock.nanos()), TimeUnit.NANOSECONDS)) {
      try {
        Life<S> life = rebuild();
        proveThatItStores();
        committer.tellRebuilt();
        mailbox.open();
        LOG.atLevel(seldom.isNews("rebuilt") ? Level.WARN : Level.DEBUG)
            .log("The state is rebuilt up to batch {}; the service answers.", life.lastBatch());
        return life;
      } catch (JournalUnavailableException e) {
        LOG.atLevel(seldom.isNews(String.valueOf(e.getMessage())) ? Level.WARN : Level.DEBUG)
            .log("The state cannot be rebuilt yet; it is tried again: {}", e.getMessage());
      } catch (RuntimeException e) {
        LOG.error("The state cannot be rebuilt yet; it is tried again.", e);
      }
    }
    return null;
  }

  private Life<S> rebuild() throws InterruptedException {
    committer.recover();
    S state = emptyState.get();
    Snapshots snapshots = new Snapshots(state, journal, settings);
    Journal.End end = journal.replay(snapshots);
    snapshots.rebuilt();
    state.checkInvariants();
    ticker.resume(end.ticks());
    Life<S> life = new Life<>(state, end, snapshots, settings.keepTimeEvery());
    OpenBatch<S> batch = new OpenBatch<>(look(), settings, clock.nanos());
    try {
      for (Command command : opening) {
        execute(life, command, new CompletableFuture<>(), batch);
      }
      hand(life, batch);
    } catch (BugException e) {
      throw new IllegalStateException("The rebuilt state cannot go on.", e.getCause());
    }
    awaitCommitted();
    return life;
  }

  /**
   * A journal that can be read may still refuse to store: a full disk, a database that became a
   * copy of another. The service would say that it is ready, and fail its next caller, for ever.
   */
  private void proveThatItStores() throws InterruptedException {
    committer.hand(new Commit(new Stored.Time(look()), List.of(), clock.nanos()));
    awaitCommitted();
  }

  private void awaitCommitted() throws InterruptedException {
    committer.awaitIdle();
    JournalUnavailableException failure = committer.failure();
    if (failure != null) {
      throw failure;
    }
  }
}
