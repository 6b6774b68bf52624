package dev.yardmaster.journal;

import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.Table;

/** How far service time had come while there was nothing to store; one row. */
@Entity
@Table(name = "service_time")
class ServiceTime {

  static final int ONLY_ID = 1;

  @Id int id = ONLY_ID;
  long ticks;
  long wallMillis;

  protected ServiceTime() {}

  ServiceTime(long ticks, long wallMillis) {
    this.ticks = ticks;
    this.wallMillis = wallMillis;
  }
}
