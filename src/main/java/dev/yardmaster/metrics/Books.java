package dev.yardmaster.metrics;

import dev.yardmaster.engine.Journal.TaskRow;
import dev.yardmaster.scheduler.RunId;
import dev.yardmaster.scheduler.TaskId;
import dev.yardmaster.scheduler.task.AbandonReason;
import dev.yardmaster.scheduler.task.Counters;
import dev.yardmaster.scheduler.view.RunView.TaskState;
import dev.yardmaster.scheduler.view.TaskBooks;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What was last seen of the running runs: counters are the differences to what is seen next. */
final class Books {

  /** Of one task. */
  static final class Account {
    final TaskMeters meters;
    private final PipelineMeters pipeline;
    private Counters counters = Counters.NONE;
    private int alive;
    private long mostRestarts;
    private boolean abandoned;
    private boolean queueing = true;
    private long readySince = -1;

    Account(PipelineMeters pipeline, TaskMeters meters) {
      this.pipeline = pipeline;
      this.meters = meters;
    }

    /** What is there before anybody counts: it stands, but did not happen now. */
    private void begin(TaskBooks books) {
      meters.stands(counters, alive, books.counters(), books.alive());
      counters = books.counters();
      alive = books.alive();
      mostRestarts = counters.workerRestarts();
      abandoned = books.state() == TaskState.ABANDONED;
      queueing = counters.pending() == counters.total();
    }

    private void next(Counters now, int aliveNow, @Nullable AbandonReason reason) {
      meters.happened(counters, now);
      meters.stands(counters, alive, now, aliveNow);
      meters.restarted(Math.max(0, now.workerRestarts() - mostRestarts));
      mostRestarts = Math.max(mostRestarts, now.workerRestarts());
      if (reason != null && !abandoned) {
        meters.abandoned(reason);
        abandoned = true;
      }
      counters = now;
      alive = aliveNow;
    }

    /** Its first ready block begins to wait. */
    private void ready(long at) {
      if (queueing && readySince < 0 && counters.ready() > 0) {
        readySince = at;
      }
    }

    /** Blocks were given out; the first of them end the time in queue. */
    void leased(int blocks, long at) {
      meters.leased.increment(blocks);
      if (queueing) {
        queueing = false;
        pipeline.queue.record(Durations.ofTicks(readySince < 0 ? 0 : at - readySince));
      }
    }

    private void end() {
      meters.stands(counters, alive, Counters.NONE, 0);
    }
  }

  private record RunBooks(PipelineMeters meters, String pipeline, Map<String, Account> tasks) {}

  private final WorkMeters meters;
  private final Map<RunId, RunBooks> runs = new HashMap<>();

  Books(WorkMeters meters) {
    this.meters = meters;
  }

  Iterable<RunId> runs() {
    return runs.keySet().stream().toList();
  }

  boolean knows(RunId run) {
    return runs.containsKey(run);
  }

  /** A run is there from now on. */
  PipelineMeters open(RunId run, String pipeline) {
    PipelineMeters ofPipeline = meters.of(pipeline);
    if (runs.putIfAbsent(run, new RunBooks(ofPipeline, pipeline, new HashMap<>())) == null) {
      ofPipeline.running.incrementAndGet();
    }
    return ofPipeline;
  }

  /** A run has ended, or is no more; null where it was not known. */
  @Nullable PipelineMeters close(RunId run) {
    RunBooks books = runs.remove(run);
    if (books == null) {
      return null;
    }
    books.tasks().values().forEach(Account::end);
    books.meters().running.decrementAndGet();
    return books.meters();
  }

  /** Null for a run that has ended. */
  @Nullable Account account(TaskId task) {
    RunBooks books = runs.get(task.run());
    return books == null
        ? null
        : books
            .tasks()
            .computeIfAbsent(
                task.task(), id -> new Account(books.meters(), meters.of(books.pipeline(), id)));
  }

  /** A row that the batch changed, at that service time. */
  void note(TaskRow row, long at) {
    Account account = account(row.task());
    if (account != null) {
      String why = row.reason();
      account.next(row.counters(), row.alive(), why == null ? null : AbandonReason.valueOf(why));
      account.ready(at);
    }
  }

  /** The books of a task that was not followed until now. */
  void begin(TaskId task, TaskBooks books) {
    Account account = account(task);
    if (account != null) {
      account.begin(books);
    }
  }

  /** The books of a task after something of it may have been missed. */
  void catchUp(TaskId task, TaskBooks books) {
    Account account = account(task);
    if (account != null) {
      account.next(books.counters(), books.alive(), books.reason());
    }
  }
}
