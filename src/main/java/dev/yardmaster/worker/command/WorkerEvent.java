package dev.yardmaster.worker.command;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** What happens to a command worker, for logs and progress. */
public sealed interface WorkerEvent {

  /** The label of the worker, with its slot. */
  String worker();

  /** The service knows the worker, under this id. */
  record Registered(String worker, String id) implements WorkerEvent {}

  /** The worker was given to a task. */
  record Bound(String worker, String run, String task) implements WorkerEvent {}

  /**
   * A block was worked on.
   *
   * @param error why it failed; null if it succeeded
   */
  record BlockDone(String worker, String run, String task, long block, @Nullable String error)
      implements WorkerEvent {}

  /** The worker left its task. */
  record Unbound(String worker, String run, String task, boolean clean, String reason)
      implements WorkerEvent {}

  /** The service did not answer a call; it is made again after the pause. */
  record Retrying(String worker, String call, String cause, Duration pause)
      implements WorkerEvent {}

  /** The service does not know the worker any more; it registers again. */
  record Replaced(String worker, String cause) implements WorkerEvent {}

  /** The service does not want this worker; it ends. */
  record Refused(String worker, String cause) implements WorkerEvent {}

  /** The worker has ended and left. */
  record Left(String worker) implements WorkerEvent {}
}
