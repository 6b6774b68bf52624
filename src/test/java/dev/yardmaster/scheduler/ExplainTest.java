package dev.yardmaster.scheduler;

import static dev.yardmaster.scheduler.PipelineBuilder.pipeline;
import static dev.yardmaster.scheduler.TaskBuilder.task;
import static org.assertj.core.api.Assertions.assertThat;

import dev.yardmaster.scheduler.placement.Waiting;
import dev.yardmaster.scheduler.placement.Waiting.Scope;
import java.util.Collections;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** A person never has to guess why nothing happens (semantics §5). */
class ExplainTest {

  @RegisterExtension final Yard yard = new Yard();

  private final WorkerId one = yard.client("one", "h", "linux");
  private final WorkerId two = yard.client("two", "h", "linux");

  private static SortedSet<String> tags(String... names) {
    return Collections.unmodifiableSortedSet(new TreeSet<>(List.of(names)));
  }

  @Test
  void maxWorkersReached() {
    RunId run = yard.submit(pipeline("p", task("a").blocks(9)));
    yard.asks(one, two);
    assertThat(yard.waiting(run, "a")).containsExactly(new Waiting.MaxWorkersReached(1));
  }

  @Test
  void startBudgetExhausted() {
    RunId run = yard.submit(pipeline("p", task("a").blocks(9).maxWorkers(2).maxWorkerRestarts(0)));
    yard.asks(one, two).unbinds(two, 1);
    yard.asks(two).asks(two);
    assertThat(yard.waiting(run, "a")).containsExactly(new Waiting.StartBudgetExhausted(2, 2));
  }

  @Test
  void budgetOfTheRun() {
    TaskBuilder a = task("a").blocks(9).maxWorkers(9).requires("gpu", 2);
    RunId run = yard.submit(pipeline("p", a).budget("gpu", 3));
    yard.asks(one, two);
    assertThat(yard.waiting(run, "a")).containsExactly(new Waiting.Budget(Scope.RUN, "gpu", 2, 1));
  }

  @Test
  void budgetOfTheServiceThatAnotherRunHolds() {
    yard.serviceBudget("gpu", 4);
    RunId first = yard.submit(pipeline("p", task("a").requires("gpu", 3)));
    RunId second = yard.submit(pipeline("p", task("a").requires("gpu", 2)));
    yard.asks(one, two);
    assertThat(yard.alive(first, "a")).isEqualTo(1);
    assertThat(yard.waiting(second, "a"))
        .containsExactly(new Waiting.Budget(Scope.SERVICE, "gpu", 2, 1));
  }

  @Test
  void infeasibleAfterTheServicesBudgetWasLowered() {
    yard.serviceBudget("gpu", 4);
    RunId run = yard.submit(pipeline("p", task("a").requires("gpu", 3)));
    yard.serviceBudget("gpu", 2).asks(one);
    assertThat(yard.waiting(run, "a"))
        .containsExactly(new Waiting.Infeasible(Scope.SERVICE, "gpu", 3, 2));
    yard.serviceBudget("gpu", 3);
    assertThat(yard.waiting(run, "a")).isEmpty();
    assertThat(yard.taskOf(one)).contains("a");
  }

  @Test
  void noWorkerWithTagsAndWhoComesNearest() {
    yard.client("far", "h", "arm");
    WorkerId near = yard.client("near", "h", "gpu", "linux");
    RunId run = yard.submit(pipeline("p", task("a").tags("gpu", "linux", "big")));
    yard.asks(one, near);
    assertThat(yard.waiting(run, "a"))
        .containsExactly(
            new Waiting.NoWorkerWithTags(tags("big", "gpu", "linux"), near, tags("big")));
  }

  @Test
  void noWorkerOfThatKindAtAll() {
    RunId run = yard.submit(pipeline("p", task("a").perBlock().tags("linux")));
    yard.asks(one);
    assertThat(yard.waiting(run, "a"))
        .containsExactly(new Waiting.NoWorkerWithTags(tags("linux"), null, tags()));
  }

  @Test
  void workersBusy() {
    RunId first = yard.submit(pipeline("p", task("a").maxWorkers(1), task("b")));
    yard.asks(one, two);
    RunId second = yard.submit(pipeline("p", task("c")));
    assertThat(yard.alive(first, "a") + yard.alive(first, "b")).isEqualTo(2);
    assertThat(yard.waiting(second, "c")).containsExactly(new Waiting.WorkersBusy(2));
  }

  @Test
  void workersNotAsking() {
    RunId run = yard.submit(pipeline("p", task("a")));
    yard.heartbeat(one);
    assertThat(yard.waiting(run, "a")).containsExactly(new Waiting.WorkersNotAsking(2));
  }

  @Test
  void upstream() {
    RunId run =
        yard.submit(
            pipeline("p", task("a"), task("b"), task("c").all("a").all("b"), task("d").all("c")));
    yard.asks(one);
    assertThat(yard.waiting(run, "c")).containsExactly(new Waiting.Upstream(List.of("a", "b")));
    assertThat(yard.waiting(run, "d")).containsExactly(new Waiting.Upstream(List.of("c")));
    yard.completes(one);
    assertThat(yard.waiting(run, "c")).containsExactly(new Waiting.Upstream(List.of("b")));
  }

  @Test
  void everyConditionThatFailsIsNamed() {
    TaskBuilder a = task("a").blocks(9).requires("cpu", 1).requires("gpu", 1);
    RunId run = yard.submit(pipeline("p", a).budget("cpu", 1).budget("gpu", 1));
    yard.asks(one).leaves(two);
    assertThat(yard.waiting(run, "a"))
        .containsExactlyInAnyOrder(
            new Waiting.MaxWorkersReached(1),
            new Waiting.Budget(Scope.RUN, "cpu", 1, 0),
            new Waiting.Budget(Scope.RUN, "gpu", 1, 0),
            new Waiting.WorkersBusy(1));
  }

  @Test
  void nothingIsSaidWhereNothingIsMissing() {
    yard.launcher("cloud", 1);
    RunId run = yard.submit(pipeline("p", task("a"), task("b").blocks(0)));
    assertThat(yard.waiting(run, "a")).as("one is coming").isEmpty();
    assertThat(yard.waiting(run, "b")).as("done").isEmpty();
    yard.cancel(run);
    assertThat(yard.waiting(run, "a")).as("over").isEmpty();
  }

  @Test
  void codesAreStable() {
    assertThat(
            List.of(
                new Waiting.MaxWorkersReached(1),
                new Waiting.StartBudgetExhausted(1, 1),
                new Waiting.Budget(Scope.RUN, "k", 1, 0),
                new Waiting.Infeasible(Scope.RUN, "k", 1, 0),
                new Waiting.Reserved("k", new TaskId(new RunId("p-1"), "a")),
                new Waiting.NoWorkerWithTags(tags(), null, tags()),
                new Waiting.WorkersBusy(1),
                new Waiting.WorkersNotAsking(1),
                new Waiting.Upstream(List.of("a"))))
        .extracting(Waiting::code)
        .containsExactly(
            "max_workers_reached",
            "start_budget_exhausted",
            "budget",
            "infeasible",
            "reserved",
            "no_worker_with_tags",
            "workers_busy",
            "workers_not_asking",
            "upstream")
        .hasSize(Waiting.class.getPermittedSubclasses().length);
  }
}
