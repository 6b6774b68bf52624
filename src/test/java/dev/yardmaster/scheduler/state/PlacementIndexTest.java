package dev.yardmaster.scheduler.state;

import static dev.yardmaster.scheduler.PipelineBuilder.pipeline;
import static dev.yardmaster.scheduler.TaskBuilder.task;
import static org.assertj.core.api.Assertions.assertThat;

import dev.yardmaster.pipeline.WorkerKind;
import dev.yardmaster.scheduler.Moment;
import dev.yardmaster.scheduler.PipelineBuilder;
import dev.yardmaster.scheduler.RunId;
import dev.yardmaster.scheduler.SchedulerSettings;
import dev.yardmaster.scheduler.TaskBuilder;
import dev.yardmaster.scheduler.WorkerId;
import dev.yardmaster.scheduler.event.Event;
import dev.yardmaster.scheduler.task.AbandonReason;
import java.util.List;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** What the gate has to look at: work is counted, not time. */
class PlacementIndexTest {

  private static final Moment NOW = new Moment(0, 0);

  private final SchedulerState state = new SchedulerState(SchedulerSettings.DEFAULTS);
  private final Applier applier = new Applier(state);

  private Run submitted(String name, PipelineBuilder pipeline) {
    RunId id = new RunId(name + "-1");
    applier.apply(new Event.RunSubmitted(id, 1, pipeline.build(), null, "digest", null), NOW);
    Run run = state.runs().get(id);
    run.tasks().forEach(task -> state.placement().refresh(task, NOW.ticks()));
    return run;
  }

  private void asks(long number, String... tags) {
    WorkerId id = new WorkerId(number);
    applier.apply(
        new Event.WorkerRegistered(
            id,
            "w" + number,
            "h",
            WorkerKind.CLIENT,
            new TreeSet<>(List.of(tags)),
            null,
            null,
            null,
            "token"),
        NOW);
    applier.apply(new Event.WorkerAsked(id, 1, 1_000), NOW);
  }

  private static TaskBuilder[] onMars(int count) {
    TaskBuilder[] tasks = new TaskBuilder[count];
    for (int i = 0; i < count; i++) {
      tasks[i] = task("t" + i).tags("mars");
    }
    return tasks;
  }

  @Test
  void tasksThatNobodyWhoAsksMayServeAreNotLookedAt() {
    submitted("stuck", pipeline("stuck", onMars(5_000)));
    Run run = submitted("p", pipeline("p", task("a")));
    assertThat(state.placement().candidates()).isEmpty();
    asks(1);
    assertThat(state.placement().candidates()).containsExactlyElementsOf(run.tasks());
    asks(2);
    assertThat(state.placement().candidates()).containsExactlyElementsOf(run.tasks());
  }

  @Test
  void theyAreCandidatesWhenSomebodyComesWhoMayServeThem() {
    Run stuck = submitted("stuck", pipeline("stuck", onMars(3)));
    asks(1);
    assertThat(state.placement().candidates()).isEmpty();
    asks(2, "mars", "venus");
    assertThat(state.placement().candidates()).containsExactlyElementsOf(stuck.tasks());
  }

  @Test
  void tasksThatWaitForOthersOrAreOverAreNotLookedAt() {
    asks(1);
    Run run = submitted("p", pipeline("p", task("a"), task("b").all("a")));
    assertThat(state.placement().candidates()).containsExactly(run.tasks().getFirst());
    applier.apply(
        new Event.TaskAbandoned(run.tasks().getFirst().id(), AbandonReason.CANCELLED, 1), NOW);
    assertThat(state.placement().candidates()).isEmpty();
  }
}
