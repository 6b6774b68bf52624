package dev.yardmaster.worker.command;

import dev.yardmaster.worker.command.WorkerEvent.BlockDone;
import dev.yardmaster.worker.command.WorkerEvent.Bound;
import dev.yardmaster.worker.command.WorkerEvent.Left;
import dev.yardmaster.worker.command.WorkerEvent.Refused;
import dev.yardmaster.worker.command.WorkerEvent.Registered;
import dev.yardmaster.worker.command.WorkerEvent.Replaced;
import dev.yardmaster.worker.command.WorkerEvent.Retrying;
import dev.yardmaster.worker.command.WorkerEvent.Unbound;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Hears what happens to command workers. Called from their threads; must be quick. */
@FunctionalInterface
public interface WorkerListener {

  void on(WorkerEvent event);

  /** Writes everything to the log: trouble as warnings, single blocks at debug. */
  static WorkerListener logging() {
    Logger log = LoggerFactory.getLogger(CommandWorkers.class);
    return event -> log(log, event);
  }

  private static void log(Logger log, WorkerEvent event) {
    switch (event) {
      case Registered(var worker, var id) -> log.info("{} registered as {}", worker, id);
      case Bound(var worker, var run, var task) -> log.info("{} serves {}/{}", worker, run, task);
      case BlockDone(var worker, var run, var task, var block, var error) -> {
        if (error == null) {
          log.debug("{} did block {} of {}/{}", worker, block, run, task);
        } else {
          log.warn("{} failed block {} of {}/{}: {}", worker, block, run, task, error);
        }
      }
      case Unbound(var worker, var run, var task, var clean, var reason) -> {
        if (clean) {
          log.info("{} left {}/{}: {}", worker, run, task, reason);
        } else {
          log.warn("{} left {}/{} with an error: {}", worker, run, task, reason);
        }
      }
      case Retrying(var worker, var call, var cause, var pause) ->
          log.warn("{}: {} failed ({}), again in {} ms", worker, call, cause, pause.toMillis());
      case Replaced(var worker, var cause) ->
          log.warn("{} is no longer known to the service ({}), registers again", worker, cause);
      case Refused(var worker, var cause) ->
          log.error("{} was refused by the service and ends: {}", worker, cause);
      case Left(var worker) -> log.info("{} has ended", worker);
    }
  }
}
