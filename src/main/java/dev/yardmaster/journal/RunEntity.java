package dev.yardmaster.journal;

import dev.yardmaster.scheduler.Moment;
import dev.yardmaster.scheduler.RunState;
import dev.yardmaster.scheduler.event.Event;
import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.EnumType;
import jakarta.persistence.Enumerated;
import jakarta.persistence.Id;
import jakarta.persistence.Table;
import org.jspecify.annotations.Nullable;

/** A run, for whoever asks the database; the service itself goes by the journal. */
@Entity
@Table(name = "run")
class RunEntity {

  @Id String id = "";
  long number;
  String pipeline = "";

  @Enumerated(EnumType.STRING)
  @Column(columnDefinition = "varchar(20)")
  RunState state = RunState.RUNNING;

  @Nullable String why;
  @Nullable String idempotencyKey;
  String digest = "";
  long submittedAtMillis;
  @Nullable Long endedAtMillis;
  long lateEventsDropped;

  protected RunEntity() {}

  RunEntity(Event.RunSubmitted submitted, Moment at) {
    id = submitted.run().value();
    number = submitted.number();
    pipeline = submitted.pipeline().name();
    idempotencyKey = Texts.storable(submitted.idempotencyKey());
    digest = submitted.digest();
    submittedAtMillis = at.wallMillis();
  }
}
