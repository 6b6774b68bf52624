package dev.yardmaster.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/**
 * Looks at runs again and again and sees that what must always hold does (semantics §2), and that
 * nothing that was once shown is taken back: whatever the API shows is in the database already.
 * Thread-safe.
 */
final class Watch {

  private static final List<String> NEVER_LESS =
      List.of(
          "completed", "failed", "orphaned", "skipped", "worker_failures", "worker_retirements");

  private final Api api;
  private final Map<String, RunPicture> last = new HashMap<>();

  Watch(Api api) {
    this.api = api;
  }

  /** Looks at these runs now. */
  void look(Collection<String> runs) {
    runs.forEach(this::look);
  }

  /** Looks at a run now; one look after another, so that the later one is the newer. */
  synchronized RunPicture look(String run) {
    RunPicture now = new RunPicture(Api.insist(() -> api.get(Load.path(run))).ok());
    check(last.put(run, now), now);
    return now;
  }

  /**
   * What the last look at a task has shown; the first one, where nobody has looked yet.
   *
   * @param task with its run
   */
  synchronized RunPicture.Task task(String task) {
    int slash = task.indexOf('/');
    String run = task.substring(0, slash);
    return (last.containsKey(run) ? last.get(run) : look(run)).task(task.substring(slash + 1));
  }

  private static void check(@Nullable RunPicture before, RunPicture now) {
    for (RunPicture.Task task : now.tasks()) {
      checkCounters(task);
    }
    checkBudget(now);
    if (before != null) {
      assertThat(now.json().path("late_events_dropped").asLong())
          .isGreaterThanOrEqualTo(before.json().path("late_events_dropped").asLong());
      if (before.hasEnded()) {
        assertThat(now.state()).as("state of %s, which had ended", now).isEqualTo(before.state());
      }
      for (RunPicture.Task task : before.tasks()) {
        checkProgress(task, now.task(task.id()));
      }
    }
  }

  /** I1, I2, I5. */
  private static void checkCounters(RunPicture.Task task) {
    assertThat(task.sumOfBlocks()).as("I1: %s", task).isEqualTo(task.counter("total"));
    for (String counter : List.of("ready", "processing", "pending", "completed", "failed")) {
      assertThat(task.counter(counter)).as("I1: %s", task).isNotNegative();
    }
    long open = task.counter("ready") + task.counter("processing") + task.counter("pending");
    assertThat(task.state().equals("running")).as("I2: %s", task).isEqualTo(open > 0);
    long starts = task.counter("worker_starts");
    assertThat(starts).as("I5: %s", task).isBetween(0L, task.number("starts_allowed"));
    assertThat(task.counter("worker_restarts"))
        .as("I5: %s", task)
        .isEqualTo(Math.max(0, starts - task.number("max_workers")));
  }

  /** I4, in the run's own budget and in what it takes of the service's. */
  private static void checkBudget(RunPicture run) {
    for (String key : List.of("cpu", "gpu")) {
      ToLongFunction<RunPicture.Task> takes =
          task -> task.alive() * task.json().path("requires").path(key).asLong(0);
      assertThat(run.used(key))
          .as("I4: %s used by %s", key, run)
          .isEqualTo(run.tasks().stream().mapToLong(takes).sum());
      run.budget(key)
          .ifPresent(
              budget ->
                  assertThat(run.used(key))
                      .as("I4: %s used by %s", key, run)
                      .isLessThanOrEqualTo(budget));
    }
  }

  private static void checkProgress(RunPicture.Task before, RunPicture.Task now) {
    if (!before.state().equals("running")) {
      assertThat(now.state()).as("I3: %s after %s", now, before).isEqualTo(before.state());
      assertThat(now.json().path("counters"))
          .as("I3: %s after %s", now, before)
          .isEqualTo(before.json().path("counters"));
    }
    assertThat(now.counter("total")).isEqualTo(before.counter("total"));
    for (String counter : NEVER_LESS) {
      assertThat(now.counter(counter))
          .as("%s of %s, after %s", counter, now, before)
          .isGreaterThanOrEqualTo(before.counter(counter));
    }
    assertThat(bound(now)).as("%s, after %s", now, before).isGreaterThanOrEqualTo(bound(before));
  }

  /** How often a worker was given to it: a start may be given back, and then counts as retired. */
  private static long bound(RunPicture.Task task) {
    return task.counter("worker_starts") + task.counter("worker_retirements");
  }
}
