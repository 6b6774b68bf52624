package dev.yardmaster.metrics;

import static dev.yardmaster.scheduler.PipelineBuilder.pipeline;
import static dev.yardmaster.scheduler.TaskBuilder.task;
import static org.assertj.core.api.Assertions.assertThat;

import dev.yardmaster.scheduler.PipelineBuilder;
import dev.yardmaster.scheduler.TaskBuilder;
import dev.yardmaster.scheduler.WorkerId;
import dev.yardmaster.scheduler.command.Command;
import dev.yardmaster.testing.CapturedLog;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The page does not grow with what the service does. */
class BoundsTest {

  private static final int RUNS = 10_000;

  private final CapturedLog facts = new CapturedLog(FactsLog.class.getName());

  @AfterEach
  void close() {
    facts.close();
  }

  private static PipelineBuilder number(int run) {
    return pipeline("p" + run, task("t" + run));
  }

  /** Each of a pipeline with a name of its own, as a program would make them up. */
  @Test
  void afterTenThousandRunsThePageIsAsLongAsBefore() {
    try (MetricsYard yard = new MetricsYard()) {
      WorkerId worker = yard.registers("w");
      int filled = MetricBounds.MAX_PIPELINES + 1;
      runs(yard, worker, 0, filled);
      yard.awaits(others(), 1);
      yard.turnsTo(MetricBounds.PICTURE_LASTS);
      Set<String> before = yard.series().keySet();

      runs(yard, worker, filled, RUNS);
      yard.awaits(others(), RUNS - MetricBounds.MAX_PIPELINES);
      yard.turnsTo(MetricBounds.PICTURE_LASTS);

      assertThat(yard.series().keySet()).isEqualTo(before);
      assertThat(yard.series())
          .containsEntry("yardmaster_runs_ended_total{pipeline=\"p7\",state=\"succeeded\"}", 1.0)
          .containsEntry("yardmaster_dispatch_seconds_count", (double) RUNS);
    }
  }

  private static String others() {
    return "yardmaster_runs_ended_total{pipeline=\"other\",state=\"succeeded\"}";
  }

  private static void runs(MetricsYard yard, WorkerId worker, int from, int to) {
    for (int run = from; run < to; run++) {
      yard.submits(number(run).build());
      yard.releases(worker, yard.acquires(worker, 1).getFirst(), true);
    }
  }

  /** What a pipeline did is never in another one's line: its sums stay right. */
  @Test
  void theTasksBeyondTheBoundAreTogether() {
    try (MetricsYard yard = new MetricsYard()) {
      int tasks = MetricBounds.MAX_TASKS + 25;
      TaskBuilder[] many =
          IntStream.range(0, tasks)
              .mapToObj(i -> task("t%03d".formatted(i)).blocks(2))
              .toArray(TaskBuilder[]::new);
      yard.submits(pipeline("wide", many).build());

      yard.awaits("yardmaster_blocks{pipeline=\"wide\",state=\"ready\",task=\"other\"}", 50);
      assertThat(yard.series().keySet().stream().filter(line -> line.contains("_bindings{")))
          .hasSize(MetricBounds.MAX_TASKS + 1);
      assertThat(yard.scrape()).hasSizeLessThan(1_000_000);
    }
  }

  @Test
  void resourcesAndSetsOfTagsAreBounded() {
    Map<String, Long> budget = new TreeMap<>();
    IntStream.range(0, MetricBounds.MAX_RESOURCES + 5).forEach(i -> budget.put("r" + i, 10L));
    try (MetricsYard yard = new MetricsYard(budget)) {
      for (int i = 0; i < MetricBounds.MAX_TAG_SETS + 5; i++) {
        yard.registers("w" + i, "tag" + i);
      }

      assertThat(yard.series())
          .containsEntry("yardmaster_resource_budget{resource=\"other\"}", 50.0)
          .containsEntry("yardmaster_workers{state=\"silent\",tags=\"other\"}", 6.0);
    }
  }

  @Test
  void aSetOfTagsThatIsGoneGivesItsPlaceUp() {
    BoundedLabels labels = new BoundedLabels(2);
    assertThat(List.of(labels.of("a"), labels.of("b"), labels.of("c"), labels.of("a")))
        .containsExactly("a", "b", "other", "a");

    labels.keepOnly(new TreeSet<>(Set.of("b", "c")));
    assertThat(List.of(labels.of("c"), labels.of("b"), labels.of("a")))
        .containsExactly("c", "b", "other");
  }

  /** No label can be as long as somebody likes. */
  @Test
  void labelsAreShort() {
    assertThat(new BoundedLabels(1).of("x".repeat(5_000))).hasSize(MetricBounds.MAX_LABEL);
  }

  @Test
  void noMetricNamesARunAWorkerOrABlock() {
    assertThat(Metric.values())
        .allSatisfy(
            metric ->
                assertThat(metric.labels()).doesNotContain("run", "worker", "block", "lease"));
  }

  @Test
  void aRunThatIsCancelledLeavesNothingStanding() {
    try (MetricsYard yard = new MetricsYard()) {
      yard.does(
          new Command.CancelRun(
              yard.submits(pipeline("p", task("t").blocks(5)).build()), "enough"));

      yard.awaits("yardmaster_runs_ended_total{pipeline=\"p\",state=\"cancelled\"}", 1);
      assertThat(yard.series())
          .containsEntry("yardmaster_blocks{pipeline=\"p\",state=\"ready\",task=\"t\"}", 0.0)
          .containsEntry("yardmaster_runs_running{pipeline=\"p\"}", 0.0);
    }
  }
}
