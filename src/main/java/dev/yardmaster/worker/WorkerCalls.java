package dev.yardmaster.worker;

import dev.yardmaster.api.LongPolls;
import dev.yardmaster.api.Unexpected;
import dev.yardmaster.api.problem.ErrorCode;
import dev.yardmaster.api.problem.ProblemException;
import dev.yardmaster.engine.Answers;
import dev.yardmaster.engine.Engine;
import dev.yardmaster.engine.ServiceBusyException;
import dev.yardmaster.pipeline.Words;
import dev.yardmaster.scheduler.WorkerId;
import dev.yardmaster.scheduler.command.Command;
import dev.yardmaster.scheduler.command.Command.Ask;
import dev.yardmaster.scheduler.command.Outcome;
import org.jspecify.annotations.Nullable;

/** From a worker's call to the scheduler's outcome, and from a refusal to its problem. */
final class WorkerCalls {

  private final Engine engine;
  private final LongPolls polls;

  WorkerCalls(Engine engine, LongPolls polls) {
    this.engine = engine;
    this.polls = polls;
  }

  /**
   * @throws ProblemException if it cannot be the id of a worker
   */
  static WorkerId worker(String id) {
    return WorkerId.parse(id).orElseThrow(() -> gone(id));
  }

  /** The outcome once it is committed. */
  Outcome answer(Command command) {
    return Answers.of(engine.submit(command));
  }

  /**
   * The outcome of a command that asks and so may wait.
   *
   * @param ask null where it does not ask
   */
  Outcome answer(Command command, @Nullable Ask ask) {
    return ask == null
        ? answer(command)
        : polls.within(ask.patience().plus(Answers.USUAL), engine.submit(command));
  }

  /** To be thrown where an outcome is not the one that was hoped for. */
  static RuntimeException refusal(Command command, Outcome outcome) {
    return switch (outcome) {
      case Outcome.UnknownWorker unknown -> gone(unknown.worker().toString());
      case Outcome.Gone gone -> gone(gone.worker().toString());
      case Outcome.WrongToken wrong ->
          new ProblemException(ErrorCode.WRONG_TOKEN, "it does not belong to " + wrong.worker());
      case Outcome.Stopping _ ->
          new ServiceBusyException("the service is stopping, and hands out nothing more");
      case Outcome.LaunchOver _ -> launchOver();
      case Outcome.UnknownRun unknown ->
          new ProblemException(
              ErrorCode.UNKNOWN_RUN, "no run is called " + Words.quoted(unknown.run().value()));
      case Outcome.Refused refused -> new ProblemException(ErrorCode.REFUSED, refused.reason());
      case Outcome other -> Unexpected.outcome(command, other);
    };
  }

  static ProblemException launchOver() {
    return new ProblemException(
        ErrorCode.LAUNCH_OVER, "no launch waits for a worker with this launch_token");
  }

  private static ProblemException gone(String id) {
    return new ProblemException(
        ErrorCode.UNKNOWN_WORKER, "worker " + Words.quoted(id) + " is not registered");
  }
}
