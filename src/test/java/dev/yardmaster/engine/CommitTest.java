package dev.yardmaster.engine;

import static dev.yardmaster.engine.EngineFixture.assertFails;
import static dev.yardmaster.engine.EngineFixture.assertStillWaiting;
import static dev.yardmaster.engine.EngineFixture.get;
import static dev.yardmaster.engine.FakeMachine.fact;
import static dev.yardmaster.engine.FakeMachine.greeting;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.yardmaster.scheduler.command.Outcome;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Replies, reads and listeners come after the commit; commits are shared. */
class CommitTest {

  private final EngineFixture service = EngineFixture.running(200);

  @AfterEach
  void stop() {
    service.close();
  }

  @Test
  void aFactIsAnsweredOnlyAfterItsCommit() {
    service.journal.hold();
    CompletableFuture<Outcome> reply = service.submit(fact("a"));
    service.awaitCommitsBegun(1);
    assertStillWaiting(reply);

    service.journal.letGo();

    assertThat(get(reply)).isEqualTo(new Outcome.Noted());
    assertThat(service.journal.stored.batches()).hasSize(1);
  }

  @Test
  void whatNeedsNoCommitOfItsOwnWaitsForTheCommitsBefore() {
    service.journal.hold();
    service.submit(fact("a"));
    service.awaitCommitsBegun(1);
    CompletableFuture<Outcome> greeted = service.submit(greeting());
    CompletableFuture<List<String>> seen = service.engine().read((state, now) -> state.words());
    service.awaitExecuted(2);
    assertStillWaiting(greeted);
    assertStillWaiting(seen);

    service.journal.letGo();

    assertThat(get(greeted)).isEqualTo(new Outcome.Alive(List.of()));
    assertThat(get(seen)).containsExactly("a");
  }

  @Test
  void withoutFactsNothingIsStored() {
    assertThat(get(service.submit(greeting()))).isEqualTo(new Outcome.Alive(List.of()));
    assertThat(service.journal.begun).hasValue(0);
  }

  @Test
  void theWriterDecidesWhileTheJournalWritesAndManyShareACommit() {
    service.journal.hold();
    List<CompletableFuture<Outcome>> replies = new ArrayList<>();
    replies.add(service.submit(fact("0")));
    service.awaitCommitsBegun(1);
    for (int i = 1; i <= 100; i++) {
      replies.add(service.submit(fact("" + i)));
    }
    service.awaitExecuted(2);

    service.journal.letGo();
    replies.forEach(EngineFixture::get);

    // The first, what was decided beside it, and all the rest.
    assertThat(service.journal.stored.batches()).hasSizeBetween(2, 3);
    assertThat(service.words()).hasSize(101).startsWith("0", "1", "2").endsWith("100");
  }

  @Test
  void aFullMailboxRefusesAtOnce() {
    try (EngineFixture small = EngineFixture.running(2)) {
      small.journal.hold();
      List<CompletableFuture<Outcome>> taken = new ArrayList<>();
      taken.add(small.submit(fact("committing")));
      small.awaitCommitsBegun(1);
      taken.add(small.submit(fact("decided")));
      small.awaitExecuted(2);
      taken.add(small.submit(fact("first in the mailbox")));
      taken.add(small.submit(fact("second in the mailbox")));

      CompletableFuture<Outcome> refused = small.submit(fact("too much"));

      assertThat(refused).isCompletedExceptionally();
      assertFails(refused, ServiceBusyException.class);
      assertFails(small.engine().read((state, now) -> state.words()), ServiceBusyException.class);
      small.journal.letGo();
      taken.forEach(EngineFixture::get);
      assertThat(small.words()).hasSize(4).doesNotContain("too much");
    }
  }

  @Test
  void aLookSeesWhatWasSubmittedBefore() {
    for (int i = 0; i < 100; i++) {
      service.submit(fact("" + i));
    }
    assertThat(service.words()).hasSize(100);
  }

  @Test
  void aLookThatFailsIsItsCallersOwnAffair() {
    CompletableFuture<String> failing =
        service
            .engine()
            .read(
                (state, now) -> {
                  throw new IllegalArgumentException("no such page");
                });

    assertFails(failing, IllegalArgumentException.class);
    get(service.submit(fact("a")));
    assertThat(service.words()).containsExactly("a");
  }

  @Test
  void whatHangsOnAReplyMayBlock() {
    CountDownLatch never = new CountDownLatch(1);
    service.journal.hold();
    CompletableFuture<Outcome> first = service.submit(fact("a"));
    CompletableFuture<Void> blocked =
        first.thenRun(
            () -> {
              try {
                never.await();
              } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
              }
            });

    service.journal.letGo();
    get(service.submit(fact("b")));

    assertThat(service.words()).containsExactly("a", "b");
    never.countDown();
    get(blocked);
  }

  @Test
  void listenersHearOfFactsInTheOrderOfTheirCommit() {
    List<Long> heard = new CopyOnWriteArrayList<>();
    service
        .engine()
        .listen(
            new CommittedListener() {
              @Override
              public void committed(Journal.Batch batch, List<Journal.AuditEntry> told) {
                heard.add(batch.number());
                throw new IllegalStateException("a listener's bug stays its own");
              }

              @Override
              public void rebuilt() {}
            });
    for (int i = 0; i < 3; i++) {
      get(service.submit(fact("" + i)));
    }

    await().untilAsserted(() -> assertThat(heard).containsExactly(1L, 2L, 3L));
  }
}
