package dev.yardmaster.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.yardmaster.engine.Journal.AuditEntry;
import dev.yardmaster.engine.Journal.Batch;
import dev.yardmaster.scheduler.Moment;
import dev.yardmaster.scheduler.RunId;
import dev.yardmaster.scheduler.event.Event;
import dev.yardmaster.testing.CapturedLog;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class FollowerTest {

  private static final AuditEntry ENTRY =
      new AuditEntry(1, 0, new RunId("a-1"), null, null, "run_submitted", "Submitted.");

  private final List<String> heard = new CopyOnWriteArrayList<>();
  private final CountDownLatch held = new CountDownLatch(1);
  private final CountDownLatch holding = new CountDownLatch(1);
  private volatile boolean holds;
  private final Follower follower =
      new Follower(
          "follower-test",
          new Follower.Body() {
            @Override
            public void committed(Batch batch, List<AuditEntry> told) {
              hold();
              heard.add("batch " + batch.number());
            }

            @Override
            public void missed() {
              heard.add("missed");
            }

            @Override
            public long pass(long now) {
              return 3_600_000_000_000L;
            }
          },
          new FakeClock());

  private void hold() {
    try {
      if (holds) {
        holding.countDown();
        held.await();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @AfterEach
  void end() {
    held.countDown();
    follower.stop();
  }

  private static Batch batch(long number, int events) {
    return new Batch(
        number,
        new Moment(number, number),
        Collections.nCopies(events, new Event.LauncherWithdrawn("l")),
        List.of(),
        List.of());
  }

  @Test
  void whatPeopleAreToldComesAtOnceAndInOrder() {
    follower.start();
    follower.committed(batch(1, 1), List.of());
    follower.committed(batch(2, 1), List.of(ENTRY));

    await().untilAsserted(() -> assertThat(heard).containsExactly("batch 1", "batch 2"));
  }

  @Test
  void whatIsPostedComesInOrderWithTheFacts() {
    follower.committed(batch(1, 1), List.of());
    follower.post(() -> heard.add("posted"));
    follower.committed(batch(2, 1), List.of());
    follower.rebuilt();
    follower.start();

    await()
        .untilAsserted(
            () -> assertThat(heard).containsExactly("batch 1", "posted", "batch 2", "missed"));
  }

  @Test
  void whoFollowsTooSlowlyMissesFactsIsToldSoAndSlowsNobody() throws InterruptedException {
    holds = true;
    follower.start();
    int each = 20_000;
    follower.committed(batch(1, each), List.of(ENTRY));
    // From here on it takes nothing, so that there is no room again in the middle.
    holding.await();
    for (int number = 2; number <= 20; number++) {
      follower.committed(batch(number, each), List.of());
    }
    holds = false;
    held.countDown();
    await().until(() -> heard.contains("missed"));
    follower.committed(batch(21, 1), List.of(ENTRY));

    await().untilAsserted(() -> assertThat(heard).endsWith("missed", "batch 21"));
    assertThat(heard).contains("batch 1").doesNotContain("batch 20");
    assertThat(heard).hasSizeLessThan(14);
  }

  @Test
  void anErrorMakesItLookAfreshAndGoOn() {
    try (CapturedLog log = new CapturedLog(Follower.class.getName())) {
      follower.start();
      follower.post(
          () -> {
            throw new IllegalStateException("a bug");
          });
      follower.post(() -> heard.add("posted"));

      await().untilAsserted(() -> assertThat(heard).containsExactly("missed", "posted"));
      assertThat(log.lines()).singleElement().asString().contains("a bug");
    }
  }
}
