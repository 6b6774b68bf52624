package dev.yardmaster.scheduler.command;

import dev.yardmaster.pipeline.Pipeline;
import dev.yardmaster.pipeline.Resources;
import dev.yardmaster.pipeline.WorkerKind;
import dev.yardmaster.scheduler.BindingId;
import dev.yardmaster.scheduler.LeaseId;
import dev.yardmaster.scheduler.RunId;
import dev.yardmaster.scheduler.WorkerId;
import java.time.Duration;
import java.util.List;
import java.util.SortedSet;
import org.jspecify.annotations.Nullable;

/** What the scheduler can be asked. Time is a command too. */
public sealed interface Command {

  /**
   * Starts a run.
   *
   * @param pipeline valid as a document and against the service's budget
   * @param idempotencyKey a second submission with the same key is the same run
   * @param digest of the document, to tell whether that second one is the same
   * @param directory where commands run; null for the worker's own choice
   * @param by who asks for it; null where nobody has to say
   */
  record SubmitRun(
      Pipeline pipeline,
      @Nullable String idempotencyKey,
      String digest,
      @Nullable String directory,
      @Nullable String by)
      implements Command {

    /** As asked for by nobody in particular. */
    public SubmitRun(
        Pipeline pipeline,
        @Nullable String idempotencyKey,
        String digest,
        @Nullable String directory) {
      this(pipeline, idempotencyKey, digest, directory, null);
    }
  }

  /** Cancels a run; {@code why} is shown to people. */
  record CancelRun(RunId run, String why) implements Command {}

  /**
   * A worker introduces itself.
   *
   * @param run the only run it is for, or null
   * @param task the only task of that run it is for, or null
   * @param launchedFor the binding that a launcher started it for, or null
   * @param tokenDigest what every later call of this worker has to show
   */
  record RegisterWorker(
      String name,
      String host,
      WorkerKind kind,
      SortedSet<String> tags,
      @Nullable RunId run,
      @Nullable String task,
      @Nullable BindingId launchedFor,
      String tokenDigest)
      implements Command {}

  /** What a worker says; each shows that it is alive. */
  sealed interface OfWorker extends Command {
    WorkerId worker();

    /** The digest of the token that came with the call. */
    String tokenDigest();
  }

  /** Asks for at most {@code maxBlocks} blocks and is ready to wait for them. */
  record Acquire(WorkerId worker, String tokenDigest, int maxBlocks, Duration patience)
      implements OfWorker {}

  /**
   * Reports blocks, and may ask for the next ones in the same trip.
   *
   * @param ask what {@link Acquire} would say, or null
   */
  record Release(WorkerId worker, String tokenDigest, List<BlockResult> results, @Nullable Ask ask)
      implements OfWorker {
    public Release {
      results = List.copyOf(results);
    }
  }

  /** The asking part of an {@link Acquire}. */
  record Ask(int maxBlocks, Duration patience) {}

  /** How one block went; {@code error} is for people and bounded by the edge. */
  record BlockResult(LeaseId lease, boolean ok, @Nullable String error) {}

  /** The process of the worker's binding has ended; the worker itself stays. */
  record Unbind(
      WorkerId worker,
      String tokenDigest,
      boolean clean,
      @Nullable String reason,
      @Nullable Integer exitCode)
      implements OfWorker {}

  /** Still alive, and which leases are no longer its own? */
  record Heartbeat(WorkerId worker, String tokenDigest) implements OfWorker {}

  /** Leaves of its own will. */
  record Leave(WorkerId worker, String tokenDigest) implements OfWorker {}

  /** Offers to launch up to {@code capacity} workers at a time that carry these tags. */
  record OfferLauncher(
      String name, String host, WorkerKind kind, SortedSet<String> tags, int capacity)
      implements Command {}

  /** The launcher starts no more; what it has launched stays. */
  record WithdrawLauncher(String name) implements Command {}

  /** A launched process ended, or never came to be, before it registered. */
  record LaunchEnded(BindingId binding, boolean clean, @Nullable String reason)
      implements Command {}

  /** The service's own budget, from its configuration; null where it has none. */
  record SetServiceBudget(@Nullable Resources budget) implements Command {}

  /**
   * Forgets runs that ended long ago: those that ended at least {@code keepFor} ago, by the wall
   * clock, and those beyond the {@code keepRuns} that ended last. A run that still has bindings is
   * kept until they are over.
   *
   * @param atMost so many, the ones that ended first
   */
  record ForgetRuns(Duration keepFor, int keepRuns, int atMost) implements Command {}

  /** Time has passed: deadlines are looked at. */
  record Tick() implements Command {}

  /**
   * The service is about to stop. Nothing is handed out any more; a worker that leaves from now on
   * does so for the service's sake, so that its start is given back and its block is not charged.
   */
  record StopHandingOut() implements Command {}

  /** The state was rebuilt and the service answers again: workers get a full grace to return. */
  record Resume() implements Command {}
}
