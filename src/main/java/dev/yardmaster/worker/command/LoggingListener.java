package dev.yardmaster.worker.command;

import dev.yardmaster.worker.command.WorkerEvent.BlockDone;
import dev.yardmaster.worker.command.WorkerEvent.Bound;
import dev.yardmaster.worker.command.WorkerEvent.Left;
import dev.yardmaster.worker.command.WorkerEvent.Refused;
import dev.yardmaster.worker.command.WorkerEvent.Registered;
import dev.yardmaster.worker.command.WorkerEvent.Replaced;
import dev.yardmaster.worker.command.WorkerEvent.Retrying;
import dev.yardmaster.worker.command.WorkerEvent.Unbound;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;
import org.slf4j.spi.LoggingEventBuilder;

/**
 * Writes what happens to the log: a sentence for people, and for machines the keys {@code run},
 * {@code task}, {@code worker} (its id, as the service's own lines have it) and {@code
 * worker_name}.
 */
final class LoggingListener implements WorkerListener {

  private static final Logger LOG = LoggerFactory.getLogger(CommandWorkers.class);

  /** One for each slot of this process. */
  private final Map<String, String> ids = new ConcurrentHashMap<>();

  @Override
  public void on(WorkerEvent event) {
    switch (event) {
      case Registered(var worker, var id) -> {
        ids.put(worker, id);
        at(Level.INFO, worker).log("{} registered as {}", worker, id);
      }
      case Bound(var worker, var run, var task) ->
          at(Level.INFO, worker, run, task).log("{} serves {}/{}", worker, run, task);
      case BlockDone(var worker, var run, var task, var block, var error) -> {
        if (error == null) {
          at(Level.DEBUG, worker, run, task)
              .log("{} did block {} of {}/{}", worker, block, run, task);
        } else {
          at(Level.WARN, worker, run, task)
              .log("{} failed block {} of {}/{}: {}", worker, block, run, task, error);
        }
      }
      case Unbound(var worker, var run, var task, var clean, var reason) -> {
        if (clean) {
          at(Level.INFO, worker, run, task).log("{} left {}/{}: {}", worker, run, task, reason);
        } else {
          at(Level.WARN, worker, run, task)
              .log("{} left {}/{} with an error: {}", worker, run, task, reason);
        }
      }
      case Retrying(var worker, var call, var cause, var pause) ->
          at(Level.WARN, worker)
              .log("{}: {} failed ({}), again in {} ms", worker, call, cause, pause.toMillis());
      case Replaced(var worker, var cause) ->
          at(Level.WARN, worker)
              .log("{} is no longer known to the service ({}), registers again", worker, cause);
      case Refused(var worker, var cause) ->
          at(Level.ERROR, worker).log("{} was refused by the service and ends: {}", worker, cause);
      case Left(var worker) -> at(Level.INFO, worker).log("{} has ended", worker);
    }
  }

  private LoggingEventBuilder at(Level level, String worker) {
    LoggingEventBuilder line = LOG.atLevel(level).addKeyValue("worker_name", worker);
    String id = ids.get(worker);
    return id == null ? line : line.addKeyValue("worker", id);
  }

  private LoggingEventBuilder at(Level level, String worker, String run, String task) {
    return at(level, worker).addKeyValue("run", run).addKeyValue("task", task);
  }
}
