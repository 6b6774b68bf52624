package dev.yardmaster.metrics;

import dev.yardmaster.engine.EngineClock;
import dev.yardmaster.engine.Journal.AuditEntry;
import dev.yardmaster.engine.Journal.Batch;
import dev.yardmaster.engine.LineLimit;
import dev.yardmaster.scheduler.event.Event;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;
import org.slf4j.spi.LoggingEventBuilder;

/**
 * Rare facts in the service's log, with run, task and worker as keys: that a run began or ended, a
 * task was given up, a worker failed or was lost. All else is in the audit trail.
 */
final class FactsLog {

  private static final Logger LOG = LoggerFactory.getLogger(FactsLog.class);

  /** Of a sentence; errors of workers may be long, and are in the audit trail. */
  private static final int MAX_TEXT = 500;

  private final LineLimit limit;

  FactsLog(EngineClock clock) {
    limit =
        new LineLimit(
            clock::nanos,
            leftOut ->
                LOG.info("{} more such facts are in the audit trails of their runs.", leftOut));
  }

  void committed(Batch batch, List<AuditEntry> told) {
    for (AuditEntry entry : told) {
      switch (entry.kind()) {
        case "run_submitted", "run_succeeded", "run_failed", "run_cancelled" ->
            tell(Level.INFO, entry);
        case "task_abandoned", "worker_failed" -> tell(Level.WARN, entry);
        default -> {}
      }
    }
    for (Event.Durable event : batch.events()) {
      if (event instanceof Event.WorkerRemoved removed && removed.lost() && limit.hasRoom()) {
        LOG.atWarn()
            .addKeyValue("worker", removed.worker().toString())
            .log("{} is lost: {}", removed.worker(), line(removed.why()));
      }
    }
  }

  private void tell(Level level, AuditEntry entry) {
    if (limit.hasRoom()) {
      LoggingEventBuilder event = LOG.atLevel(level).addKeyValue("run", entry.run().toString());
      if (entry.task() != null) {
        event = event.addKeyValue("task", entry.task());
      }
      if (entry.worker() != null) {
        event = event.addKeyValue("worker", entry.worker());
      }
      event.log("{}: {}", entry.run(), line(entry.message()));
    }
  }

  /** Workers write some of the text; it must not look like lines of its own. */
  private static String line(String text) {
    String line = text.strip().replaceAll("[\\s\\p{Cntrl}]+", " ");
    return line.length() <= MAX_TEXT ? line : line.substring(0, MAX_TEXT) + " …";
  }
}
