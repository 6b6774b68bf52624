package dev.yardmaster.journal;

import dev.yardmaster.engine.Journal.End;
import dev.yardmaster.scheduler.Moment;
import dev.yardmaster.scheduler.event.Event;
import java.io.ByteArrayOutputStream;
import java.util.function.BiConsumer;

/** Puts the parts of batches together, row by row, and says where the journal ends. */
final class Replay {

  private final EventCodec codec;
  private final BiConsumer<Event.Durable, Moment> consumer;
  private final ByteArrayOutputStream payload = new ByteArrayOutputStream();
  private long number;
  private int part;
  private Moment at = new Moment(0, 0);

  Replay(EventCodec codec, BiConsumer<Event.Durable, Moment> consumer) {
    this.codec = codec;
    this.consumer = consumer;
  }

  /** Of the last row. */
  long number() {
    return number;
  }

  /** Of the last row. */
  int part() {
    return part;
  }

  /** Takes the next row; the parts of a batch come in order and end with one that is not full. */
  void accept(JournalRow row) {
    number = row.number;
    part = row.part;
    at = new Moment(row.ticks, row.wallMillis);
    payload.writeBytes(row.payload);
    if (row.payload.length < JournalRow.MAX_PART) {
      codec.decode(payload.toByteArray()).forEach(event -> consumer.accept(event, at));
      payload.reset();
    }
  }

  /**
   * @param keptTicks service time as it was stored without a batch
   */
  End end(long keptTicks) {
    return new End(number, Math.max(at.ticks(), keptTicks));
  }
}
