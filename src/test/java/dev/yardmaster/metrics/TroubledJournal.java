package dev.yardmaster.metrics;

import dev.yardmaster.engine.Journal;
import dev.yardmaster.engine.JournalUnavailableException;
import dev.yardmaster.journal.InMemoryJournal;
import dev.yardmaster.scheduler.Moment;
import dev.yardmaster.scheduler.RunId;
import dev.yardmaster.scheduler.TaskId;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;

/** A journal that goes away, hangs, or loses an answer when it is told to. */
final class TroubledJournal implements Journal {

  private final InMemoryJournal stored = new InMemoryJournal();
  private volatile boolean away;
  private volatile boolean loseTheNextAnswer;
  private volatile @Nullable CountDownLatch hanging;

  void away(boolean isAway) {
    away = isAway;
  }

  /** The next commit comes through, but nobody learns that it did. */
  void loseTheNextAnswer() {
    loseTheNextAnswer = true;
  }

  void hang() {
    hanging = new CountDownLatch(1);
  }

  void letGo() {
    CountDownLatch latch = hanging;
    hanging = null;
    if (latch != null) {
      latch.countDown();
    }
  }

  private void trouble() {
    CountDownLatch latch = hanging;
    if (latch != null) {
      try {
        latch.await();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }
    if (away) {
      throw new JournalUnavailableException("The database is away.", null);
    }
  }

  @Override
  public End replay(Rebuild rebuild) {
    trouble();
    return stored.replay(rebuild);
  }

  @Override
  public List<AuditEntry> append(Batch batch) {
    trouble();
    List<AuditEntry> told = stored.append(batch);
    if (loseTheNextAnswer) {
      loseTheNextAnswer = false;
      throw new JournalUnavailableException("The answer is lost.", null);
    }
    return told;
  }

  @Override
  public void keepTime(Moment at) {
    trouble();
    stored.keepTime(at);
  }

  @Override
  public void probe() {
    trouble();
  }

  @Override
  public boolean tidyUp() {
    return stored.tidyUp();
  }

  @Override
  public Growth growth() {
    return stored.growth();
  }

  @Override
  public List<AuditEntry> audit(RunId run, long after, int limit) {
    return stored.audit(run, after, limit);
  }

  @Override
  public List<FailedAttempt> failedAttempts(TaskId task, long fromBlock, int limit) {
    return stored.failedAttempts(task, fromBlock, limit);
  }
}
