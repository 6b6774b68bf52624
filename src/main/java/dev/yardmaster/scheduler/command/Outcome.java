package dev.yardmaster.scheduler.command;

import dev.yardmaster.scheduler.BindingId;
import dev.yardmaster.scheduler.LeaseId;
import dev.yardmaster.scheduler.RunId;
import dev.yardmaster.scheduler.WorkerId;
import dev.yardmaster.scheduler.view.BindingView;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What a command is answered with. Expected refusals are outcomes, not exceptions. */
public sealed interface Outcome {

  /** The run of a submission; {@code existing} where the idempotency key had already started it. */
  record Submitted(RunId run, boolean existing) implements Outcome {}

  /** The idempotency key belongs to {@code run}, which came from another document. */
  record KeyReused(RunId run) implements Outcome {}

  /** The submission cannot be taken; {@code reason} says why, for a person. */
  record Refused(String code, String reason) implements Outcome {}

  record UnknownRun(RunId run) implements Outcome {}

  /** The run is cancelled; {@code already} where it had been before. */
  record Cancelled(RunId run, boolean already) implements Outcome {}

  /** The run had already ended by itself. */
  record AlreadyEnded(RunId run) implements Outcome {}

  /**
   * These runs are forgotten, in the order of their ends.
   *
   * @param more whether others could be too
   */
  record Forgotten(List<RunId> runs, boolean more) implements Outcome {}

  record Registered(WorkerId worker) implements Outcome {}

  /** What the worker was launched for is over; it should end. */
  record LaunchOver() implements Outcome {}

  /** No such worker, or no longer: it should register again. */
  record UnknownWorker(WorkerId worker) implements Outcome {}

  /** The token is not this worker's. */
  record WrongToken(WorkerId worker) implements Outcome {}

  /**
   * Nothing yet; the ask stays until it is answered by a {@link Delivery} for this worker, at the
   * latest when its patience ends.
   */
  record Waiting(WorkerId worker) implements Outcome {}

  /** Nothing is handed out, as the service is about to stop; ask again when it is back. */
  record Stopping(WorkerId worker) implements Outcome {}

  /** What an ask can be answered with. */
  sealed interface Answer extends Outcome {}

  /** Blocks to work on, in order. */
  record Work(BindingView binding, List<LeasedBlock> blocks) implements Answer {}

  /** The worker's patience ended, or it asked again; it is welcome to ask again. */
  record NothingYet(@Nullable BindingView binding) implements Answer {}

  /** Its binding is over: stop its process, unbind, ask again. {@code reason} is for a person. */
  record Ended(BindingId binding, String reason) implements Answer {}

  /** The worker was removed while it waited. */
  record Gone(WorkerId worker) implements Answer {}

  /**
   * @param next the answer to the ask that came along ({@link Waiting} if it waits, {@link
   *     Stopping} if it cannot), or null
   */
  record Released(List<LeaseOutcome> results, @Nullable Outcome next) implements Outcome {}

  record LeaseOutcome(LeaseId lease, Acceptance outcome) {}

  /** What became of one reported block. */
  enum Acceptance {
    ACCEPTED,
    /** Not a current lease of this worker: nothing changed. */
    STALE,
    /** Its task has ended meanwhile: nothing changed. */
    TASK_FINISHED
  }

  /** Also where there was nothing to unbind: a repeated call. */
  record Unbound() implements Outcome {}

  /** Alive; these leases are no longer the worker's own. */
  record Alive(List<LeaseId> revoked) implements Outcome {}

  record Left() implements Outcome {}

  /** A command that has nothing to say to anybody. */
  record Noted() implements Outcome {}

  /**
   * One block in a worker's hands.
   *
   * @param attempt failures so far + 1
   */
  record LeasedBlock(LeaseId lease, long block, int attempt) {}

  /** The answer to an ask that has been waiting. */
  record Delivery(WorkerId worker, Answer answer) {}
}
