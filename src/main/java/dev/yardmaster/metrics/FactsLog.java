package dev.yardmaster.metrics;

import dev.yardmaster.engine.EngineClock;
import dev.yardmaster.engine.Journal.AuditEntry;
import dev.yardmaster.engine.Journal.Batch;
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

  /** What a person can read; where hundreds of workers fail together, the first ones say why. */
  static final int MAX_LINES_A_SECOND = 20;

  /** Of a sentence; errors of workers may be long, and are in the audit trail. */
  private static final int MAX_TEXT = 500;

  private static final long SECOND = 1_000_000_000L;

  private final EngineClock clock;
  private long windowEnds = Long.MIN_VALUE;
  private int lines;
  private long leftOut;

  FactsLog(EngineClock clock) {
    this.clock = clock;
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
      if (event instanceof Event.WorkerRemoved removed && removed.lost() && hasRoom()) {
        LOG.atWarn()
            .addKeyValue("worker", removed.worker().toString())
            .log("{} is lost: {}", removed.worker(), line(removed.why()));
      }
    }
  }

  private void tell(Level level, AuditEntry entry) {
    if (hasRoom()) {
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

  private boolean hasRoom() {
    long now = clock.nanos();
    if (windowEnds == Long.MIN_VALUE || now - windowEnds >= 0) {
      windowEnds = now + SECOND;
      lines = 0;
      if (leftOut > 0) {
        LOG.info("{} more such facts are in the audit trails of their runs.", leftOut);
        leftOut = 0;
      }
    }
    if (lines < MAX_LINES_A_SECOND) {
      lines++;
      return true;
    }
    leftOut++;
    return false;
  }

  /** Workers write some of the text; it must not look like lines of its own. */
  private static String line(String text) {
    String line = text.strip().replaceAll("[\\s\\p{Cntrl}]+", " ");
    return line.length() <= MAX_TEXT ? line : line.substring(0, MAX_TEXT) + " …";
  }
}
