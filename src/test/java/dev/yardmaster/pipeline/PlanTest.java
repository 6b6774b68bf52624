package dev.yardmaster.pipeline;

import static dev.yardmaster.pipeline.PipelineFixture.withServiceBudget;
import static dev.yardmaster.pipeline.PipelineFixture.withoutServiceBudget;
import static org.assertj.core.api.Assertions.assertThat;

import dev.yardmaster.pipeline.Plan.Limit.GlobalBudget;
import dev.yardmaster.pipeline.Plan.Limit.MaxWorkers;
import dev.yardmaster.pipeline.Plan.Limit.RunBudget;
import dev.yardmaster.pipeline.Plan.Step;
import java.util.Map;
import org.junit.jupiter.api.Test;

class PlanTest {

  @Test
  void tasksComeAfterWhatTheyWaitForElseInTheOrderOfTheDocument() {
    Pipeline pipeline =
        withoutServiceBudget()
            .valid(
                """
                name: p
                tasks:
                  - {id: report, blocks: 1, after: [{task: stitch}, {task: check, blocks: all}]}
                  - {id: stitch, blocks: 1, after: [{task: detect, blocks: all}]}
                  - {id: detect, blocks: 64}
                  - {id: check, blocks: 2}
                """);

    Plan plan = Plan.of(pipeline, null);

    assertThat(plan.steps())
        .extracting(Step::task)
        .containsExactly("detect", "stitch", "check", "report");
    assertThat(plan.blocks()).isEqualTo(68);
  }

  @Test
  void withoutRequirementsOnlyMaxWorkersCounts() {
    Step step = step("max_workers: 8", null);

    assertThat(step.concurrentWorkers()).isEqualTo(8);
    assertThat(step.limitedBy()).isEqualTo(new MaxWorkers());
  }

  @Test
  void theSmallestBudgetCounts() {
    Resources service = Resources.of(Map.of("cpu", 32L, "gpu", 7L));

    assertThat(step("max_workers: 9, requires: {gpu: 2, cpu: 4}", service))
        .satisfies(step -> assertThat(step.concurrentWorkers()).isEqualTo(3))
        .satisfies(step -> assertThat(step.limitedBy()).isEqualTo(new GlobalBudget("gpu")));
    assertThat(step("max_workers: 9, requires: {cpu: 5}", service))
        .satisfies(step -> assertThat(step.concurrentWorkers()).isEqualTo(6))
        .satisfies(step -> assertThat(step.limitedBy()).isEqualTo(new GlobalBudget("cpu")));
    assertThat(step("max_workers: 2, requires: {cpu: 5}", service))
        .satisfies(step -> assertThat(step.concurrentWorkers()).isEqualTo(2))
        .satisfies(step -> assertThat(step.limitedBy()).isEqualTo(new MaxWorkers()));
  }

  @Test
  void theRunsOwnBudgetCountsToo() {
    Pipeline pipeline =
        withServiceBudget(Map.of("cpu", 32L))
            .valid(
                """
                name: p
                resources: {cpu: 4}
                tasks: [{id: t, blocks: 8, max_workers: 9, requires: {cpu: 1}}]
                """);

    Step step = Plan.of(pipeline, Resources.of(Map.of("cpu", 32L))).steps().getFirst();

    assertThat(step.concurrentWorkers()).isEqualTo(4);
    assertThat(step.limitedBy()).isEqualTo(new RunBudget("cpu"));
  }

  private static Step step(String fields, Resources service) {
    PipelineFixture fixture =
        service == null ? withoutServiceBudget() : withServiceBudget(service.amounts());
    String document = "{name: p, tasks: [{id: t, blocks: 8, " + fields + "}]}";
    return Plan.of(fixture.valid(document), service).steps().getFirst();
  }
}
