package dev.yardmaster.pipeline;

import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Whether one worker of each task fits the budgets at all. One that does not would never start, and
 * silently never starting is the worst that could happen. That less is free right now is no error.
 */
final class BudgetCheck {

  private final Problems problems;
  private final @Nullable SortedMap<String, @Nullable Long> run;
  private final @Nullable Resources service;
  private final boolean runReadable;

  /**
   * @param run the run's amounts, zeros included, null for those that are problems already; null
   *     where it has no budget
   * @param runReadable whether the run's budget is what the document means
   */
  BudgetCheck(
      Problems problems,
      @Nullable SortedMap<String, @Nullable Long> run,
      boolean runReadable,
      @Nullable Resources service) {
    this.problems = problems;
    this.run = run;
    this.runReadable = runReadable;
    this.service = service;
  }

  void check(TaskDraft task) {
    task.requires()
        .forEach(
            (key, amount) -> {
              if (amount != null && amount > 0) {
                check(task, key, amount);
              }
            });
  }

  private void check(TaskDraft task, String key, long amount) {
    boolean runHasIt = run != null && run.containsKey(key);
    boolean serviceHasIt = service != null && service.amountOf(key) > 0;
    if (runHasIt) {
      Long budget = run.get(key);
      compare(task, key, amount, "the run's budget", budget == null ? amount : budget);
    }
    if (serviceHasIt) {
      compare(task, key, amount, "the global budget", service.amountOf(key));
    }
    if (!runHasIt && !serviceHasIt && runReadable) {
      reportNoBudget(task, key, amount);
    }
  }

  private void compare(TaskDraft task, String key, long amount, String budget, long has) {
    if (amount > has) {
      problems.add(
          at(task, key),
          ProblemCode.EXCEEDS_BUDGET,
          "%s requires {%s: %d} but %s only has {%s: %d}"
              .formatted(task.label(), key, amount, budget, key, has));
    }
  }

  private void reportNoBudget(TaskDraft task, String key, long amount) {
    List<String> keys = new ArrayList<>(run == null ? List.of() : run.keySet());
    keys.addAll(service == null ? List.of() : service.amounts().keySet());
    String suggestion = problems.suggest(key, keys);
    problems.add(
        at(task, key),
        ProblemCode.NO_BUDGET,
        "%s requires {%s: %d} but no budget has any %s (%s)%s"
            .formatted(task.label(), key, amount, key, budgets(), remedy(key) + suggestion));
  }

  private String budgets() {
    String ofRun = run == null ? "the run has none" : "the run's is " + shown(run);
    return ofRun + ", " + (service == null ? "the service has none" : "the global is " + service);
  }

  private static String shown(SortedMap<String, @Nullable Long> amounts) {
    SortedMap<String, Long> known = new TreeMap<>();
    amounts.forEach(
        (key, amount) -> {
          if (amount != null) {
            known.put(key, amount);
          }
        });
    return new Resources(known).toString();
  }

  private static String remedy(String key) {
    return "; add " + key + " to \"resources\" or leave it out of \"requires\"";
  }

  private static Pointer at(TaskDraft task, String key) {
    return task.at().child("requires").child(key);
  }
}
