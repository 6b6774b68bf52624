package dev.yardmaster.engine;

import dev.yardmaster.scheduler.Moment;
import dev.yardmaster.scheduler.RunId;
import dev.yardmaster.scheduler.RunState;
import dev.yardmaster.scheduler.TaskId;
import dev.yardmaster.scheduler.event.Event;
import dev.yardmaster.scheduler.task.Counters;
import java.util.List;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/** Where committed facts live: the source of truth. */
public interface Journal {

  /** Gives every committed durable event to the consumer, oldest first. */
  void replay(BiConsumer<Event.Durable, Moment> consumer);

  /**
   * Commits a batch in one transaction.
   *
   * @throws JournalUnavailableException if it is not known to be committed
   */
  void append(Batch batch);

  /** The audit trail of a run, in order, from after the given sequence number. */
  List<AuditEntry> audit(RunId run, long after, int limit);

  /** Failed attempts of a task's blocks, by block and attempt, from a block on. */
  List<FailedAttempt> failedAttempts(TaskId task, long fromBlock, int limit);

  /**
   * @param number rises by one with each batch
   * @param events durable ones only, in order
   * @param tasks counters after the batch of every task that it touched
   * @param runs states after the batch of every run whose state it changed
   */
  record Batch(
      long number, Moment at, List<Event.Durable> events, List<TaskRow> tasks, List<RunRow> runs) {}

  record TaskRow(TaskId task, String state, @Nullable String reason, Counters counters) {}

  record RunRow(RunId run, RunState state, long lateEventsDropped) {}

  /**
   * A rare fact, readable by a person.
   *
   * @param seq rises over the whole service; gaps may occur in one run's trail
   * @param kind such as {@code worker_failed}
   * @param message one sentence
   */
  record AuditEntry(
      long seq,
      long atMillis,
      RunId run,
      @Nullable String task,
      @Nullable String worker,
      String kind,
      String message) {}

  record FailedAttempt(
      long block, int attempt, String worker, long atMillis, @Nullable String error) {}
}
