package dev.yardmaster.metrics;

import dev.yardmaster.scheduler.task.AbandonReason;
import dev.yardmaster.scheduler.task.Counters;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Timer;
import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The meters of the tasks that share a place on the page. All are there from the beginning, at 0: a
 * counter that first appears with a 1 would hide that one from every rate. Counted on one thread.
 */
final class TaskMeters {

  private final Counter completed;
  private final Counter skipped;
  private final Counter failed;
  private final Counter orphaned;
  private final Counter starts;
  private final Counter failures;
  private final Counter restarts;
  private final Counter retirements;
  private final Map<AbandonReason, Counter> abandoned = new EnumMap<>(AbandonReason.class);
  private final AtomicLong pending = new AtomicLong();
  private final AtomicLong ready = new AtomicLong();
  private final AtomicLong processing = new AtomicLong();
  private final AtomicLong bindings = new AtomicLong();

  final Counter leased;
  final Counter retries;
  final Timer duration;

  TaskMeters(Meters meters, String pipeline, String task) {
    completed = meters.counter(Metric.BLOCKS_SETTLED, pipeline, task, "completed");
    skipped = meters.counter(Metric.BLOCKS_SETTLED, pipeline, task, "skipped");
    failed = meters.counter(Metric.BLOCKS_SETTLED, pipeline, task, "failed");
    orphaned = meters.counter(Metric.BLOCKS_SETTLED, pipeline, task, "orphaned");
    starts = meters.counter(Metric.WORKER_STARTS, pipeline, task);
    failures = meters.counter(Metric.WORKER_FAILURES, pipeline, task);
    restarts = meters.counter(Metric.WORKER_RESTARTS, pipeline, task);
    retirements = meters.counter(Metric.WORKER_RETIREMENTS, pipeline, task);
    for (AbandonReason reason : AbandonReason.values()) {
      String why = reason.name().toLowerCase(Locale.ROOT);
      abandoned.put(reason, meters.counter(Metric.TASKS_ABANDONED, pipeline, task, why));
    }
    meters.gauge(Metric.BLOCKS, pending::get, pipeline, task, "pending");
    meters.gauge(Metric.BLOCKS, ready::get, pipeline, task, "ready");
    meters.gauge(Metric.BLOCKS, processing::get, pipeline, task, "processing");
    meters.gauge(Metric.BINDINGS, bindings::get, pipeline, task);
    leased = meters.counter(Metric.BLOCKS_LEASED, pipeline, task);
    retries = meters.counter(Metric.BLOCK_RETRIES, pipeline, task);
    duration = meters.longTimer(Metric.BLOCK_DURATION, pipeline, task);
  }

  /** What happened between two looks at the books of a task. */
  void happened(Counters before, Counters now) {
    completed.increment(done(now) - done(before));
    skipped.increment(now.skipped() - before.skipped());
    failed.increment(now.failed() - before.failed());
    orphaned.increment(now.orphaned() - before.orphaned());
    starts.increment(started(now) - started(before));
    failures.increment(now.workerFailures() - before.workerFailures());
    retirements.increment(now.workerRetirements() - before.workerRetirements());
  }

  private static long done(Counters books) {
    return books.completed() - books.skipped();
  }

  /** The books give a start back when the worker is retired; here it has happened. */
  private static long started(Counters books) {
    return books.workerStarts() + books.workerRetirements();
  }

  void restarted(long times) {
    restarts.increment(times);
  }

  void abandoned(AbandonReason reason) {
    abandoned.get(reason).increment();
  }

  /** What stands has changed so. */
  void stands(Counters before, int aliveBefore, Counters now, int aliveNow) {
    pending.addAndGet(now.pending() - before.pending());
    ready.addAndGet(now.ready() - before.ready());
    processing.addAndGet(now.processing() - before.processing());
    bindings.addAndGet((long) aliveNow - aliveBefore);
  }
}
