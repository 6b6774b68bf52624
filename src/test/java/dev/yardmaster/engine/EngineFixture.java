package dev.yardmaster.engine;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import dev.yardmaster.scheduler.command.Command;
import dev.yardmaster.scheduler.command.Outcome;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;
import org.slf4j.LoggerFactory;

/** A running engine around a fake state, with a journal and a clock in the test's hands. */
final class EngineFixture implements AutoCloseable {

  /** Batches from snapshot to snapshot, where a test does not care. */
  private static final int SELDOM = 1_000;

  final UnreliableJournal journal;
  final FakeClock clock = new FakeClock();
  final FakeMachine.World world = new FakeMachine.World();
  private final SerialEngine<FakeMachine> engine;
  private final int snapshotEvery;

  private EngineFixture(UnreliableJournal journal, int mailbox, int snapshotEvery) {
    log(Level.OFF);
    this.journal = journal;
    this.snapshotEvery = snapshotEvery;
    EngineSettings settings =
        new EngineSettings(
            mailbox,
            1_000,
            1_000,
            2,
            Duration.ofSeconds(10),
            snapshotEvery,
            1_000_000,
            1_000_000,
            Duration.ofMillis(1),
            Duration.ofMillis(10));
    engine = new SerialEngine<>(() -> new FakeMachine(world), List.of(), journal, settings, clock);
  }

  static EngineFixture running() {
    return running(100);
  }

  static EngineFixture running(int mailbox) {
    EngineFixture fixture = new EngineFixture(new UnreliableJournal(), mailbox, SELDOM);
    fixture.engine.start();
    return fixture;
  }

  /** With a snapshot after so many batches. */
  static EngineFixture snapshotEvery(int batches) {
    EngineFixture fixture = new EngineFixture(new UnreliableJournal(), 100, batches);
    fixture.engine.start();
    return fixture;
  }

  static EngineFixture notStarted(UnreliableJournal journal) {
    return new EngineFixture(journal, 100, SELDOM);
  }

  /** Another service on the same journal. */
  EngineFixture restarted() {
    engine.stop();
    EngineFixture next = new EngineFixture(journal, 100, snapshotEvery);
    next.engine.start();
    return next;
  }

  SerialEngine<FakeMachine> engine() {
    return engine;
  }

  CompletableFuture<Outcome> submit(Command command) {
    return engine.submit(command);
  }

  /** The state's words, with everything seen committed. */
  List<String> words() {
    return get(engine.read((machine, now) -> machine.words()));
  }

  /** Service time as the writer sees it now. */
  long ticks() {
    return get(engine.read((machine, now) -> now.ticks()));
  }

  /** Lets time go by and the writer see it. */
  void pass(Duration duration) {
    clock.advance(duration);
    ticks();
  }

  void awaitExecuted(int commands) {
    await().until(() -> world.executed.get() >= commands);
  }

  void awaitCommitsBegun(int commits) {
    await().until(() -> journal.begun.get() >= commits);
  }

  void awaitReady() {
    await().until(engine::isReady);
  }

  static <T> T get(CompletableFuture<T> future) {
    try {
      return future.get(10, SECONDS);
    } catch (InterruptedException | ExecutionException | TimeoutException e) {
      throw new AssertionError(e);
    }
  }

  static void assertUnavailable(CompletableFuture<?> future) {
    assertFails(future, JournalUnavailableException.class);
  }

  static void assertFails(CompletableFuture<?> future, Class<? extends Throwable> how) {
    assertThatThrownBy(() -> future.get(10, SECONDS))
        .isInstanceOf(ExecutionException.class)
        .cause()
        .isInstanceOf(how);
  }

  static void assertStillWaiting(CompletableFuture<?> future) {
    assertThat(future).isNotDone();
  }

  @Override
  public void close() {
    journal.away(false);
    journal.letGo();
    engine.stop();
    log(null);
  }

  /** Off where a test breaks things on purpose: what is logged then is not worth reading. */
  private static void log(@Nullable Level level) {
    ((Logger) LoggerFactory.getLogger("dev.yardmaster.engine")).setLevel(level);
  }
}
