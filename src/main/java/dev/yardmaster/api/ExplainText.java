package dev.yardmaster.api;

import dev.yardmaster.scheduler.placement.Waiting;
import dev.yardmaster.scheduler.placement.Waiting.Scope;
import dev.yardmaster.scheduler.task.AbandonReason;
import java.util.Collection;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The reasons of the scheduler as sentences, the same in replies, on pages and on the terminal. */
public final class ExplainText {

  /** More names than this help nobody in one sentence. */
  private static final int MAX_NAMES = 5;

  private ExplainText() {}

  /** Why a task has no further worker: one sentence that names the remedy where there is one. */
  public static String sentence(Waiting waiting) {
    return switch (waiting) {
      case Waiting.MaxWorkersReached full ->
          full.maxWorkers() == 1
              ? "Its one worker is at work (max_workers)."
              : "All of its " + full.maxWorkers() + " workers are at work (max_workers).";
      case Waiting.StartBudgetExhausted used ->
          "All of its "
              + used.allowed()
              + " worker starts are used (max_workers + max_worker_restarts), so no further worker"
              + " is started.";
      case Waiting.Budget budget ->
          "A worker needs %s: %d, but %s free in %s; it starts when others give some back."
              .formatted(
                  budget.key(), budget.need(), only(budget.free()), budgetName(budget.scope()));
      case Waiting.Infeasible infeasible ->
          "A worker needs %s: %d, but %s is %d in all; it waits until that is raised."
              .formatted(
                  infeasible.key(),
                  infeasible.need(),
                  budgetName(infeasible.scope()),
                  infeasible.budget());
      case Waiting.Reserved reserved ->
          "What is free of %s is kept for task %s of run %s, which has waited longer."
              .formatted(reserved.key(), reserved.forTask().task(), reserved.forTask().run());
      case Waiting.NoWorkerWithTags tags -> noWorker(tags);
      case Waiting.WorkersBusy busy ->
          busy.fitting() == 1
              ? "The one worker that fits is bound already."
              : "All " + busy.fitting() + " workers that fit are bound already.";
      case Waiting.WorkersNotAsking away ->
          away.fitting() == 1
              ? "One worker fits and is free, but does not ask for work just now."
              : away.fitting() + " workers fit and are free, but do not ask for work just now.";
      case Waiting.Upstream upstream ->
          "Its blocks wait for " + tasks(upstream.tasks()) + " to be done.";
    };
  }

  private static String only(long free) {
    return free <= 0 ? "nothing is" : "only " + free + " is";
  }

  private static String noWorker(Waiting.NoWorkerWithTags tags) {
    if (tags.nearest() == null) {
      String offer = tags.need().isEmpty() ? "" : " that offers " + names(tags.need());
      return "No worker of the kind it needs is registered; start one" + offer + ".";
    }
    return "No worker offers all of its tags %s; the nearest, %s, lacks %s."
        .formatted(names(tags.need()), tags.nearest(), names(tags.missing()));
  }

  /** Why a task was given up, as the end of a sentence that begins with the task. */
  public static String abandoned(@Nullable AbandonReason reason) {
    return switch (reason) {
      case RESTART_CAP_EXHAUSTED ->
          "was given up: all of its worker starts are used (max_workers + max_worker_restarts)"
              + " and none is alive";
      case UPSTREAM_ABANDONED -> "was given up, because a task that it waits for was";
      case CANCELLED -> "was cancelled";
      case null -> "was given up";
    };
  }

  private static String budgetName(Scope scope) {
    return switch (scope) {
      case RUN -> "the run's budget";
      case SERVICE -> "the service's budget";
    };
  }

  private static String tasks(List<String> tasks) {
    return (tasks.size() == 1 ? "task " : "tasks ") + names(tasks);
  }

  private static String names(Collection<String> names) {
    String shown = String.join(", ", names.stream().limit(MAX_NAMES).toList());
    int more = names.size() - MAX_NAMES;
    return more > 0 ? shown + " and " + more + " more" : shown;
  }
}
