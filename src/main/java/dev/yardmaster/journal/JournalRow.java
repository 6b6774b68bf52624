package dev.yardmaster.journal;

import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.IdClass;
import jakarta.persistence.Table;
import java.io.Serializable;

/** A batch, or a part of a long one. */
@Entity
@Table(name = "journal")
@IdClass(JournalRow.Key.class)
class JournalRow {

  record Key(long number, int part) implements Serializable {}

  @Id long number;
  @Id int part;
  long ticks;
  long wallMillis;

  @Column(length = 1_000_000)
  byte[] payload = {};

  protected JournalRow() {}

  JournalRow(long number, int part, long ticks, long wallMillis, byte[] payload) {
    this.number = number;
    this.part = part;
    this.ticks = ticks;
    this.wallMillis = wallMillis;
    this.payload = payload;
  }
}
