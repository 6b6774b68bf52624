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

/**
 * Where committed facts live: the source of truth. {@link #replay}, {@link #append} and {@link
 * #keepTime} are never called at the same time; the queries may be called at any time.
 */
public interface Journal {

  /**
   * Gives every committed durable event to the consumer, oldest first, and says where the journal
   * ends. After a failed {@link #append} the engine calls this before it appends again.
   *
   * @throws JournalUnavailableException if the journal cannot be read now
   * @throws IllegalStateException if what it holds cannot be understood
   */
  End replay(BiConsumer<Event.Durable, Moment> consumer);

  /**
   * Commits a batch in one transaction. Its number must be new: an append whose end was unknown may
   * still come through after the rebuild that it caused, and must then refuse the next one.
   *
   * @throws JournalUnavailableException if it is not known to be committed
   */
  void append(Batch batch);

  /**
   * Stores how far service time has come while there was nothing to append.
   *
   * @throws JournalUnavailableException if it is not known to be stored
   */
  void keepTime(Moment at);

  /** The audit trail of a run, in order, from after the given sequence number. */
  List<AuditEntry> audit(RunId run, long after, int limit);

  /**
   * The latest entries of a run's trail, newest first. Reads the whole trail where the journal has
   * no shorter way.
   */
  default List<AuditEntry> latestAudit(RunId run, int limit) {
    List<AuditEntry> all = audit(run, 0, Integer.MAX_VALUE);
    return all.subList(Math.max(0, all.size() - limit), all.size()).reversed();
  }

  /** Failed attempts of a task's blocks, by block and attempt, from a block on. */
  List<FailedAttempt> failedAttempts(TaskId task, long fromBlock, int limit);

  /**
   * Where the journal ends.
   *
   * @param number of the last batch; 0 where there is none
   * @param ticks the latest service time stored; 0 where there is none
   */
  record End(long number, long ticks) {

    /** Of an empty journal. */
    public static final End START = new End(0, 0);
  }

  /**
   * @param number rises by one with each batch, from 1
   * @param events durable ones only, in order, at least one
   * @param tasks state and counters, after the batch, of every task whose row it changed; all tasks
   *     of a run that it submitted are among them, in the order of the document
   * @param runs after the batch, of every run whose row it changed
   */
  record Batch(
      long number, Moment at, List<Event.Durable> events, List<TaskRow> tasks, List<RunRow> runs) {
    public Batch {
      events = List.copyOf(events);
      tasks = List.copyOf(tasks);
      runs = List.copyOf(runs);
    }
  }

  /**
   * @param state of the task's life cycle, such as {@code RUNNING}
   * @param reason why it was abandoned; null where it was not
   */
  record TaskRow(TaskId task, String state, @Nullable String reason, Counters counters) {}

  /**
   * @param lateEventsDropped results that came for tasks that had already ended
   */
  record RunRow(RunId run, RunState state, long lateEventsDropped) {}

  /**
   * A rare fact, readable by a person.
   *
   * @param seq rises over the whole service; gaps may occur in one run's trail
   * @param worker whom it is about, such as {@code w-17}
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

  /**
   * @param worker name and id, for people
   * @param error null where the worker gave none
   */
  record FailedAttempt(
      long block, int attempt, String worker, long atMillis, @Nullable String error) {}
}
