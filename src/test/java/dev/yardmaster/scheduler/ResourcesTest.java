package dev.yardmaster.scheduler;

import static dev.yardmaster.scheduler.PipelineBuilder.pipeline;
import static dev.yardmaster.scheduler.TaskBuilder.task;
import static org.assertj.core.api.Assertions.assertThat;

import dev.yardmaster.scheduler.command.Outcome;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** How the workers of several tasks share one budget. */
class ResourcesTest {

  @RegisterExtension final Yard yard = new Yard();

  @Test
  void maxWorkersCapsConcurrencyWithoutRequires() {
    WorkerId[] workers = yard.clients(5);
    RunId run = yard.submit(pipeline("p", task("a").blocks(12).maxWorkers(3)));
    yard.work(run, workers);
    assertThat(yard.peak(run, "a")).isEqualTo(3);
    assertThat(yard.run(run).state()).isEqualTo(RunState.SUCCEEDED);
  }

  @Test
  void resourceBudgetCapsOneTaskBelowMaxWorkers() {
    WorkerId[] workers = yard.clients(5);
    TaskBuilder a = task("a").blocks(12).maxWorkers(8).requires("cpu", 1);
    RunId run = yard.submit(pipeline("p", a).budget("cpu", 2));
    yard.work(run, workers);
    assertThat(yard.peak(run, "a")).isEqualTo(2);
    assertThat(yard.run(run).state()).isEqualTo(RunState.SUCCEEDED);
  }

  @Test
  void twoTasksShareAResource() {
    WorkerId[] workers = yard.clients(10);
    TaskBuilder a = task("a").blocks(20).maxWorkers(8).requires("cpu", 1);
    TaskBuilder b = task("b").blocks(20).maxWorkers(8).requires("cpu", 1);
    RunId run = yard.submit(pipeline("p", a, b).budget("cpu", 4));
    yard.work(run, workers);
    assertThat(yard.peak(run, "a", "b")).isEqualTo(4);
    assertThat(yard.run(run).state()).isEqualTo(RunState.SUCCEEDED);
  }

  @Test
  void disjointResourcesRunInParallel() {
    WorkerId[] workers = yard.clients(10);
    TaskBuilder a = task("a").blocks(20).maxWorkers(4).requires("cpu", 1);
    TaskBuilder b = task("b").blocks(20).maxWorkers(2).requires("gpu", 1);
    RunId run = yard.submit(pipeline("p", a, b).budget("cpu", 4).budget("gpu", 2));
    yard.asks(workers);
    assertThat(yard.alive(run, "a")).isEqualTo(4);
    assertThat(yard.alive(run, "b")).isEqualTo(2);
    yard.work(run, workers);
    assertThat(yard.peak(run, "a", "b")).isEqualTo(6);
  }

  @Test
  void requiresExceedsBudgetHardErrors() {
    yard.serviceBudget("gpu", 1);
    assertThat(yard.tries(pipeline("p", task("predict").requires("gpu", 8))))
        .isInstanceOfSatisfying(
            Outcome.Refused.class,
            refused ->
                assertThat(refused.reason())
                    .isEqualTo(
                        "task \"predict\" requires {gpu: 8} but the global budget only has"
                            + " {gpu: 1}"));
    assertThat(yard.scheduler().runs(null, null, null, 10)).isEmpty();
  }

  @Test
  void chainedTasksReassignWorkersWhenUpstreamDrains() {
    WorkerId[] workers = yard.clients(2);
    TaskBuilder a = task("a").blocks(6).maxWorkers(2).requires("cpu", 1);
    TaskBuilder b = task("b").blocks(6).maxWorkers(2).requires("cpu", 1).all("a");
    RunId run = yard.submit(pipeline("p", a, b).budget("cpu", 2));
    yard.asks(workers);
    assertThat(workers).allMatch(worker -> yard.taskOf(worker).orElse("").equals("a"));
    yard.work(run, workers);
    assertThat(yard.peak(run, "b")).isEqualTo(2);
    assertThat(yard.peak(run, "a", "b")).isEqualTo(2);
    assertThat(yard.run(run).state()).isEqualTo(RunState.SUCCEEDED);
  }
}
