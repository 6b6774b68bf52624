package dev.yardmaster.scheduler.simulation.oracle;

import static dev.yardmaster.scheduler.simulation.oracle.Violation.unless;

import dev.yardmaster.pipeline.Resources;
import dev.yardmaster.pipeline.TaskSpec.Mode;
import dev.yardmaster.scheduler.event.Event.EndKind;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Nobody waits behind somebody idle, and nobody starves (semantics §7). Judged only where there is
 * no doubt: where one task alone waits, so that nothing can be kept for another.
 */
final class SharingRules {

  /** How long a worker that was sent away for somebody may take to come back and be of use. */
  private static final long TIME_TO_RETURN = 10_000;

  private final Books books;

  /** Time passes for the scheduler by ticks: what fell due since the last one, it cannot know. */
  private long lastTick;

  SharingRules(Books books) {
    this.books = books;
  }

  /** After each event: since when each task has waited for its next worker. */
  void keepTime(long now) {
    for (RunModel run : books.runs.values()) {
      for (TaskModel task : run.tasks) {
        if (!task.wantsWorker()) {
          task.waitingSince = null;
        } else if (task.waitingSince == null || task.aliveWhileWaiting != task.bindings.size()) {
          task.waitingSince = now;
          task.aliveWhileWaiting = task.bindings.size();
        }
      }
    }
  }

  /** The service was restarted: all wait anew. */
  void startAnew(long now) {
    for (RunModel run : books.runs.values()) {
      run.tasks.forEach(task -> task.waitingSince = null);
    }
    keepTime(now);
  }

  // --- idle gives way ---------------------------------------------------------------------------

  /** After a tick: nothing that does nothing holds what the only waiting task needs. */
  void nobodyIdleInTheWay(long now) {
    lastTick = now;
    TaskModel task = onlyWaiting();
    if (task == null || !books.handsOut || somethingIsComing(now)) {
      return;
    }
    List<BindingModel> idle =
        books.bindings.values().stream()
            .filter(binding -> binding.idle() && binding.task != task)
            .filter(binding -> !hasGrace(binding, task, now))
            .toList();
    boolean worker =
        books.somebodyFor(task) || idle.stream().anyMatch(each -> each.worker.mayServe(task));
    unless(
        idle.isEmpty() || !worker || !fitsWithout(idle, task),
        "%s waits, and %s do nothing",
        task,
        idle);
  }

  private @Nullable TaskModel onlyWaiting() {
    List<TaskModel> waiting =
        books.runs.values().stream()
            .flatMap(run -> run.tasks.stream())
            .filter(TaskModel::wantsWorker)
            .toList();
    return waiting.size() == 1 ? waiting.getFirst() : null;
  }

  private boolean somethingIsComing(long now) {
    return books.bindings.values().stream().anyMatch(each -> each.ending == EndKind.RETIRED)
        || books.workers.values().stream()
            .anyMatch(each -> each.retiredAt != null && now < each.retiredAt + TIME_TO_RETURN);
  }

  private boolean hasGrace(BindingModel binding, TaskModel task, long now) {
    return !task.bindings.isEmpty()
        && binding.task.spec.mode() != Mode.PER_BLOCK
        && now < binding.awaySince + books.settings.idleGrace().toMillis();
  }

  private boolean fitsWithout(List<BindingModel> ended, TaskModel task) {
    return task.spec.requires().amounts().entrySet().stream()
        .allMatch(
            need ->
                fitsWithout(ended, task.run.pipeline.resources(), task.run, need)
                    && fitsWithout(ended, books.serviceBudget, null, need));
  }

  private boolean fitsWithout(
      List<BindingModel> ended,
      @Nullable Resources budget,
      @Nullable RunModel run,
      Map.Entry<String, Long> need) {
    String key = need.getKey();
    long freed =
        ended.stream()
            .filter(binding -> run == null || binding.task.run == run)
            .mapToLong(binding -> binding.task.spec.requires().amountOf(key))
            .sum();
    return budget == null
        || !budget.amounts().containsKey(key)
        || books.used(run, key) - freed + need.getValue() <= budget.amountOf(key);
  }

  // --- nobody starves ---------------------------------------------------------------------------

  /** A binding is about to get blocks: the only waiting task does not starve for what it holds. */
  void feedsNobody(BindingModel binding, long now) {
    TaskModel task = onlyWaiting();
    boolean gives =
        task != null
            && task != binding.task
            && starves(task)
            && books.somebodyFor(task)
            && !somethingIsComing(now)
            && binding.mayGiveBack(now)
            && holdsAloneWhatIsLacking(binding.task, task);
    unless(!gives, "%s starves, and %s goes on", task, binding);
  }

  private boolean starves(TaskModel task) {
    return task.bindings.isEmpty()
        && task.waitingSince != null
        && lastTick >= task.waitingSince + books.settings.fairAfter().toMillis();
  }

  /** Of a key of the service's budget; its own task's is easier to give, and told by counts. */
  private boolean holdsAloneWhatIsLacking(TaskModel holder, TaskModel task) {
    Resources budget = books.serviceBudget;
    if (budget == null || neverFits(task, budget)) {
      return false;
    }
    List<String> lacking =
        task.spec.requires().amounts().entrySet().stream()
            .filter(need -> budget.amounts().containsKey(need.getKey()))
            .filter(
                need ->
                    usedForGood(need.getKey()) + need.getValue() > budget.amountOf(need.getKey()))
            .map(Map.Entry::getKey)
            .toList();
    return !lacking.isEmpty() && lacking.stream().allMatch(key -> holdsAll(holder, key));
  }

  private static boolean neverFits(TaskModel task, Resources budget) {
    return task.spec.requires().amounts().entrySet().stream()
        .filter(need -> budget.amounts().containsKey(need.getKey()))
        .anyMatch(need -> need.getValue() > budget.amountOf(need.getKey()));
  }

  /** Without what bindings that are to end will give back. */
  private long usedForGood(String key) {
    return lasting(key).mapToLong(binding -> binding.task.spec.requires().amountOf(key)).sum();
  }

  private boolean holdsAll(TaskModel holder, String key) {
    return lasting(key).allMatch(binding -> binding.task == holder);
  }

  private Stream<BindingModel> lasting(String key) {
    return books.bindings.values().stream()
        .filter(binding -> binding.ending == null)
        .filter(binding -> binding.task.spec.requires().amountOf(key) > 0);
  }
}
