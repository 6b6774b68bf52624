package dev.yardmaster.scheduler.event;

import dev.yardmaster.pipeline.Pipeline;
import dev.yardmaster.pipeline.Resources;
import dev.yardmaster.pipeline.WorkerKind;
import dev.yardmaster.scheduler.BindingId;
import dev.yardmaster.scheduler.RunId;
import dev.yardmaster.scheduler.RunState;
import dev.yardmaster.scheduler.TaskId;
import dev.yardmaster.scheduler.WorkerId;
import dev.yardmaster.scheduler.task.AbandonReason;
import java.util.List;
import java.util.SortedSet;
import org.jspecify.annotations.Nullable;

/** A decision of the scheduler. Applying it is the only way in which the state changes. */
public sealed interface Event {

  /** Stored in the journal; the state is rebuilt from these alone. */
  sealed interface Durable extends Event {}

  /** About the moment, not the books: forgotten when the service stops. */
  sealed interface Passing extends Event {}

  record ServiceBudgetSet(@Nullable Resources budget) implements Durable {}

  /**
   * @param by who asked for it; null where nobody had to say
   */
  record RunSubmitted(
      RunId run,
      long number,
      Pipeline pipeline,
      @Nullable String idempotencyKey,
      String digest,
      @Nullable String directory,
      @Nullable String by)
      implements Durable {

    /** As asked for by nobody in particular. */
    public RunSubmitted(
        RunId run,
        long number,
        Pipeline pipeline,
        @Nullable String idempotencyKey,
        String digest,
        @Nullable String directory) {
      this(run, number, pipeline, idempotencyKey, digest, directory, null);
    }
  }

  /** Every task is terminal. {@code why} is set for a cancelled run. */
  record RunEnded(RunId run, RunState state, @Nullable String why) implements Durable {}

  /**
   * The run is no longer kept: nothing of it is known from here on. Only its number stays taken.
   *
   * @param order of its submission to the service
   */
  record RunForgotten(RunId run, long order) implements Durable {}

  record TaskDone(TaskId task) implements Durable {}

  /**
   * @param orphaned how many blocks the abandonment orphaned
   */
  record TaskAbandoned(TaskId task, AbandonReason reason, long orphaned) implements Durable {}

  record WorkerRegistered(
      WorkerId worker,
      String name,
      String host,
      WorkerKind kind,
      SortedSet<String> tags,
      @Nullable RunId run,
      @Nullable String task,
      @Nullable BindingId launchedFor,
      String tokenDigest)
      implements Durable {}

  /** The worker is gone; {@code lost} where it did not say so itself. */
  record WorkerRemoved(WorkerId worker, boolean lost, String why) implements Durable {}

  /** An asking, unbound worker was given to a task: one worker start. */
  record BindingStarted(BindingId binding, TaskId task, WorkerId worker) implements Durable {}

  /** A launcher was told to start a process for a task: one worker start. */
  record BindingLaunched(BindingId binding, TaskId task, String launcher) implements Durable {}

  /**
   * The binding is over in the scheduler's eyes, but its process may still run: the amounts stay
   * used. Its leases are void: the first is charged when {@code end} is dirty, the others return.
   */
  record BindingEnding(
      BindingId binding, TaskId task, EndKind end, String why, @Nullable ChargedBlock charged)
      implements Durable {}

  /** What retired bindings free is kept for this task until it starts or wants nothing more. */
  record RoomPromised(TaskId task) implements Durable {}

  /** The worker was told that its binding is over, or said so itself. */
  record BindingEndTold(BindingId binding, WorkerId worker) implements Durable {}

  /** The binding is over and its amounts are free. */
  record BindingEnded(
      BindingId binding, TaskId task, EndKind end, String why, @Nullable ChargedBlock charged)
      implements Durable {}

  /**
   * Blocks in order; the lease of the n-th is {@code firstLease + n}. Attempts follow from the
   * failures so far.
   */
  record BlocksLeased(BindingId binding, TaskId task, long firstLease, long[] blocks)
      implements Durable {}

  /** Accepted results, all of one binding. */
  record BlocksReleased(BindingId binding, TaskId task, List<Released> results)
      implements Durable {}

  /** Results or leases for a task that had already ended were dropped. */
  record LateDropped(TaskId task, int count) implements Durable {}

  record LauncherOffered(
      String name, String host, WorkerKind kind, SortedSet<String> tags, int capacity)
      implements Durable {}

  record LauncherWithdrawn(String name) implements Durable {}

  /** The worker was heard of. */
  record WorkerSeen(WorkerId worker) implements Passing {}

  /** The worker asks, until then at the latest (service time). */
  record WorkerAsked(WorkerId worker, int maxBlocks, long until) implements Passing {}

  /** The ask was answered with nothing, or with the end of a binding. */
  record AskEnded(WorkerId worker) implements Passing {}

  /** The service is about to stop: it hands out nothing more. */
  record HandingOutStopped() implements Passing {}

  /** The service answers again after a rebuild: nobody asks, everybody was just heard of. */
  record Resumed() implements Passing {}

  /** What became of one block. */
  enum BlockResult {
    COMPLETED,
    /** Failed, and tried again. */
    RETRY,
    /** Failed for good. */
    FAILED
  }

  /**
   * @param error for people; null where there was none
   */
  record Released(
      long lease, long block, int attempt, BlockResult result, @Nullable String error) {}

  /** The block whose attempt failed with its binding; its result is RETRY or FAILED. */
  record ChargedBlock(long lease, long block, int attempt, BlockResult result) {}

  /** How a binding ended; of all but the first, the later win over the earlier (semantics §6). */
  enum EndKind {
    /** The task is finished. */
    DRAINED,
    /** The worker left of its own will. */
    CLEAN,
    /** The scheduler asked for it; the start is given back. */
    RETIRED,
    /** The worker died, or is counted as if. */
    DIRTY
  }
}
