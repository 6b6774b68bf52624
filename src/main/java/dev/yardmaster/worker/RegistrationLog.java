package dev.yardmaster.worker;

import dev.yardmaster.scheduler.WorkerId;
import java.security.Principal;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Says in the log with whose access token a worker registered; later calls of the worker show a
 * token of its own, so that this is the only moment when it is known. Thread-safe.
 */
final class RegistrationLog {

  private static final Logger LOG = LoggerFactory.getLogger(RegistrationLog.class);

  /** What a person can read; after a failure of the network thousands come in a minute. */
  static final int MAX_LINES_A_SECOND = 20;

  private static final long SECOND = 1_000_000_000L;

  private final LongSupplier nanos;
  private final long began;
  private long second = -1;
  private int lines;
  private long leftOut;

  /**
   * @param nanos a clock that only goes forward
   */
  RegistrationLog(LongSupplier nanos) {
    this.nanos = nanos;
    this.began = nanos.getAsLong();
  }

  /**
   * @param caller whose token it was, or null where the service has none
   */
  void registered(WorkerId worker, @Nullable Principal caller) {
    if (caller != null && hasRoom()) {
      LOG.atInfo()
          .addKeyValue("worker", worker.toString())
          .addKeyValue("token", caller.getName())
          .log("{} registered with the access token of {}", worker, caller.getName());
    }
  }

  private synchronized boolean hasRoom() {
    long now = (nanos.getAsLong() - began) / SECOND;
    if (now != second) {
      second = now;
      lines = 0;
      if (leftOut > 0) {
        LOG.info("{} more workers registered, too many for a line each", leftOut);
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
}
