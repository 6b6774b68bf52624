package dev.yardmaster.journal;

import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.Table;

/** What belonged to no run at the last snapshot, or a part of it. */
@Entity
@Table(name = "service_snapshot")
class ServiceSnapshotRow {

  @Id int part;

  /** Of the batch after which the snapshot was taken; the same in all parts. */
  long number;

  long ticks;
  long wallMillis;

  @Column(length = 1_000_000)
  byte[] payload = {};

  protected ServiceSnapshotRow() {}

  ServiceSnapshotRow(int part, long number, long ticks, long wallMillis, byte[] payload) {
    this.part = part;
    this.number = number;
    this.ticks = ticks;
    this.wallMillis = wallMillis;
    this.payload = payload;
  }
}
