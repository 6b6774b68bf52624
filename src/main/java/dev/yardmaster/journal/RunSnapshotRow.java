package dev.yardmaster.journal;

import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.IdClass;
import jakarta.persistence.Table;
import java.io.Serializable;

/** A run as it was at the last snapshot that it had changed before, or a part of it. */
@Entity
@Table(name = "run_snapshot")
@IdClass(RunSnapshotRow.Key.class)
class RunSnapshotRow {

  record Key(long runOrder, int part) implements Serializable {}

  @Id long runOrder;
  @Id int part;
  String runId = "";

  @Column(length = 1_000_000)
  byte[] payload = {};

  protected RunSnapshotRow() {}

  /**
   * @param runOrder of submission to the service
   */
  RunSnapshotRow(long runOrder, int part, String runId, byte[] payload) {
    this.runOrder = runOrder;
    this.part = part;
    this.runId = runId;
    this.payload = payload;
  }
}
