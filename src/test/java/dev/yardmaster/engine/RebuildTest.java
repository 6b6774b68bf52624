package dev.yardmaster.engine;

import static dev.yardmaster.engine.EngineFixture.assertFails;
import static dev.yardmaster.engine.EngineFixture.assertUnavailable;
import static dev.yardmaster.engine.EngineFixture.get;
import static dev.yardmaster.engine.FakeMachine.ask;
import static dev.yardmaster.engine.FakeMachine.bug;
import static dev.yardmaster.engine.FakeMachine.fact;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.yardmaster.scheduler.command.Outcome;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What cannot be committed is thrown away and nobody is told that it happened. */
class RebuildTest {

  private final EngineFixture service = EngineFixture.running();

  @AfterEach
  void stop() {
    service.close();
  }

  @Test
  void aFailedCommitIsUndoneAndTheServiceGoesOn() {
    get(service.submit(fact("a")));
    service.journal.failNext(1);

    assertUnavailable(service.submit(fact("b")));

    service.awaitReady();
    get(service.submit(fact("c")));
    assertThat(service.words()).containsExactly("a", "c");
    assertThat(service.journal.stored.batches())
        .extracting(Journal.Batch::number)
        .containsExactly(1L, 2L);
  }

  @Test
  void everybodyWhoWaitsIsTold() {
    CompletableFuture<Outcome> asking = service.submit(ask(1));
    service.awaitExecuted(1);
    service.journal.hold();
    CompletableFuture<Outcome> committing = service.submit(fact("a"));
    service.awaitCommitsBegun(1);
    CompletableFuture<Outcome> decided = service.submit(fact("b"));
    service.awaitExecuted(3);
    CompletableFuture<Outcome> inTheMailbox = service.submit(fact("c"));
    CompletableFuture<?> looking = service.engine().read((state, now) -> state.words());
    service.journal.failNext(1);

    service.journal.letGo();

    assertUnavailable(committing);
    assertUnavailable(decided);
    assertUnavailable(inTheMailbox);
    assertUnavailable(looking);
    assertUnavailable(asking);
    service.awaitReady();
    assertThat(service.words()).isEmpty();
  }

  @Test
  void aCommitWhoseAnswerWasLostIsThereAfterwards() {
    service.journal.loseTheNextAnswer();

    assertUnavailable(service.submit(fact("a")));

    service.awaitReady();
    assertThat(service.words()).containsExactly("a");
    get(service.submit(fact("b")));
    assertThat(service.words()).containsExactly("a", "b");
  }

  @Test
  void whileTheJournalIsAwayEverythingFailsAtOnceAndLaterWorksByItself() {
    get(service.submit(fact("a")));
    service.journal.away(true);
    assertUnavailable(service.submit(fact("b")));
    await().until(() -> !service.engine().isReady());

    CompletableFuture<Outcome> refused = service.submit(fact("c"));

    assertThat(refused).isCompletedExceptionally();
    assertUnavailable(refused);
    service.journal.away(false);
    service.awaitReady();
    assertThat(service.words()).containsExactly("a");
    get(service.submit(fact("d")));
  }

  @Test
  void aJournalThatCanBeReadButStoresNothingIsAwayTooUntilItStores() {
    service.journal.readOnly(true);
    assertUnavailable(service.submit(fact("a")));
    int rebuilds = service.world.made.get();
    await().until(() -> service.world.made.get() >= rebuilds + 3);

    assertThat(service.engine().isReady()).isFalse();
    assertThat(service.submit(fact("b"))).isCompletedExceptionally();

    service.journal.readOnly(false);
    service.awaitReady();
    get(service.submit(fact("c")));
    assertThat(service.words()).containsExactly("c");
  }

  @Test
  void whileTheJournalIsAwayNothingPilesUp() {
    List<CompletableFuture<Outcome>> asking = new ArrayList<>();
    for (int worker = 1; worker <= 50; worker++) {
      asking.add(service.submit(ask(worker)));
    }
    service.awaitExecuted(50);
    service.journal.away(true);
    assertUnavailable(service.submit(fact("a")));
    asking.forEach(EngineFixture::assertUnavailable);

    // More than the mailbox would take: whoever comes is sent away at once, and held nowhere.
    for (int i = 0; i < 1_000; i++) {
      assertThat(service.submit(ask(i))).isCompletedExceptionally();
      assertThat(service.engine().read((state, now) -> state.words())).isCompletedExceptionally();
    }
  }

  @Test
  void aServiceWithoutWorkNoticesThatItsJournalIsAway() {
    get(service.submit(fact("a")));
    service.journal.away(true);

    for (int second = 1; second <= 5; second++) {
      service.clock.advance(Duration.ofSeconds(1));
      service.engine().wake();
    }

    await().until(() -> !service.engine().isReady());
    assertUnavailable(service.submit(fact("b")));
    service.journal.away(false);
    service.awaitReady();
    assertThat(service.words()).containsExactly("a");
  }

