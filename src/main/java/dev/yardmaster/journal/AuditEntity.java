package dev.yardmaster.journal;

import dev.yardmaster.engine.Journal.AuditEntry;
import dev.yardmaster.scheduler.RunId;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.Table;
import org.jspecify.annotations.Nullable;

/** One line of the audit trail. */
@Entity
@Table(name = "audit")
class AuditEntity {

  @Id long seq;
  long atMillis;
  String runId = "";
  @Nullable String taskId;
  @Nullable String worker;
  String kind = "";
  String message = "";

  protected AuditEntity() {}

  AuditEntity(AuditEntry entry) {
    seq = entry.seq();
    atMillis = entry.atMillis();
    runId = entry.run().value();
    taskId = entry.task();
    worker = entry.worker();
    kind = entry.kind();
    message = entry.message();
  }

  AuditEntry entry() {
    return new AuditEntry(seq, atMillis, new RunId(runId), taskId, worker, kind, message);
  }
}
