package dev.yardmaster.metrics;

import static dev.yardmaster.scheduler.PipelineBuilder.pipeline;
import static dev.yardmaster.scheduler.TaskBuilder.task;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.awaitility.Awaitility.await;

import dev.yardmaster.scheduler.WorkerId;
import dev.yardmaster.scheduler.command.Command;
import dev.yardmaster.testing.CapturedLog;
import java.time.Duration;
import java.util.SortedMap;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What stands at the moment comes from the state. */
class GaugesTest {

  private final CapturedLog facts = new CapturedLog(FactsLog.class.getName());
  private final CapturedLog trouble = new CapturedLog("dev.yardmaster.engine");
  private final MetricsYard yard = new MetricsYard();

  @AfterEach
  void stop() {
    yard.journal.away(false);
    yard.journal.letGo();
    yard.close();
    facts.close();
    trouble.close();
  }

  /**
   * One works, one has handed in its block, one is not asking; a task waits for what is not there.
   */
  private void someBusyness() {
    yard.submits(
        pipeline(
                "p",
                task("t").blocks(9).requires("cpu", 3).maxWorkers(2),
                task("rare").blocks(1).tags("unobtainium"))
            .build());
    WorkerId working = yard.registers("a", "gpu", "big");
    yard.acquires(working, 1);
    WorkerId idle = yard.registers("b");
    yard.releases(idle, yard.acquires(idle, 1).getFirst(), true);
    yard.registers("c");
    yard.awaits("yardmaster_blocks{pipeline=\"p\",state=\"processing\",task=\"t\"}", 1);
    yard.turnsTo(MetricBounds.PICTURE_LASTS);
  }

  @Test
  void resourcesWorkersAndWaitingTasksAreThere() {
    someBusyness();

    assertThat(yard.series())
        .containsEntry("yardmaster_resource_budget{resource=\"cpu\"}", 8.0)
        .containsEntry("yardmaster_resource_used{resource=\"cpu\"}", 3.0)
        .containsEntry("yardmaster_resource_idle{resource=\"cpu\"}", 3.0)
        .containsEntry("yardmaster_resource_kept{resource=\"cpu\"}", 0.0)
        .containsEntry("yardmaster_workers{state=\"working\",tags=\"big,gpu\"}", 1.0)
        .containsEntry("yardmaster_workers{state=\"idle\",tags=\"big,gpu\"}", 0.0)
        .containsEntry("yardmaster_workers{state=\"idle\",tags=\"(none)\"}", 1.0)
        .containsEntry("yardmaster_workers{state=\"silent\",tags=\"(none)\"}", 1.0)
        .containsEntry("yardmaster_tasks_waiting{code=\"no_worker_with_tags\",pipeline=\"p\"}", 1.0)
        .containsEntry("yardmaster_tasks_waiting{code=\"max_workers_reached\",pipeline=\"p\"}", 1.0)
        .containsEntry("yardmaster_ready", 1.0)
        .containsEntry("yardmaster_live_clients", 3.0)
        .containsEntry("yardmaster_mailbox_capacity", 10_000.0)
        .containsEntry("yardmaster_build_info{version=\"1.2.3\"}", 1.0);
  }

  @Test
  void theyAreTheSameRightAfterARestart() {
    someBusyness();
    SortedMap<String, Double> before = gauges();
    assertThat(before).hasSizeGreaterThan(20);

    yard.restarts();

    assertThat(gauges()).isEqualTo(before);
  }

  private SortedMap<String, Double> gauges() {
    SortedMap<String, Double> gauges = new TreeMap<>(yard.series());
    gauges
        .keySet()
        .removeIf(
            series ->
                series.matches(".*_(total|bucket|sum|count|max)(\\{.*)?")
                    || series.contains("_age_seconds"));
    return gauges;
  }

  @Test
  void aPictureServesEverybodyWithinASecond() {
    yard.scrape();
    yard.registers("late");
    assertThat(yard.series())
        .containsEntry("yardmaster_workers{state=\"silent\",tags=\"(none)\"}", 0.0);

    yard.turnsTo(MetricBounds.PICTURE_LASTS);
    assertThat(yard.series())
        .containsEntry("yardmaster_workers{state=\"silent\",tags=\"(none)\"}", 1.0);
  }

  @Test
  void aPageIsAnsweredWhileTheDatabaseIsAway() {
    someBusyness();
    yard.scrape();
    yard.journal.away(true);
    yard.asks(new Command.CancelRun(new dev.yardmaster.scheduler.RunId("p-1"), "test"));
    await().until(() -> !yard.isReady());
    yard.turnsTo(Duration.ofSeconds(30));

    assertThat(yard.series())
        .containsEntry("yardmaster_ready", 0.0)
        .containsEntry("yardmaster_picture_age_seconds", 30.0)
        .containsEntry("yardmaster_resource_used{resource=\"cpu\"}", 3.0)
        .containsEntry("yardmaster_blocks{pipeline=\"p\",state=\"ready\",task=\"t\"}", 7.0);
  }

  @Test
  void aPageIsAnsweredWhileTheDatabaseHangs() {
    someBusyness();
    yard.scrape();
    yard.journal.hang();
    yard.asks(new Command.CancelRun(new dev.yardmaster.scheduler.RunId("p-1"), "test"));
    await().until(() -> yard.series().get("yardmaster_commits_waiting") > 0);
    yard.turnsTo(Duration.ofSeconds(30));

    assertThatCode(
            () ->
                assertThat(yard.series())
                    .containsEntry("yardmaster_ready", 0.0)
                    .containsEntry("yardmaster_commit_open_seconds", 30.0)
                    .containsEntry("yardmaster_picture_age_seconds", 30.0))
        .doesNotThrowAnyException();
  }
}
