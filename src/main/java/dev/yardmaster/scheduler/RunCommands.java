package dev.yardmaster.scheduler;

import dev.yardmaster.pipeline.TaskSpec;
import dev.yardmaster.scheduler.budget.Ledger;
import dev.yardmaster.scheduler.command.Command.CancelRun;
import dev.yardmaster.scheduler.command.Command.SubmitRun;
import dev.yardmaster.scheduler.command.Outcome;
import dev.yardmaster.scheduler.event.Event;
import dev.yardmaster.scheduler.state.Run;
import dev.yardmaster.scheduler.state.Task;
import dev.yardmaster.scheduler.task.AbandonReason;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Runs begin and are cancelled (semantics §9). */
final class RunCommands {

  private RunCommands() {}

  static Outcome submit(Turn turn, SubmitRun command) {
    if (command.idempotencyKey() != null) {
      Run earlier = turn.state.runByIdempotencyKey(command.idempotencyKey());
      if (earlier != null) {
        return earlier.submission().digest().equals(command.digest())
            ? new Outcome.Submitted(earlier.id(), true)
            : new Outcome.KeyReused(earlier.id());
      }
    }
    Outcome.Refused refused = refusal(turn, command);
    if (refused != null) {
      return refused;
    }
    String name = command.pipeline().name();
    long number = turn.state.nextNumber(name);
    RunId run = new RunId(name + "-" + number);
    turn.emit(
        new Event.RunSubmitted(
            run,
            number,
            command.pipeline(),
            command.idempotencyKey(),
            command.digest(),
            command.directory(),
            command.by()));
    return new Outcome.Submitted(run, false);
  }

  /** What could never start. Documents are checked before; this guards the books. */
  private static Outcome.@Nullable Refused refusal(Turn turn, SubmitRun command) {
    Ledger ofRun = new Ledger(command.pipeline().resources());
    for (TaskSpec task : command.pipeline().tasks()) {
      for (Map.Entry<String, Long> need : task.requires().amounts().entrySet()) {
        String key = need.getKey();
        if (!ofRun.bounds(key) && !turn.state.ledger().bounds(key)) {
          return new Outcome.Refused(
              "no_budget",
              "task \"%s\" requires %s, but neither the run nor the service has a budget of it"
                  .formatted(task.id(), key));
        }
        for (Ledger ledger : new Ledger[] {ofRun, turn.state.ledger()}) {
          if (ledger.bounds(key) && ledger.budget().amountOf(key) < need.getValue()) {
            return new Outcome.Refused(
                "exceeds_budget",
                "task \"%s\" requires {%s: %d} but %s budget only has {%s: %d}"
                    .formatted(
                        task.id(),
                        key,
                        need.getValue(),
                        ledger == ofRun ? "the run's" : "the global",
                        key,
                        ledger.budget().amountOf(key)));
          }
        }
      }
    }
    return null;
  }

  static Outcome cancel(Turn turn, CancelRun command) {
    Run run = turn.state.run(command.run());
    if (run == null) {
      return new Outcome.UnknownRun(command.run());
    }
    return switch (run.state()) {
      case RUNNING -> {
        cancel(turn, run, command.why());
        yield new Outcome.Cancelled(run.id(), false);
      }
      case CANCELLED -> new Outcome.Cancelled(run.id(), true);
      case SUCCEEDED, FAILED -> new Outcome.AlreadyEnded(run.id());
    };
  }

  static void cancel(Turn turn, Run run, String why) {
    for (Task task : run.tasks()) {
      Settling.emitAbandoned(turn, task, AbandonReason.CANCELLED);
    }
    turn.emit(new Event.RunEnded(run.id(), RunState.CANCELLED, why));
  }
}
