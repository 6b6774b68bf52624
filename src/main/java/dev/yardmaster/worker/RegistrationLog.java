package dev.yardmaster.worker;

import dev.yardmaster.engine.LineLimit;
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

  private final LineLimit limit;

  /**
   * @param nanos a clock that only goes forward
   */
  RegistrationLog(LongSupplier nanos) {
    limit =
        new LineLimit(
            nanos,
            leftOut -> LOG.info("{} more workers registered, too many for a line each", leftOut));
  }

  /**
   * @param caller whose token it was, or null where the service has none
   */
  void registered(WorkerId worker, @Nullable Principal caller) {
    if (caller != null && limit.hasRoom()) {
      LOG.atInfo()
          .addKeyValue("worker", worker.toString())
          .addKeyValue("token", caller.getName())
          .log("{} registered with the access token of {}", worker, caller.getName());
    }
  }
}
