package dev.yardmaster.scheduler.simulation.oracle;

import static dev.yardmaster.scheduler.simulation.oracle.Violation.unless;

import dev.yardmaster.scheduler.command.Command;
import dev.yardmaster.scheduler.command.Outcome;
import dev.yardmaster.scheduler.command.Outcome.Delivery;
import dev.yardmaster.scheduler.command.Outcome.LeasedBlock;
import dev.yardmaster.scheduler.simulation.oracle.BindingModel.LeaseModel;
import dev.yardmaster.scheduler.view.BlockView.BlockState;
import java.util.ArrayList;
import java.util.List;

/** Every ask is answered once, with what the books say, and none is left that could be. */
final class AnswerRules {

  private final Books books;

  AnswerRules(Books books) {
    this.books = books;
  }

  void deliveries(Step step) {
    List<Delivery> said = step.decision.deliveries();
    unless(
        said.size() == step.due.size(),
        "%s asks ended, but %s were answered",
        step.due.size(),
        said.size());
    for (int i = 0; i < said.size(); i++) {
      Step.Due due = step.due.get(i);
      unless(said.get(i).worker().equals(due.worker().id()), "%s has no answer", due.worker());
      unless(right(step, due, said.get(i).answer()), "%s is told %s", due.worker(), said.get(i));
    }
  }

  private boolean right(Step step, Step.Due due, Outcome.Answer answer) {
    return switch (answer) {
      case Outcome.Work it ->
          due.binding() != null
              && it.binding().id().equals(due.binding().id)
              && it.binding().run().equals(due.binding().task.run.id)
              && it.binding().task().equals(due.binding().task.spec)
              && it.blocks().equals(inWords(due.leases()))
              && !due.leases().isEmpty();
      case Outcome.NothingYet it ->
          due.leases().isEmpty()
              && due.over() == null
              && (due.ask().until() <= step.now
                  || step.isCallOf(due.worker())
                  || step.command instanceof Command.StopHandingOut);
      case Outcome.Ended it -> it.binding().equals(due.over());
      case Outcome.Gone it -> !books.workers.containsKey(due.worker().id());
    };
  }

  private static List<LeasedBlock> inWords(List<LeaseModel> leases) {
    List<LeasedBlock> blocks = new ArrayList<>();
    for (LeaseModel lease : leases) {
      blocks.add(
          new LeasedBlock(
              new dev.yardmaster.scheduler.LeaseId(lease.number()),
              lease.block(),
              lease.attempt()));
    }
    return blocks;
  }

  /** Whoever still asks has nothing to be told. */
  void nobodyKeptWaiting(Step step) {
    for (WorkerModel worker : books.workers.values()) {
      if (worker.ask == null) {
        continue;
      }
      BindingModel binding = worker.binding;
      unless(worker.untold == null, "%s is not told that %s is over", worker, worker.untold);
      unless(
          binding == null
              || (binding.leases.isEmpty()
                  && binding.ending == null
                  && binding.task.count(BlockState.READY) == 0),
          "%s asks, but is not answered",
          binding);
      unless(
          !step.isCallOf(worker) || worker.ask.until() > step.now,
          "%s has no patience, but waits",
          worker);
    }
  }
}
