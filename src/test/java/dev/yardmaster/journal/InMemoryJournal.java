package dev.yardmaster.journal;

import dev.yardmaster.engine.Journal;
import dev.yardmaster.engine.JournalUnavailableException;
import dev.yardmaster.scheduler.Moment;
import dev.yardmaster.scheduler.RunId;
import dev.yardmaster.scheduler.TaskId;
import dev.yardmaster.scheduler.event.Event;
import dev.yardmaster.scheduler.snapshot.RunSnapshot;
import dev.yardmaster.scheduler.snapshot.ServiceSnapshot;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** A journal for tests: what survives is what was encoded. */
public final class InMemoryJournal implements Journal {

  private record Stored(Batch batch, byte[] payload) {}

  private final EventCodec codec = new EventCodec();
  private final Chronicle chronicle = new Chronicle();
  private final List<Batch> all = new ArrayList<>();
  private final List<Stored> stored = new ArrayList<>();
  private final List<AuditEntry> entries = new ArrayList<>();
  private final List<Chronicle.Failure> failures = new ArrayList<>();
  private final SnapshotCodec snapshots = new SnapshotCodec();
  private final SortedMap<Long, byte[]> runs = new TreeMap<>();
  private final Set<RunId> forgotten = new HashSet<>();
  private byte @Nullable [] service;
  private Growth growth = Growth.NONE;
  private Moment snapshotTaken = new Moment(0, 0);
  private long keptTicks;
  private long lastSeq;

  @Override
  public synchronized End replay(Rebuild rebuild) {
    chronicle.restart();
    long number = growth.snapshotAt();
    long ticks = Math.max(keptTicks, snapshotTaken.ticks());
    if (service != null) {
      restore(service, rebuild);
    }
    for (Stored one : stored) {
      Moment at = one.batch().at();
      for (Event.Durable event : codec.decode(one.payload())) {
        chronicle.follow(event);
        rebuild.apply(event, at);
      }
      number = one.batch().number();
      ticks = Math.max(ticks, at.ticks());
    }
    return new End(number, ticks);
  }

  private void restore(byte[] encoded, Rebuild rebuild) {
    ServiceSnapshot read = snapshots.decodeService(encoded);
    List<RunSnapshot> all = runs.values().stream().map(snapshots::decodeRun).toList();
    chronicle.restore(read, all);
    rebuild.restore(read, all, snapshotTaken);
  }

  @Override
  public synchronized Growth growth() {
    return growth;
  }

  @Override
  public synchronized List<AuditEntry> append(Batch batch) {
    if (batch.number() <= growth.snapshotAt()
        || stored.stream().anyMatch(one -> one.batch().number() == batch.number())) {
      throw new JournalUnavailableException("there is a batch " + batch.number(), null);
    }
    Chronicle.Chapter chapter = chronicle.tell(batch, lastSeq);
    entries.addAll(chapter.entries());
    lastSeq += chapter.entries().size();
    failures.addAll(chapter.failures());
    all.add(batch);
    for (Event.Durable event : batch.events()) {
      if (event instanceof Event.RunForgotten gone) {
        forgotten.add(gone.run());
      }
    }
    byte[] payload = codec.encode(batch.events());
    if (batch.snapshot() == null) {
      stored.add(new Stored(batch, payload));
      long bytes = growth.bytes() + payload.length;
      growth = new Growth(growth.snapshotAt(), bytes, growth.snapshotBytes());
    } else {
      replace(batch, batch.snapshot());
    }
    return chapter.entries();
  }

  private void replace(Batch batch, Snapshot snapshot) {
    stored.clear();
    snapshotTaken = batch.at();
    service = snapshots.encode(snapshot.service());
    long bytes = service.length;
    for (RunSnapshot run : snapshot.runs()) {
      byte[] payload = snapshots.encode(run);
      runs.put(run.order(), payload);
      bytes += payload.length;
    }
    snapshot.forgotten().forEach(runs::remove);
    growth = new Growth(batch.number(), 0, bytes);
  }

  @Override
  public synchronized boolean tidyUp() {
    entries.removeIf(entry -> forgotten.contains(entry.run()));
    failures.removeIf(failure -> forgotten.contains(failure.task().run()));
    return !forgotten.isEmpty() && forgotten.removeAll(Set.copyOf(forgotten));
  }

  @Override
  public synchronized void keepTime(Moment at) {
    keptTicks = at.ticks();
  }

  @Override
  public synchronized List<AuditEntry> audit(RunId run, long after, int limit) {
    return entries.stream()
        .filter(entry -> entry.run().equals(run) && entry.seq() > after)
        .limit(limit)
        .toList();
  }

  @Override
  public synchronized List<FailedAttempt> failedAttempts(TaskId task, long from, int limit) {
    return failures.stream()
        .filter(failure -> failure.task().equals(task))
        .map(Chronicle.Failure::attempt)
        .filter(attempt -> attempt.block() >= from)
        .sorted(
            Comparator.comparingLong(FailedAttempt::block).thenComparingInt(FailedAttempt::attempt))
        .limit(limit)
        .toList();
  }

  /** Everything committed, oldest first, whether it was deleted since or not. */
  public synchronized List<Batch> batches() {
    return List.copyOf(all);
  }
}
