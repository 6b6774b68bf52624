package dev.yardmaster.scheduler.simulation.oracle;

import static dev.yardmaster.scheduler.simulation.oracle.Violation.unless;

import dev.yardmaster.pipeline.Resources;
import dev.yardmaster.pipeline.TaskSpec;
import dev.yardmaster.scheduler.LeaseId;
import dev.yardmaster.scheduler.RunId;
import dev.yardmaster.scheduler.command.Command;
import dev.yardmaster.scheduler.command.Outcome;
import dev.yardmaster.scheduler.event.Event;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** What a command is answered with at once, judged by the books as they were before it. */
final class OutcomeRules {

  private final Books books;

  OutcomeRules(Books books) {
    this.books = books;
  }

  void check(Step step) {
    Outcome outcome = step.decision.outcome();
    boolean right =
        switch (step.command) {
          case Command.SubmitRun it -> submitted(it, outcome);
          case Command.CancelRun it -> cancelled(it, outcome);
          case Command.ForgetRuns it -> forgotten(step, it, outcome);
          case Command.RegisterWorker it -> registered(it, outcome);
          case Command.OfWorker it -> ofWorker(step, it, outcome);
          case Command.OfferLauncher it -> outcome instanceof Outcome.Noted;
          case Command.WithdrawLauncher it -> outcome instanceof Outcome.Noted;
          case Command.LaunchEnded it -> outcome instanceof Outcome.Noted;
          case Command.SetServiceBudget it -> outcome instanceof Outcome.Noted;
          case Command.Tick it -> outcome instanceof Outcome.Noted;
          case Command.StopHandingOut it -> outcome instanceof Outcome.Noted;
          case Command.Resume it -> outcome instanceof Outcome.Noted;
        };
    unless(right, "the answer to %s should not be %s", step.command, outcome);
  }

  private boolean submitted(Command.SubmitRun command, Outcome outcome) {
    RunModel earlier =
        command.idempotencyKey() == null ? null : books.runsByKey.get(command.idempotencyKey());
    if (earlier != null) {
      return earlier.digest.equals(command.digest())
          ? outcome.equals(new Outcome.Submitted(earlier.id, true))
          : outcome.equals(new Outcome.KeyReused(earlier.id));
    }
    boolean possible =
        command.pipeline().tasks().stream()
            .allMatch(task -> possible(task, command.pipeline().resources()));
    return possible
        ? outcome instanceof Outcome.Submitted it && !it.existing()
        : outcome instanceof Outcome.Refused;
  }

  /** Each key is bounded by somebody and within everybody's budget. */
  private boolean possible(TaskSpec task, @Nullable Resources ofRun) {
    for (Map.Entry<String, Long> need : task.requires().amounts().entrySet()) {
      Long run = ofRun == null ? null : ofRun.amounts().get(need.getKey());
      Resources service = books.serviceBudget;
      Long all = service == null ? null : service.amounts().get(need.getKey());
      if ((run == null && all == null)
          || (run != null && run < need.getValue())
          || (all != null && all < need.getValue())) {
        return false;
      }
    }
    return true;
  }

  private boolean cancelled(Command.CancelRun command, Outcome outcome) {
    RunModel run = books.runs.get(command.run());
    if (run == null) {
      return outcome.equals(new Outcome.UnknownRun(command.run()));
    }
    return switch (run.state) {
      case RUNNING -> outcome.equals(new Outcome.Cancelled(run.id, false));
      case CANCELLED -> outcome.equals(new Outcome.Cancelled(run.id, true));
      case SUCCEEDED, FAILED -> outcome.equals(new Outcome.AlreadyEnded(run.id));
    };
  }

  private static boolean forgotten(Step step, Command.ForgetRuns command, Outcome outcome) {
    List<RunId> gone =
        step.decision.events().stream()
            .filter(Event.RunForgotten.class::isInstance)
            .map(event -> ((Event.RunForgotten) event).run())
            .toList();
    return outcome instanceof Outcome.Forgotten it
        && it.runs().equals(gone)
        && gone.size() <= command.atMost()
        && (!it.more() || gone.size() == command.atMost());
  }

  private boolean registered(Command.RegisterWorker command, Outcome outcome) {
    if (command.run() != null && !books.runs.containsKey(command.run())) {
      return outcome.equals(new Outcome.UnknownRun(command.run()));
    }
    if (command.launchedFor() != null) {
      BindingModel binding = books.bindings.get(command.launchedFor());
      if (binding == null || binding.worker != null || binding.ending != null) {
        return outcome instanceof Outcome.LaunchOver;
      }
    }
    return outcome instanceof Outcome.Registered;
  }

  private boolean ofWorker(Step step, Command.OfWorker command, Outcome outcome) {
    WorkerModel worker = books.workers.get(command.worker());
    if (worker == null) {
      return outcome.equals(new Outcome.UnknownWorker(command.worker())) && nothingHappened(step);
    }
    if (!worker.registration.tokenDigest().equals(command.tokenDigest())) {
      return outcome.equals(new Outcome.WrongToken(command.worker())) && nothingHappened(step);
    }
    worker.lastHeard = step.now;
    return switch (command) {
      case Command.Acquire it -> outcome.equals(asks(worker));
      case Command.Release it -> new ReleaseRules(step, worker, it).check(outcome, asks(worker));
      case Command.Unbind it -> outcome instanceof Outcome.Unbound;
      case Command.Heartbeat it -> alive(worker, outcome);
      case Command.Leave it -> outcome instanceof Outcome.Left;
    };
  }

  private Outcome asks(WorkerModel worker) {
    return books.handsOut ? new Outcome.Waiting(worker.id()) : new Outcome.Stopping(worker.id());
  }

  private static boolean nothingHappened(Step step) {
    return step.decision.events().isEmpty() && step.decision.deliveries().isEmpty();
  }

  private static boolean alive(WorkerModel worker, Outcome outcome) {
    if (!(outcome instanceof Outcome.Alive alive)) {
      return false;
    }
    Set<Long> said = alive.revoked().stream().map(LeaseId::number).collect(Collectors.toSet());
    return Objects.equals(said, worker.revoked.keySet());
  }
}
