package dev.yardmaster.journal;

import dev.yardmaster.engine.Journal;
import dev.yardmaster.engine.Journal.Batch;
import dev.yardmaster.scheduler.Moment;
import dev.yardmaster.scheduler.snapshot.RunSnapshot;
import dev.yardmaster.scheduler.snapshot.ServiceSnapshot;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.hibernate.StatelessSession;
import org.springframework.data.domain.Limit;

/** Snapshots in their tables. */
final class SnapshotStore {

  /** Rows read at once: mostly of a few kilobytes, seldom of half a megabyte. */
  private static final int PAGE = 50;

  /** What a snapshot is when it is read. */
  record Found(
      long number, Moment at, ServiceSnapshot service, List<RunSnapshot> runs, long bytes) {}

  private final SnapshotRepository repository;
  private final SnapshotCodec codec = new SnapshotCodec();

  SnapshotStore(SnapshotRepository repository) {
    this.repository = repository;
  }

  /** The rows of a batch's snapshot. */
  SnapshotRows rows(Batch batch, Journal.Snapshot snapshot) {
    List<Object> rows = new ArrayList<>();
    List<Long> orders = new ArrayList<>(snapshot.forgotten());
    long bytes = 0;
    int part = 0;
    for (byte[] payload : Parts.of(codec.encode(snapshot.service()))) {
      Moment at = batch.at();
      rows.add(
          new ServiceSnapshotRow(part++, batch.number(), at.ticks(), at.wallMillis(), payload));
      bytes += payload.length;
    }
    for (RunSnapshot run : snapshot.runs()) {
      orders.add(run.order());
      part = 0;
      for (byte[] payload : Parts.of(codec.encode(run))) {
        rows.add(new RunSnapshotRow(run.order(), part++, run.submission().run().value(), payload));
        bytes += payload.length;
      }
    }
    return new SnapshotRows(batch.number(), orders, rows, bytes);
  }

  /**
   * @param orders of the runs that it holds anew, or that are forgotten
   * @param bytes of all payloads
   */
  record SnapshotRows(long number, List<Long> orders, List<Object> rows, long bytes) {

    /** Databases bound the parameters of a statement, PostgreSQL at 65,535. */
    private static final int ORDERS_AT_ONCE = 1_000;

    /**
     * Puts the new in the place of the old, and of the batches before. The row of its own batch
     * stays, so that its number stays taken.
     */
    void writeTo(StatelessSession session) {
      session.createMutationQuery("delete from ServiceSnapshotRow").executeUpdate();
      for (int from = 0; from < orders.size(); from += ORDERS_AT_ONCE) {
        int to = Math.min(from + ORDERS_AT_ONCE, orders.size());
        session
            .createMutationQuery("delete from RunSnapshotRow r where r.runOrder in :orders")
            .setParameter("orders", orders.subList(from, to))
            .executeUpdate();
      }
      session.insertMultiple(rows);
      session
          .createMutationQuery("delete from JournalRow j where j.number < :number")
          .setParameter("number", number)
          .executeUpdate();
    }
  }

  /** Number of the batch of the last one; 0 where there is none. */
  long lastNumber() {
    return repository.lastNumber();
  }

  /** The last one, whole. */
  Optional<Found> read() {
    Parts parts = new Parts();
    for (ServiceSnapshotRow row : repository.service()) {
      Optional<byte[]> payload = parts.add(row.payload);
      if (payload.isPresent()) {
        Moment at = new Moment(row.ticks, row.wallMillis);
        ServiceSnapshot service = codec.decodeService(payload.get());
        return Optional.of(new Found(row.number, at, service, runs(), payload.get().length));
      }
    }
    return Optional.empty();
  }

  private List<RunSnapshot> runs() {
    List<RunSnapshot> runs = new ArrayList<>();
    Parts parts = new Parts();
    List<RunSnapshotRow> page = repository.runsAfter(-1, 0, Limit.of(PAGE));
    while (!page.isEmpty()) {
      for (RunSnapshotRow row : page) {
        parts.add(row.payload).map(codec::decodeRun).ifPresent(runs::add);
      }
      RunSnapshotRow last = page.getLast();
      page = repository.runsAfter(last.runOrder, last.part, Limit.of(PAGE));
    }
    return runs;
  }
}
