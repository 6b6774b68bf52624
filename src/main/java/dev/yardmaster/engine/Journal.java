package dev.yardmaster.engine;

import dev.yardmaster.scheduler.Moment;
import dev.yardmaster.scheduler.RunId;
import dev.yardmaster.scheduler.RunState;
import dev.yardmaster.scheduler.TaskId;
import dev.yardmaster.scheduler.event.Event;
import dev.yardmaster.scheduler.snapshot.RunSnapshot;
import dev.yardmaster.scheduler.snapshot.ServiceSnapshot;
import dev.yardmaster.scheduler.task.Counters;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Where committed facts live: the source of truth. {@link #replay}, {@link #append}, {@link
 * #keepTime} and {@link #probe} are never called at the same time; the queries may be called at any
 * time.
 */
public interface Journal {

  /**
   * Gives the last snapshot, where there is one, and then every durable event committed after it,
   * oldest first, and says where the journal ends. After a failed {@link #append} the engine calls
   * this before it appends again.
   *
   * @throws JournalUnavailableException if the journal cannot be read now
   * @throws IllegalStateException if what it holds cannot be understood
   */
  End replay(Rebuild rebuild);

  /**
   * Commits a batch in one transaction. Its number must be new: an append whose end was unknown may
   * still come through after the rebuild that it caused, and must then refuse the next one.
   *
   * <p>With a snapshot, that takes the place of everything before: what it makes superfluous is
   * deleted in the same transaction.
   *
   * @return the entries of the audit trail that tell of the batch, in order
   * @throws JournalUnavailableException if it is not known to be committed
   */
  List<AuditEntry> append(Batch batch);

  /**
   * Stores how far service time has come while there was nothing to append.
   *
   * @throws JournalUnavailableException if it is not known to be stored
   */
  void keepTime(Moment at);

  /**
   * Called now and then while there is nothing to store, so that it is noticed that the journal is
   * away, and not only by the next caller.
   *
   * @throws JournalUnavailableException if it is
   */
  default void probe() {}

  /**
   * Deletes some of what is left of runs that were forgotten: at most a few hundred rows, in a
   * transaction of its own, so that nobody's commit waits for long. May be called at any time; what
   * is left outlives a restart.
   *
   * @return whether there may be more
   * @throws JournalUnavailableException if it could not
   */
  boolean tidyUp();

  /** What a replay would read now, as far as it is committed; may be asked at any time. */
  Growth growth();

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

  /** Takes what a journal holds. */
  interface Rebuild {

    /**
     * The last snapshot, before any event; not called where there is none.
     *
     * @param runs all of them, in order of submission
     * @param at the moment of the batch it was taken after
     */
    void restore(ServiceSnapshot service, List<RunSnapshot> runs, Moment at);

    void apply(Event.Durable event, Moment at);
  }

  /**
   * @param snapshotAt number of the batch after which the last snapshot was taken; 0 where there is
   *     none
   * @param bytes of the events stored since, as they are stored
   * @param snapshotBytes of that snapshot, without the runs that it left as they were
   */
  record Growth(long snapshotAt, long bytes, long snapshotBytes) {

    /** Of an empty journal. */
    public static final Growth NONE = new Growth(0, 0, 0);
  }

  /**
   * The state after a batch, as far as it differs from the last snapshot.
   *
   * @param runs that changed; the journal still has what it was given of the others
   * @param forgotten orders of the runs that it has no longer
   */
  record Snapshot(ServiceSnapshot service, List<RunSnapshot> runs, List<Long> forgotten) {

    /** Where no run was forgotten. */
    public Snapshot(ServiceSnapshot service, List<RunSnapshot> runs) {
      this(service, runs, List.of());
    }

    public Snapshot {
      runs = List.copyOf(runs);
      forgotten = List.copyOf(forgotten);
    }
  }

  /**
   * @param number rises by one with each batch, from 1
   * @param events durable ones only, in order, at least one
   * @param tasks state and counters, after the batch, of every task whose row it changed; all tasks
   *     of a run that it submitted are among them, in the order of the document
   * @param runs after the batch, of every run whose row it changed
   * @param snapshot of the state after the batch; null where none was due
   */
  record Batch(
      long number,
      Moment at,
      List<Event.Durable> events,
      List<TaskRow> tasks,
      List<RunRow> runs,
      @Nullable Snapshot snapshot) {

    /** Without a snapshot. */
    public Batch(
        long number,
        Moment at,
        List<Event.Durable> events,
        List<TaskRow> tasks,
        List<RunRow> runs) {
      this(number, at, events, tasks, runs, null);
    }

    public Batch {
      events = List.copyOf(events);
      tasks = List.copyOf(tasks);
      runs = List.copyOf(runs);
    }
  }

  /**
   * @param state of the task's life cycle, such as {@code RUNNING}
   * @param reason why it was abandoned; null where it was not
   * @param alive bindings that have not ended; for those who listen, it is not stored
   */
  record TaskRow(
      TaskId task, String state, @Nullable String reason, Counters counters, int alive) {}

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
