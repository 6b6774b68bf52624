package dev.yardmaster.journal;

import dev.yardmaster.engine.Journal.FailedAttempt;
import dev.yardmaster.scheduler.TaskId;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.IdClass;
import jakarta.persistence.Table;
import java.io.Serializable;
import org.jspecify.annotations.Nullable;

/** One failed attempt of one block. */
@Entity
@Table(name = "block_failure")
@IdClass(BlockFailureEntity.Key.class)
class BlockFailureEntity {

  record Key(String runId, String taskId, long block, int attempt) implements Serializable {}

  @Id String runId = "";
  @Id String taskId = "";
  @Id long block;
  @Id int attempt;
  String worker = "";
  long atMillis;
  @Nullable String error;

  protected BlockFailureEntity() {}

  BlockFailureEntity(TaskId task, FailedAttempt failed) {
    runId = task.run().value();
    taskId = task.task();
    block = failed.block();
    attempt = failed.attempt();
    worker = failed.worker();
    atMillis = failed.atMillis();
    error = failed.error();
  }

  FailedAttempt attempt() {
    return new FailedAttempt(block, attempt, worker, atMillis, error);
  }
}
