package dev.yardmaster.api;

import dev.yardmaster.engine.Journal.AuditEntry;
import io.swagger.v3.oas.annotations.media.Schema;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A run's audit trail, in order.
 *
 * @param next what to say as {@code after} for later ones, also those yet to come
 */
@Schema(description = "A run's audit trail, in order")
public record EventPage(List<Entry> events, long next) {

  /**
   * @param seq rises over the whole service; gaps may occur in one run's trail
   * @param kind such as {@code worker_failed}
   * @param message one sentence
   */
  @Schema(name = "Event")
  public record Entry(
      long seq,
      Instant at,
      String run,
      @Nullable String task,
      @Nullable String worker,
      String kind,
      String message) {

    public static Entry of(AuditEntry entry) {
      return new Entry(
          entry.seq(),
          Instant.ofEpochMilli(entry.atMillis()),
          entry.run().value(),
          entry.task(),
          entry.worker(),
          entry.kind(),
          entry.message());
    }
  }

  static EventPage of(List<AuditEntry> entries, long after) {
    List<Entry> events = entries.stream().map(Entry::of).toList();
    return new EventPage(events, events.isEmpty() ? after : events.getLast().seq());
  }
}
