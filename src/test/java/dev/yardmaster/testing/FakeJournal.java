package dev.yardmaster.testing;

import dev.yardmaster.engine.Journal;
import dev.yardmaster.scheduler.Moment;
import dev.yardmaster.scheduler.RunId;
import dev.yardmaster.scheduler.TaskId;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;

/** Holds an audit trail and failed attempts as it was given them. */
public final class FakeJournal implements Journal {

  private final List<AuditEntry> trail = new CopyOnWriteArrayList<>();
  private final Map<TaskId, List<FailedAttempt>> attempts = new ConcurrentHashMap<>();
  private volatile @Nullable RuntimeException failure;

  public void hold(AuditEntry entry) {
    trail.add(entry);
  }

  /** In order of block and attempt. */
  public void hold(TaskId task, FailedAttempt... failed) {
    attempts.put(task, List.of(failed));
  }

  /** From now on every look fails like this. */
  public void fails(RuntimeException exception) {
    failure = exception;
  }

  @Override
  public List<AuditEntry> audit(RunId run, long after, int limit) {
    check();
    return trail.stream()
        .filter(entry -> entry.run().equals(run) && entry.seq() > after)
        .limit(limit)
        .toList();
  }

  @Override
  public List<FailedAttempt> failedAttempts(TaskId task, long fromBlock, int limit) {
    check();
    return attempts.getOrDefault(task, List.of()).stream()
        .filter(attempt -> attempt.block() >= fromBlock)
        .limit(limit)
        .toList();
  }

  @Override
  public End replay(Rebuild rebuild) {
    throw new AssertionError("nobody who answers HTTP replays");
  }

  @Override
  public Growth growth() {
    throw new AssertionError("nobody who answers HTTP takes snapshots");
  }

  @Override
  public void keepTime(Moment at) {
    throw new AssertionError("nobody who answers HTTP keeps time");
  }

  @Override
  public List<AuditEntry> append(Batch batch) {
    throw new AssertionError("nobody who answers HTTP appends");
  }

  @Override
  public boolean tidyUp() {
    throw new AssertionError("nobody who answers HTTP tidies up");
  }

  private void check() {
    RuntimeException exception = failure;
    if (exception != null) {
      throw exception;
    }
  }

  void reset() {
    trail.clear();
    attempts.clear();
    failure = null;
  }
}
