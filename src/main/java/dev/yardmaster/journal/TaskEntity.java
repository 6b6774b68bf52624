package dev.yardmaster.journal;

import dev.yardmaster.engine.Journal.TaskRow;
import dev.yardmaster.scheduler.task.Counters;
import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.IdClass;
import jakarta.persistence.Table;
import java.io.Serializable;
import org.jspecify.annotations.Nullable;

/** A task's state and counters after the last batch that changed them. */
@Entity
@Table(name = "task")
@IdClass(TaskEntity.Key.class)
class TaskEntity {

  record Key(String runId, String taskId) implements Serializable {}

  @Id String runId = "";
  @Id String taskId = "";

  @Column(updatable = false)
  int place;

  String state = "";
  @Nullable String reason;

  @Column(updatable = false)
  long total;

  long ready;
  long processing;
  long completed;
  long failed;
  long orphaned;
  long pending;
  long skipped;
  long workerStarts;
  long workerFailures;
  long workerRetirements;
  long workerRestarts;

  protected TaskEntity() {}

  /**
   * @param place in the pipeline, from 0; an update leaves it as it is
   */
  TaskEntity(TaskRow row, int place) {
    runId = row.task().run().value();
    taskId = row.task().task();
    this.place = place;
    state = row.state();
    reason = row.reason();
    count(row.counters());
  }

  private void count(Counters counters) {
    total = counters.total();
    ready = counters.ready();
    processing = counters.processing();
    completed = counters.completed();
    failed = counters.failed();
    orphaned = counters.orphaned();
    pending = counters.pending();
    skipped = counters.skipped();
    workerStarts = counters.workerStarts();
    workerFailures = counters.workerFailures();
    workerRetirements = counters.workerRetirements();
    workerRestarts = counters.workerRestarts();
  }
}
