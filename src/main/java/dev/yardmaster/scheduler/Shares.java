package dev.yardmaster.scheduler;

import dev.yardmaster.pipeline.Resources;
import dev.yardmaster.scheduler.budget.Ledger;
import dev.yardmaster.scheduler.state.Binding;
import dev.yardmaster.scheduler.state.Run;
import dev.yardmaster.scheduler.state.SchedulerState;
import dev.yardmaster.scheduler.state.Task;
import dev.yardmaster.scheduler.view.ResourceShare;
import dev.yardmaster.scheduler.view.SharesView;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * What becomes of the budgets: used, idle, kept, free.
 *
 * <p>Cost: one look at each alive binding and each worker, whatever the number of runs that ended.
 */
final class Shares {

  /** Of one budget, by key. */
  private static final class Sums {
    final SortedMap<String, Long> used = new TreeMap<>();
    final SortedMap<String, Long> idle = new TreeMap<>();
    final SortedMap<String, Long> claimed = new TreeMap<>();

    void hold(Binding binding) {
      add(binding.leases().isEmpty() ? idle : used, binding.task().spec().requires());
    }

    void claim(Task claimant) {
      add(claimed, claimant.spec().requires());
    }

    private static void add(SortedMap<String, Long> sums, Resources requires) {
      requires.amounts().forEach((key, amount) -> sums.merge(key, amount, Long::sum));
    }
  }

  private final SchedulerState state;
  private final Sums service = new Sums();
  private final Map<Run, Sums> runs = new LinkedHashMap<>();

  private Shares(SchedulerState state) {
    this.state = state;
  }

  static SharesView of(SchedulerState state, Moment now, Collection<RunId> asked) {
    Shares shares = new Shares(state);
    for (RunId id : asked) {
      Run run = state.run(id);
      if (run != null) {
        shares.runs.put(run, new Sums());
      }
    }
    shares.add(now);
    return shares.view();
  }

  private void add(Moment now) {
    // In no order, which sums do not need.
    for (Binding binding : state.bindings()) {
      service.hold(binding);
      Sums run = runs.get(binding.task().run());
      if (run != null) {
        run.hold(binding);
      }
    }
    for (Task claimant : new Claims(state, now).claimants()) {
      service.claim(claimant);
      Sums run = runs.get(claimant.run());
      if (run != null) {
        run.claim(claimant);
      }
    }
  }

  private SharesView view() {
    Map<RunId, List<ResourceShare>> ofRuns = new LinkedHashMap<>();
    runs.forEach((run, sums) -> ofRuns.put(run.id(), shares(run.ledger(), sums)));
    long bound = state.workers().stream().filter(worker -> worker.binding() != null).count();
    return new SharesView(
        shares(state.ledger(), service), ofRuns, state.workers().size(), (int) bound);
  }

  private static List<ResourceShare> shares(Ledger ledger, Sums sums) {
    SortedMap<String, Long> keys = new TreeMap<>(sums.used);
    keys.putAll(sums.idle);
    Resources budget = ledger.budget();
    if (budget != null) {
      keys.putAll(budget.amounts());
    }
    List<ResourceShare> shares = new ArrayList<>();
    for (String key : keys.keySet()) {
      shares.add(
          ResourceShare.of(
              key,
              budget != null && ledger.bounds(key) ? budget.amountOf(key) : null,
              sums.used.getOrDefault(key, 0L),
              sums.idle.getOrDefault(key, 0L),
              sums.claimed.getOrDefault(key, 0L)));
    }
    return shares;
  }
}
