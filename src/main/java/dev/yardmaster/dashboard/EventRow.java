package dev.yardmaster.dashboard;

import dev.yardmaster.engine.Journal.AuditEntry;
import org.jspecify.annotations.Nullable;

/** A rare fact of a run. */
record EventRow(
    String at, String kind, @Nullable String task, @Nullable String worker, String message) {

  static EventRow of(AuditEntry entry) {
    return new EventRow(
        Shown.time(entry.atMillis()),
        entry.kind().replace('_', ' '),
        entry.task(),
        entry.worker(),
        entry.message());
  }
}
