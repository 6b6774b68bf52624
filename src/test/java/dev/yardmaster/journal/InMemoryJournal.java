package dev.yardmaster.journal;

import dev.yardmaster.engine.Journal;
import dev.yardmaster.engine.JournalUnavailableException;
import dev.yardmaster.scheduler.Moment;
import dev.yardmaster.scheduler.RunId;
import dev.yardmaster.scheduler.TaskId;
import dev.yardmaster.scheduler.event.Event;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.BiConsumer;

/** A journal for tests: what survives is what was encoded. */
public final class InMemoryJournal implements Journal {

  private record Stored(Batch batch, byte[] payload) {}

  private final EventCodec codec = new EventCodec();
  private final Chronicle chronicle = new Chronicle();
  private final List<Stored> stored = new ArrayList<>();
  private final List<AuditEntry> entries = new ArrayList<>();
  private final List<Chronicle.Failure> failures = new ArrayList<>();
  private long keptTicks;

  @Override
  public synchronized End replay(BiConsumer<Event.Durable, Moment> consumer) {
    chronicle.restart();
    long number = 0;
    long ticks = keptTicks;
    for (Stored one : stored) {
      Moment at = one.batch().at();
      for (Event.Durable event : codec.decode(one.payload())) {
        chronicle.follow(event);
        consumer.accept(event, at);
      }
      number = one.batch().number();
      ticks = Math.max(ticks, at.ticks());
    }
    return new End(number, ticks);
  }

  @Override
  public synchronized void append(Batch batch) {
    if (stored.stream().anyMatch(one -> one.batch().number() == batch.number())) {
      throw new JournalUnavailableException("there is a batch " + batch.number(), null);
    }
    Chronicle.Chapter chapter = chronicle.tell(batch, entries.size());
    entries.addAll(chapter.entries());
    failures.addAll(chapter.failures());
    stored.add(new Stored(batch, codec.encode(batch.events())));
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

  /** Everything committed, oldest first. */
  public synchronized List<Batch> batches() {
    return stored.stream().map(Stored::batch).toList();
  }
}
