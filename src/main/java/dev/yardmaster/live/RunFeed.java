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
 * <p>Each change has a version, which rises. Whoever has seen the run up to a version needs what
 * changed after it, however much was left out in between: the latest wins. All who have seen the
 * same get the same message. What changed longest ago comes first, and not all at once, so that a
 * thousand tasks that change all the time have their turns.
 */
final class RunFeed {

  /**
   * Some changes.
   *
   * @param upTo the version that whoever has these has seen
   */
  record Changes(List<Messages.Task> tasks, long upTo) {}

  /** The latest of one task; each part with the version and the batch that changed it. */
  private static final class Latest {
    @Nullable TaskRow row;
    @Nullable Integer idle;
    List<Explanation> waiting = List.of();
    long changedAt;
    long explainedAt;
    long batch;
  }

  private final RunId run;
  private final Set<Client> clients = new LinkedHashSet<>();

  /** What changed longest ago first. */
  private final Map<String, Latest> tasks = new LinkedHashMap<>();

  private @Nullable RunState state;
  private long stateAt;
  private long stateBatch;
  private long latest;
  private @Nullable Long submittedAt;
  private @Nullable Long endedAt;
  private final Topic<String, List<ResourceShare>> budget = new Topic<>(1);
  private boolean stale;
  private long nextExplanation;

  /** When the next counters, and the next news of the budget, may come; nanoseconds. */
  long nextCounters;

  long nextBudget;

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

  /** The version of the last change. */
  long latest() {
    return latest;
  }

  /** The version that shows the run as it was after a batch, or less. */
  long versionAt(long batch) {
    long version = stateBatch > batch ? stateAt - 1 : latest;
    for (Latest task : tasks.values()) {
      if (task.batch > batch) {
        return Math.min(version, task.changedAt - 1);
      }
    }
    return version;
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
    change(row.task().task(), batch).row = row;
    stale = true;
  }

  /** The task has changed, and so comes last. */
  private Latest change(String id, long batch) {
    Latest before = tasks.remove(id);
    Latest task = before == null ? new Latest() : before;
    tasks.put(id, task);
    task.changedAt = ++latest;
    task.batch = Math.max(task.batch, batch);
    return task;
  }

  void row(RunRow row, long at, long batch) {
    if (row.state().terminal() && endedAt == null) {
      endedAt = at;
    }
    state = row.state();
    stateBatch = batch;
    stateAt = ++latest;
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
    task.idle = view.idle();
    List<Explanation> waiting = view.waiting().stream().map(Explanation::of).toList();
    if (task.row == null) {
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
      task.explainedAt = change(view.id(), batch).changedAt;
    }
  }

  /** What changed after a version, or the first of it. */
  Changes since(long seen, Histories histories) {
    List<Messages.Task> changed = new ArrayList<>();
    for (Latest task : tasks.values()) {
      if (task.changedAt > seen && task.row != null) {
        changed.add(message(task, task.row, task.explainedAt > seen, histories));
        if (changed.size() == LiveLimits.MAX_TASKS) {
          return new Changes(changed, task.changedAt);
        }
      }
    }
    return new Changes(changed, latest);
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