  @Test
  void theJournalIsAskedEveryFiveSecondsWhileThereIsNothingToStore() {
    for (int second = 1; second <= 4; second++) {
      service.pass(Duration.ofSeconds(1));
    }
    assertThat(service.journal.probes).hasValue(0);

    for (int second = 5; second <= 14; second++) {
      service.pass(Duration.ofSeconds(1));
      if (second % 2 == 0) {
        get(service.submit(fact("at " + second)));
      }
    }

    // At 5 s; from 6 s on there is something to store every other second.
    assertThat(service.journal.probes).hasValue(1);
    service.pass(Duration.ofSeconds(5));
    assertThat(service.journal.probes).hasValue(2);
  }

  @Test
  void aCommitThatHangsMakesTheServiceUnreadyAndItsEndReadyAgain() {
    service.journal.hold();
    CompletableFuture<Outcome> hanging = service.submit(fact("a"));
    service.awaitCommitsBegun(1);
    service.clock.advance(Duration.ofSeconds(2));
    assertThat(service.engine().isReady()).isTrue();

    service.clock.advance(Duration.ofMillis(1));

    assertThat(service.engine().isReady()).isFalse();
    service.journal.letGo();
    get(hanging);
    assertThat(service.engine().isReady()).isTrue();
  }

  @Test
  void aBugMeetsItsCallerAndNothingOfItsBatchStays() {
    service.journal.hold();
    CompletableFuture<Outcome> before = service.submit(fact("a"));
    service.awaitCommitsBegun(1);
    CompletableFuture<Outcome> decided = service.submit(fact("b"));
    service.awaitExecuted(2);
    CompletableFuture<Outcome> sameBatch = service.submit(fact("c"));
    CompletableFuture<Outcome> culprit = service.submit(bug());
    CompletableFuture<Outcome> behind = service.submit(fact("d"));

    service.journal.letGo();

    assertFails(culprit, IllegalStateException.class);
    assertUnavailable(sameBatch);
    assertUnavailable(behind);
    get(before);
    get(decided);
    service.awaitReady();
    assertThat(service.words()).containsExactly("a", "b");
    get(service.submit(fact("e")));
    assertThat(service.words()).containsExactly("a", "b", "e");
  }

  @Test
  void listenersHearThatTheyMayHaveMissedSomething() {
    AtomicInteger rebuilt = new AtomicInteger();
    service
        .engine()
        .listen(
            new CommittedListener() {
              @Override
              public void committed(Journal.Batch batch, List<Journal.AuditEntry> told) {}

              @Override
              public void rebuilt() {
                rebuilt.incrementAndGet();
              }
            });
    service.journal.failNext(1);
    assertUnavailable(service.submit(fact("a")));
    service.awaitReady();

    assertThat(rebuilt).hasValue(1);
  }

  @Test
  void aStartWithoutAJournalFails() {
    UnreliableJournal journal = new UnreliableJournal();
    journal.away(true);
    EngineFixture other = EngineFixture.notStarted(journal);

    assertThatThrownBy(other.engine()::start)
        .isInstanceOf(JournalUnavailableException.class)
        .hasMessage("the database is away");

    assertThat(other.engine().isReady()).isFalse();
    assertUnavailable(other.submit(fact("a")));
  }

  @Test
  void beforeItsStartAServiceTakesNothing() {
    EngineFixture other = EngineFixture.notStarted(new UnreliableJournal());
    assertUnavailable(other.submit(fact("a")));
  }

  @Test
  void aNewServiceHasWhatTheOldOneCommitted() {
    get(service.submit(fact("a")));
    get(service.submit(fact("b")));
    try (EngineFixture next = service.restarted()) {
      assertThat(next.words()).containsExactly("a", "b");
      get(next.submit(fact("c")));
      assertThat(next.words()).containsExactly("a", "b", "c");
    }
  }

  @Test
  void aServiceThatTakesSnapshotsHasEverythingAfterAStartAndAfterAFailure() {
    try (EngineFixture often = EngineFixture.snapshotEvery(2)) {
      for (String word : List.of("a", "b", "c", "d", "e")) {
        get(often.submit(fact(word)));
      }
      assertThat(often.journal.growth().snapshotAt()).isEqualTo(4);
      often.journal.failNext(1);
      assertUnavailable(often.submit(fact("lost")));
      often.awaitReady();
      get(often.submit(fact("f")));
      assertThat(often.journal.growth().snapshotAt()).isEqualTo(6);
      try (EngineFixture next = often.restarted()) {
        assertThat(next.words()).containsExactly("a", "b", "c", "d", "e", "f");
      }
    }
  }

  @Test
  void aStopAnswersWhatWaitsAndTellsWhoAsks() {
    CompletableFuture<Outcome> asking = service.submit(ask(1));
    service.awaitExecuted(1);
    service.journal.hold();
    CompletableFuture<Outcome> committing = service.submit(fact("a"));
    service.awaitCommitsBegun(1);
    CompletableFuture<Outcome> inTheMailbox = service.submit(fact("b"));
    Thread stopping = Thread.startVirtualThread(service.engine()::stop);
    await().until(() -> !service.engine().isReady());
    assertUnavailable(service.submit(fact("c")));

    service.journal.letGo();

    get(committing);
    get(inTheMailbox);
    assertUnavailable(asking);
    await().until(() -> !stopping.isAlive());
  }
}
