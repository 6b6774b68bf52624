package dev.yardmaster.live;

import dev.yardmaster.api.Explanation;
import dev.yardmaster.engine.Journal.RunRow;
import dev.yardmaster.engine.Journal.TaskRow;
import dev.yardmaster.history.Histories;
import dev.yardmaster.scheduler.RunId;
import dev.yardmaster.scheduler.RunState;
import dev.yardmaster.scheduler.TaskId;
import dev.yardmaster.scheduler.task.Counters;
import dev.yardmaster.scheduler.view.ResourceShare;
import dev.yardmaster.scheduler.view.RunView;
import dev.yardmaster.scheduler.view.RunView.TaskView;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A run that somebody watches: the latest of each task that changed since, and with which batch.
 *
 * <p>Whoever has seen the run up to a batch needs what changed after it, however much was left out
 * in between: the latest wins. All who have seen the same get the same message.
 */
final class RunFeed {

  /** The latest of one task; each part with the batch that changed it. */
  private static final class Latest {
    @Nullable TaskRow row;
    @Nullable Integer idle;
    List<Explanation> waiting = List.of();
    long changedAt;
    long explainedAt;
  }

  private final RunId run;
  private final Set<Client> clients = new LinkedHashSet<>();
  private final Map<String, Latest> tasks = new LinkedHashMap<>();
  private @Nullable RunState state;
  private long stateBatch;
  private long latest;
  private @Nullable Long submittedAt;
  private @Nullable Long endedAt;
  private final Topic<String, List<ResourceShare>> budget = new Topic<>(1);
  private boolean stale;
  private long nextExplanation;

  /** When the next counters may come; nanoseconds. */
  long nextCounters;

  RunFeed(RunId run) {
    this.run = run;
  }

  RunId run() {
    return run;
  }

  Set<Client> clients() {
    return clients;
  }

  @Nullable RunState state() {
    return state;
  }

  long stateBatch() {
    return stateBatch;
  }

  /** The last batch that changed anything here. */
  long latest() {
    return latest;
  }

  /** Whether it may be that its tasks wait for something else now. */
  boolean isStale() {
    return stale && (state == null || !state.terminal());
  }

  void touched() {
    stale = true;
  }

  /** Whether it is to be worked out now; then it is taken as done. */
  boolean explainsNow(long now) {
    if (!isStale() || now < nextExplanation) {
      return false;
    }
    stale = false;
    long forTasks = LiveLimits.EXPLAIN_A_TASK.toNanos() * tasks.size();
    nextExplanation = now + Math.max(LiveLimits.EXPLAIN_EVERY.toNanos(), forTasks);
    return true;
  }

  /** The run's own. */
  Topic<String, List<ResourceShare>> budget() {
    return budget;
  }

  void row(TaskRow row, long batch) {
    Latest task = tasks.computeIfAbsent(row.task().task(), any -> new Latest());
    task.row = row;
    task.changedAt = batch;
    latest = batch;
    stale = true;
  }

  void row(RunRow row, long at, long batch) {
    if (row.state().terminal() && endedAt == null) {
      endedAt = at;
    }
    state = row.state();
    stateBatch = batch;
    latest = batch;
  }

  /** What was seen of the run: why its tasks wait, and since when it runs. */
  void explained(RunView view, long batch) {
    submittedAt = view.submittedAt();
    endedAt = view.endedAt();
    if (state == null) {
      state = view.state();
    }
    for (TaskView task : view.tasks()) {
      explained(task, batch);
    }
  }

  private void explained(TaskView view, long batch) {
    Latest task = tasks.computeIfAbsent(view.id(), any -> new Latest());
    List<Explanation> waiting = view.waiting().stream().map(Explanation::of).toList();
    boolean first = task.row == null;
    if (first) {
      task.row =
          new TaskRow(
              new TaskId(run, view.id()),
              view.state().name(),
              view.reason() == null ? null : view.reason().name(),
              view.counters(),
              view.alive());
    }
    if (!waiting.equals(task.waiting)) {
      task.waiting = waiting;
      task.explainedAt = batch;
      task.changedAt = Math.max(task.changedAt, batch);
      latest = Math.max(latest, batch);
    }
    task.idle = view.idle();
  }

  List<Messages.Task> tasksSince(long batch, Histories histories) {
    List<Messages.Task> changed = new ArrayList<>();
    for (Latest task : tasks.values()) {
      if (task.changedAt > batch && task.row != null) {
        changed.add(message(task, task.row, task.explainedAt > batch, histories));
      }
    }
    return changed;
  }

  private static Messages.Task message(
      Latest task, TaskRow row, boolean explained, Histories histories) {
    Counters counters = row.counters();
    Double rate = histories.rate(row.task());
    return new Messages.Task(
        row.task().task(),
        row.state().toLowerCase(Locale.ROOT),
        row.reason() == null ? null : row.reason().toLowerCase(Locale.ROOT),
        Messages.Blocks.of(counters),
        row.alive(),
        task.idle,
        counters.workerStarts(),
        counters.workerFailures(),
        rate,
        Histories.remainingSeconds(counters, rate),
        explained ? task.waiting : null);
  }

  /** How long the run has taken so far, or took; null where nobody has looked yet. */
  @Nullable Double tookSeconds(long nowMillis) {
    Long from = submittedAt;
    Long until = endedAt;
    return from == null ? null : Math.max(0, (until == null ? nowMillis : until) - from) / 1e3;
  }
}
