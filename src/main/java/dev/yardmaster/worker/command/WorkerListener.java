package dev.yardmaster.worker.command;

/** Hears what happens to command workers. Called from their threads; must be quick. */
@FunctionalInterface
public interface WorkerListener {

  void on(WorkerEvent event);

  /** Writes everything to the log: trouble as warnings, single blocks at debug. */
  static WorkerListener logging() {
    return new LoggingListener();
  }
}
