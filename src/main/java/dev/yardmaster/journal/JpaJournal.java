package dev.yardmaster.journal;

import dev.yardmaster.engine.Journal;
import dev.yardmaster.engine.JournalUnavailableException;
import dev.yardmaster.journal.SnapshotStore.SnapshotRows;
import dev.yardmaster.scheduler.Moment;
import dev.yardmaster.scheduler.RunId;
import dev.yardmaster.scheduler.TaskId;
import jakarta.persistence.EntityManagerFactory;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.hibernate.SessionFactory;
import org.hibernate.StatelessSession;
import org.springframework.data.domain.Limit;
import org.springframework.stereotype.Component;

/**
 * The journal in a database, through JPA.
 *
 * <p>A batch is written through a stateless session: every row is known to be new or to be there,
 * so that nothing is read before it is written, nothing is kept in memory, and statements of a kind
 * go out together.
 */
@Component
final class JpaJournal implements Journal {

  /** Rows read at once by a replay: mostly of some hundred bytes, seldom of half a megabyte. */
  private static final int REPLAY_PAGE = 200;

  private static final long UNKNOWN = -1;

  private final SessionFactory sessions;
  private final JournalRepository journal;
  private final AuditRepository audit;
  private final BlockFailureRepository failures;
  private final EventCodec codec = new EventCodec();
  private final Chronicle chronicle = new Chronicle();
  private final SnapshotStore snapshots;
  private final ExclusiveUse use;
  private long lastSeq = UNKNOWN;
  private volatile Growth growth = Growth.NONE;

  JpaJournal(
      EntityManagerFactory factory,
      JournalRepository journal,
      AuditRepository audit,
      BlockFailureRepository failures,
      SnapshotRepository snapshots,
      ExclusiveUse use) {
    this.sessions = factory.unwrap(SessionFactory.class);
    this.journal = journal;
    this.audit = audit;
    this.failures = failures;
    this.snapshots = new SnapshotStore(snapshots);
    this.use = use;
  }

  @Override
  public End replay(Rebuild rebuild) {
    reachable(use::take);
    chronicle.restart();
    lastSeq = available("read", audit::lastSeq);
    Replay replay =
        new Replay(
            codec,
            (event, at) -> {
              chronicle.follow(event);
              rebuild.apply(event, at);
            });
    Optional<SnapshotStore.Found> snapshot = available("read", snapshots::read);
    snapshot.ifPresent(
        found -> {
          chronicle.restore(found.service(), found.runs());
          rebuild.restore(found.service(), found.runs(), found.at());
          replay.startAfter(found);
        });
    List<JournalRow> page = page(replay);
    while (!page.isEmpty()) {
      page.forEach(replay::accept);
      page = page(replay);
    }
    long number = snapshot.map(SnapshotStore.Found::number).orElse(0L);
    refuseIfReplaced(number);
    growth =
        new Growth(number, replay.bytes(), snapshot.map(SnapshotStore.Found::bytes).orElse(0L));
    return replay.end(available("read", () -> journal.keptTicks(ServiceTime.ONLY_ID)));
  }

  /** A commit whose end was unknown may have come through while the journal was read. */
  private void refuseIfReplaced(long number) {
    long last = available("read", snapshots::lastNumber);
    if (last != number) {
      throw new JournalUnavailableException(
          "The service read its database while snapshot " + last + " was stored; it reads again.",
          null);
    }
  }

  private List<JournalRow> page(Replay replay) {
    return available(
        "read", () -> journal.after(replay.number(), replay.part(), Limit.of(REPLAY_PAGE)));
  }

  @Override
  public List<AuditEntry> append(Batch batch) {
    return available("store batch " + batch.number() + " in", () -> transaction(batch));
  }

  private List<AuditEntry> transaction(Batch batch) {
    Chronicle.Chapter chapter = chronicle.tell(batch, lastSeq());
    byte[] payload = codec.encode(batch.events());
    Rows rows = Rows.of(batch, payload, chapter);
    SnapshotRows snapshot =
        batch.snapshot() == null ? null : snapshots.rows(batch, batch.snapshot());
    inTransaction(
        session -> {
          rows.writeTo(session);
          refuseIfLate(session, batch.number());
          if (snapshot != null) {
            snapshot.writeTo(session);
          }
        });
    lastSeq += chapter.entries().size();
    growth =
        snapshot == null
            ? new Growth(
                growth.snapshotAt(), growth.bytes() + payload.length, growth.snapshotBytes())
            : new Growth(batch.number(), 0, snapshot.bytes());
    return chapter.entries();
  }

  /**
   * A snapshot deletes the rows whose numbers refuse a batch that comes late. So it does that
   * itself; looked at after the batch's own row is there, nothing can come between.
   */
  private static void refuseIfLate(StatelessSession session, long number) {
    long last =
        session
            .createSelectionQuery(
                "select coalesce(max(s.number), 0) from ServiceSnapshotRow s", Long.class)
            .getSingleResult();
    if (last >= number) {
      throw new IllegalStateException(
          "Batch %d comes late: a snapshot up to batch %d is there already."
              .formatted(number, last));
    }
  }

  @Override
  public boolean tidyUp() {
    return available(
        "delete old runs from", () -> sessions.fromStatelessTransaction(Remains::some));
  }

  @Override
  public Growth growth() {
    return growth;
  }

  private long lastSeq() {
    if (lastSeq == UNKNOWN) {
      lastSeq = audit.lastSeq();
    }
    return lastSeq;
  }

  @Override
  public void keepTime(Moment at) {
    available(
        "store the time in",
        () -> {
          inTransaction(session -> session.update(new ServiceTime(at.ticks(), at.wallMillis())));
          return at;
        });
  }

  @Override
  public void probe() {
    reachable(use::check);
    available("read", () -> journal.keptTicks(ServiceTime.ONLY_ID));
  }

  private void reachable(Runnable access) {
    available(
        "reach",
        () -> {
          access.run();
          return true;
        });
  }

  private void inTransaction(Consumer<StatelessSession> work) {
    sessions.inStatelessTransaction(work);
  }

  @Override
  public List<AuditEntry> audit(RunId run, long after, int limit) {
    return available(
        "read",
        () ->
            audit
                .findByRunIdAndSeqGreaterThanOrderBySeq(run.value(), after, Limit.of(limit))
                .stream()
                .map(AuditEntity::entry)
                .toList());
  }

  @Override
  public List<AuditEntry> latestAudit(RunId run, int limit) {
    return available(
        "read",
        () ->
            audit.findByRunIdOrderBySeqDesc(run.value(), Limit.of(limit)).stream()
                .map(AuditEntity::entry)
                .toList());
  }

  @Override
  public List<FailedAttempt> failedAttempts(TaskId task, long fromBlock, int limit) {
    return available(
        "read",
        () ->
            failures
                .findByRunIdAndTaskIdAndBlockGreaterThanEqualOrderByBlockAscAttemptAsc(
                    task.run().value(), task.task(), fromBlock, Limit.of(limit))
                .stream()
                .map(BlockFailureEntity::attempt)
                .toList());
  }

  private <T> T available(String what, Supplier<T> access) {
    try {
      return access.get();
    } catch (RuntimeException e) {
      throw new JournalUnavailableException(
          "The service could not " + what + " its database: " + rootMessage(e), e);
    }
  }

  private static String rootMessage(Throwable thrown) {
    Throwable root = thrown;
    while (root.getCause() != null) {
      root = root.getCause();
    }
    return root.getMessage() == null ? root.toString() : root.getMessage();
  }
}
