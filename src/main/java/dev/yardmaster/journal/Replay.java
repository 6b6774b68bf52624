package dev.yardmaster.journal;

import dev.yardmaster.engine.Journal.End;
import dev.yardmaster.scheduler.Moment;
import dev.yardmaster.scheduler.event.Event;
import java.util.function.BiConsumer;

/**
 * Puts the parts of batches together, row by row, sees that none is missing, and says where the
 * journal ends.
 */
final class Replay {

  private final EventCodec codec;
  private final BiConsumer<Event.Durable, Moment> consumer;
  private final Parts parts = new Parts();
  private long number;
  private int part;
  private long bytes;
  private Moment at = new Moment(0, 0);

  Replay(EventCodec codec, BiConsumer<Event.Durable, Moment> consumer) {
    this.codec = codec;
    this.consumer = consumer;
  }

  /** Begins after a snapshot. */
  void startAfter(SnapshotStore.Found snapshot) {
    number = snapshot.number();
    part = Integer.MAX_VALUE;
    at = snapshot.at();
  }

  /** Of the last row. */
  long number() {
    return number;
  }

  /** Of the last row. */
  int part() {
    return part;
  }

  /** Of all payloads. */
  long bytes() {
    return bytes;
  }

  /**
   * Takes the next row; the parts of a batch come in order and end with one that is not full.
   *
   * @throws IllegalStateException if a batch is missing before it
   */
  void accept(JournalRow row) {
    if (row.number > number + 1) {
      throw new IllegalStateException(
          "The journal has no batch %d, but has batch %d. Restore the database from a backup."
              .formatted(number + 1, row.number));
    }
    number = row.number;
    part = row.part;
    at = new Moment(row.ticks, row.wallMillis);
    bytes += row.payload.length;
    parts
        .add(row.payload)
        .ifPresent(payload -> codec.decode(payload).forEach(event -> consumer.accept(event, at)));
  }

  /**
   * @param keptTicks service time as it was stored without a batch
   */
  End end(long keptTicks) {
    return new End(number, Math.max(at.ticks(), keptTicks));
  }
}
