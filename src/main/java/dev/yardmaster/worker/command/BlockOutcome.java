package dev.yardmaster.worker.command;

import dev.yardmaster.worker.command.process.ProcessEnd;
import java.time.Duration;

/** How the work on one block ended. */
sealed interface BlockOutcome {

  record Succeeded() implements BlockOutcome {}

  /** The block failed and the command is as good as before. */
  record Failed(String error) implements BlockOutcome {}

  /** The block failed because the command broke the rules; it cannot be trusted with another. */
  record Broken(String error) implements BlockOutcome {}

  /** The process ended with the block in its hands. */
  record Died(ProcessEnd end) implements BlockOutcome {}

  /** The service took the block away: it is not to be reported. */
  record Revoked() implements BlockOutcome {}

  /** No answer long after the block's timeout, and the service has not taken it away either. */
  record Overdue(Duration limit) implements BlockOutcome {}

  /** The worker has to stop at once, or is not known any more. */
  record GivenUp() implements BlockOutcome {}
}
