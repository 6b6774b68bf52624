package dev.yardmaster.engine;

import dev.yardmaster.journal.InMemoryJournal;
import dev.yardmaster.scheduler.Moment;
import dev.yardmaster.scheduler.RunId;
import dev.yardmaster.scheduler.TaskId;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicInteger;

/** A journal that holds commits back and fails when it is told to. */
final class UnreliableJournal implements Journal {

  /** More commits than any test makes. */
  private static final int ALL = 1_000_000;

  final InMemoryJournal stored = new InMemoryJournal();
  final AtomicInteger begun = new AtomicInteger();
  final AtomicInteger probes = new AtomicInteger();
  final List<Moment> kept = new CopyOnWriteArrayList<>();
  private final AtomicInteger failures = new AtomicInteger();
  private final Semaphore open = new Semaphore(ALL);
  private volatile boolean loseTheAnswer;
  private volatile boolean away;
  private volatile boolean readOnly;

  /** Commits begin, and do not end until {@link #letGo}. */
  void hold() {
    open.drainPermits();
  }

  void letGo() {
    open.release(ALL);
  }

  /** The next commits do not come through. */
  void failNext(int commits) {
    failures.set(commits);
  }

  /** The next commit comes through, but nobody learns that it did. */
  void loseTheNextAnswer() {
    loseTheAnswer = true;
  }

  /** Nothing works until it is back. */
  void away(boolean away) {
    this.away = away;
  }

  /** It can be read, and stores nothing. */
  void readOnly(boolean readOnly) {
    this.readOnly = readOnly;
  }

  @Override
  public End replay(Rebuild rebuild) {
    refuseWhileAway();
    return stored.replay(rebuild);
  }

  @Override
  public List<AuditEntry> append(Batch batch) {
    begun.incrementAndGet();
    open.acquireUninterruptibly();
    open.release();
    refuseWhileAway();
    refuseWhileReadOnly();
    if (failures.getAndUpdate(left -> Math.max(0, left - 1)) > 0) {
      throw new JournalUnavailableException("the disk is full", null);
    }
    List<AuditEntry> told = stored.append(batch);
    if (loseTheAnswer) {
      loseTheAnswer = false;
      throw new JournalUnavailableException("the connection broke", null);
    }
    return told;
  }

  private void refuseWhileReadOnly() {
    if (readOnly) {
      throw new JournalUnavailableException("the disk is full", null);
    }
  }

  private void refuseWhileAway() {
    if (away) {
      throw new JournalUnavailableException("the database is away", null);
    }
  }

  @Override
  public void probe() {
    probes.incrementAndGet();
    refuseWhileAway();
  }

  @Override
  public Growth growth() {
    return stored.growth();
  }

  @Override
  public boolean tidyUp() {
    refuseWhileAway();
    return stored.tidyUp();
  }

  @Override
  public void keepTime(Moment at) {
    refuseWhileAway();
    refuseWhileReadOnly();
    kept.add(at);
    stored.keepTime(at);
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
