package dev.yardmaster.scheduler;

import dev.yardmaster.pipeline.Resources;
import dev.yardmaster.scheduler.budget.Ledger;
import dev.yardmaster.scheduler.event.Event.EndKind;
import dev.yardmaster.scheduler.state.Binding;
import dev.yardmaster.scheduler.state.Run;
import dev.yardmaster.scheduler.state.SchedulerState;
import dev.yardmaster.scheduler.state.Task;
import dev.yardmaster.scheduler.state.Worker;
import dev.yardmaster.scheduler.task.Counters;
import dev.yardmaster.scheduler.task.Running;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.function.Supplier;

/** Counts everything anew and compares (semantics §2). For tests, and once after a rebuild. */
final class Invariants {

  private Invariants() {}

  static void check(SchedulerState state) {
    for (Run run : state.runs().values()) {
      String key = run.submission().idempotencyKey();
      require(
          key == null || state.runByIdempotencyKey(key) == run,
          () -> run + " is not found by its idempotency key");
      run.tasks().forEach(Invariants::checkTask);
      checkLedger(state, run.ledger(), binding -> binding.task().run() == run);
      boolean over = run.tasks().stream().noneMatch(Task::isRunning);
      require(run.state().terminal() == over, () -> run + " and its tasks disagree about its end");
    }
    checkLedger(state, state.ledger(), binding -> true);
    for (Binding binding : state.bindings()) {
      Run run = binding.task().run();
      require(state.run(run.id()) == run, () -> binding + " belongs to a run that is not kept");
    }
    for (Worker worker : state.workers()) {
      Binding binding = worker.binding();
      require(
          binding == null || (binding.worker() == worker && state.binding(binding.id()) == binding),
          () -> worker + " and its binding disagree");
    }
  }

  private static void checkTask(Task task) {
    Counters counters = task.life().counters();
    counters.checkInvariants();
    require(task.alive() <= task.spec().maxWorkers(), () -> task + " has too many workers");
    require(
        counters.workerStarts() <= task.spec().startBudget(),
        () -> "I5: " + task + " started too many");
    long leased = 0;
    long ended = 0;
    long dying = 0;
    for (Binding binding : task.bindings()) {
      leased += binding.leases().size();
      ended += binding.ending() != null ? 1 : 0;
      dying += binding.ending() != null && binding.ending().kind() == EndKind.DIRTY ? 1 : 0;
    }
    require(task.alive() - task.active() == ended, () -> task + " has miscounted ending bindings");
    require(leased == counters.processing(), () -> task + ": leases and processing disagree");
    if (task.life() instanceof Running running) {
      require(
          task.run().frontier().readySize(task.place()) == running.ready(),
          () -> task + ": the frontier and ready disagree");
      require(
          counters.workerStarts() >= task.alive() - dying + counters.workerFailures(),
          () -> "I5: " + task + " has more alive and dead than started");
      require(running.tryFinish().isEmpty(), () -> "I2: " + task + " is done but running");
    }
  }

  private static void checkLedger(SchedulerState state, Ledger ledger, Predicate<Binding> counted) {
    Map<String, Long> sum = new TreeMap<>();
    for (Binding binding : state.bindings()) {
      if (counted.test(binding)) {
        binding
            .task()
            .spec()
            .requires()
            .amounts()
            .forEach((key, amount) -> sum.merge(key, amount, Long::sum));
      }
    }
    require(
        ledger.used().equals(Resources.of(sum)),
        () -> "I4: " + ledger.used() + " used, but bindings require " + sum);
  }

  /** The message is put together only when it is needed: this runs after every step of a test. */
  private static void require(boolean holds, Supplier<String> message) {
    if (!holds) {
      throw new IllegalStateException(message.get());
    }
  }
}
