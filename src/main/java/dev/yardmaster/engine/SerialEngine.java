package dev.yardmaster.engine;

import dev.yardmaster.scheduler.Moment;
import dev.yardmaster.scheduler.command.Command;
import dev.yardmaster.scheduler.command.Outcome;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.BiFunction;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Mailbox, writer and committer put together, around any state machine. */
final class SerialEngine<S extends StateMachine> {

  private static final Logger LOG = LoggerFactory.getLogger(SerialEngine.class);

  /** A full batch commits in far less; a database that takes longer is not waited for. */
  private static final Duration STOP_WITHIN = Duration.ofSeconds(10);

  private final EngineClock clock;
  private final Mailbox<Request<S>> mailbox;
  private final Committer committer;
  private final Writer<S> writer;
  private final Thread writerThread;
  private final Thread committerThread;

  /**
   * @param opening commands that the state is given after every rebuild, before anybody else's
   */
  SerialEngine(
      Supplier<S> emptyState,
      List<Command> opening,
      Journal journal,
      EngineSettings settings,
      EngineClock clock) {
    this.clock = clock;
    mailbox = new Mailbox<>(settings.mailboxCapacity());
    committer = new Committer(journal, clock, settings.maxUncommittedBatches(), mailbox);
    writer = new Writer<>(emptyState, opening, journal, settings, clock, mailbox, committer);
    writerThread = Thread.ofPlatform().name("yardmaster-writer").unstarted(writer::run);
    committerThread = Thread.ofPlatform().name("yardmaster-committer").unstarted(committer::run);
  }

  /**
   * Rebuilds the state and takes requests from then on.
   *
   * @throws RuntimeException what prevented it; nothing is running then
   */
  void start() {
    committerThread.start();
    writerThread.start();
    try {
      writer.started().join();
    } catch (CompletionException e) {
      stop();
      throw e.getCause() instanceof RuntimeException cause ? cause : e;
    }
  }

  /** Answers what waits in the mailbox, commits it, and ends. */
  void stop() {
    writer.stop();
    ended(writerThread);
    committer.stop();
    ended(committerThread);
  }

  private static void ended(Thread thread) {
    try {
      if (!thread.join(STOP_WITHIN)) {
        LOG.warn(
            "{} has not ended within {}; what it has not committed, nobody was promised.",
            thread.getName(),
            STOP_WITHIN);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  CompletableFuture<Outcome> submit(Command command) {
    CompletableFuture<Outcome> to = new CompletableFuture<>();
    put(new Request.Order<>(command, to, clock.nanos()));
    return to;
  }

  <T> CompletableFuture<T> read(BiFunction<S, Moment, T> look) {
    return glance((state, now, batch) -> look.apply(state, now));
  }

  <T> CompletableFuture<T> glance(Request.Glance<S, T> glance) {
    CompletableFuture<T> to = new CompletableFuture<>();
    put(new Request.Look<>(glance, to, clock.nanos()));
    return to;
  }

  private void put(Request<S> request) {
    try {
      mailbox.put(request);
    } catch (ServiceBusyException | JournalUnavailableException refusal) {
      request.to().completeExceptionally(refusal);
    }
  }

  boolean isReady() {
    return mailbox.isOpen() && !committer.isStalled();
  }

  EngineLoad load() {
    return new EngineLoad(
        isReady(),
        mailbox.size(),
        mailbox.capacity(),
        committer.uncommitted(),
        committer.committingFor());
  }

  void listen(CommittedListener listener) {
    committer.listen(listener);
  }

  /** Makes the writer look at the clock now. */
  void wake() {
    mailbox.wake();
  }
}
