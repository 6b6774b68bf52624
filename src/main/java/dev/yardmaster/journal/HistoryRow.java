package dev.yardmaster.journal;

import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.IdClass;
import jakarta.persistence.Table;
import java.io.Serializable;

/** A piece of what is remembered of a run. */
@Entity
@Table(name = "run_history")
@IdClass(HistoryRow.Key.class)
class HistoryRow {

  record Key(String runId, String kind, int part) implements Serializable {}

  @Id String runId = "";
  @Id String kind = "";
  @Id int part;

  @Column(length = 1_000_000)
  byte[] payload = {};

  protected HistoryRow() {}

  HistoryRow(String runId, String kind, int part, byte[] payload) {
    this.runId = runId;
    this.kind = kind;
    this.part = part;
    this.payload = payload;
  }
}
