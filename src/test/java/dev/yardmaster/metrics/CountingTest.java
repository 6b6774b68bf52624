package dev.yardmaster.metrics;

import static dev.yardmaster.scheduler.PipelineBuilder.pipeline;
import static dev.yardmaster.scheduler.TaskBuilder.task;
import static org.assertj.core.api.Assertions.assertThat;

import dev.yardmaster.scheduler.WorkerId;
import dev.yardmaster.scheduler.command.Outcome.LeasedBlock;
import dev.yardmaster.testing.CapturedLog;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What is committed is counted, once. */
class CountingTest {

  private static final String OF_T = "{pipeline=\"p\",task=\"t\"}";

  private final CapturedLog facts = new CapturedLog(FactsLog.class.getName());
  private final CapturedLog trouble = new CapturedLog("dev.yardmaster.engine");
  private final MetricsYard yard = new MetricsYard();

  @BeforeEach
  void aTaskOfFourBlocks() {
    yard.submits(
        pipeline(
                "p",
                task("t").blocks(4).requires("cpu", 2).maxWorkers(1).maxWorkerRestarts(1),
                task("u").blocks(2).all("t"))
            .build());
  }

  @AfterEach
  void stop() {
    yard.close();
    facts.close();
    trouble.close();
  }

  private static String settled(String task, String outcome) {
    return "yardmaster_blocks_settled_total{outcome=\"%s\",pipeline=\"p\",task=\"%s\"}"
        .formatted(outcome, task);
  }

  private static String blocks(String task, String state) {
    return "yardmaster_blocks{pipeline=\"p\",state=\"%s\",task=\"%s\"}".formatted(state, task);
  }

  @Test
  void aRunThatWasSubmittedStandsThereWithCountersAtZero() {
    yard.awaits("yardmaster_runs_submitted_total{pipeline=\"p\"}", 1);

    assertThat(yard.series())
        .containsEntry("yardmaster_runs_running{pipeline=\"p\"}", 1.0)
        .containsEntry(blocks("t", "ready"), 4.0)
        .containsEntry(blocks("u", "pending"), 2.0)
        .containsEntry(settled("t", "completed"), 0.0)
        .containsEntry("yardmaster_worker_failures_total" + OF_T, 0.0)
        .containsEntry(
            "yardmaster_tasks_abandoned_total"
                + "{pipeline=\"p\",reason=\"restart_cap_exhausted\",task=\"t\"}",
            0.0)
        .containsEntry("yardmaster_runs_ended_total{pipeline=\"p\",state=\"failed\"}", 0.0);
  }

  @Test
  void blocksAreCountedByWhatBecomesOfThem() {
    WorkerId worker = yard.registers("w");
    List<LeasedBlock> blocks = yard.acquires(worker, 3);
    yard.releases(worker, blocks.get(0), true);
    yard.releases(worker, blocks.get(1), false);

    yard.awaits("yardmaster_block_retries_total" + OF_T, 1);
    assertThat(yard.series())
        .containsEntry("yardmaster_blocks_leased_total" + OF_T, 3.0)
        .containsEntry(settled("t", "completed"), 1.0)
        .containsEntry(settled("t", "failed"), 0.0)
        .containsEntry(blocks("t", "ready"), 2.0)
        .containsEntry(blocks("t", "processing"), 1.0)
        .containsEntry("yardmaster_bindings" + OF_T, 1.0)
        .containsEntry("yardmaster_worker_starts_total" + OF_T, 1.0)
        .containsEntry("yardmaster_dispatch_seconds_count", 1.0);
  }

  /** Three seconds until somebody comes, and then five for the block. */
  @Test
  void timeInQueueAndTheDurationOfBlocksAreInTimeOfTheService() {
    yard.passes(Duration.ofSeconds(3));
    WorkerId worker = yard.registers("w");
    LeasedBlock block = yard.acquires(worker, 1).getFirst();
    yard.passes(Duration.ofSeconds(5));
    yard.releases(worker, block, true);

    yard.awaits("yardmaster_block_duration_seconds_sum" + OF_T, 5);
    assertThat(yard.series())
        .containsEntry("yardmaster_task_queue_seconds_count{pipeline=\"p\"}", 1.0)
        .containsEntry("yardmaster_task_queue_seconds_sum{pipeline=\"p\"}", 3.0)
        .containsEntry("yardmaster_task_queue_seconds_bucket{pipeline=\"p\",le=\"1.0\"}", 0.0)
        .containsEntry("yardmaster_task_queue_seconds_bucket{pipeline=\"p\",le=\"5.0\"}", 1.0)
        .containsEntry("yardmaster_block_duration_seconds_count" + OF_T, 1.0);
  }

  @Test
  void aTaskThatIsGivenUpSaysWhy() {
    WorkerId worker = yard.registers("w");
    yard.acquires(worker, 1);
    yard.diesAtItsTask(worker);
    yard.acquires(worker, 1);
    yard.diesAtItsTask(worker);

    yard.awaits("yardmaster_runs_ended_total{pipeline=\"p\",state=\"failed\"}", 1);
    assertThat(yard.series())
        .containsEntry("yardmaster_worker_starts_total" + OF_T, 2.0)
        .containsEntry("yardmaster_worker_restarts_total" + OF_T, 1.0)
        .containsEntry("yardmaster_worker_failures_total" + OF_T, 2.0)
        .containsEntry("yardmaster_block_retries_total" + OF_T, 2.0)
        .containsEntry(
            "yardmaster_tasks_abandoned_total"
                + "{pipeline=\"p\",reason=\"restart_cap_exhausted\",task=\"t\"}",
            1.0)
        .containsEntry(
            "yardmaster_tasks_abandoned_total"
                + "{pipeline=\"p\",reason=\"upstream_abandoned\",task=\"u\"}",
            1.0)
        .containsEntry(settled("t", "orphaned"), 4.0)
        .containsEntry(settled("u", "orphaned"), 2.0)
        .containsEntry("yardmaster_runs_running{pipeline=\"p\"}", 0.0)
        .containsEntry(blocks("t", "ready"), 0.0)
        .containsEntry("yardmaster_bindings" + OF_T, 0.0);
  }

  /** The commit came through, and no listener was told of it. */
  @Test
  void whatAFailedCommitBroughtAllTheSameIsCounted() {
    WorkerId worker = yard.registers("w");
    LeasedBlock block = yard.acquires(worker, 1).getFirst();
    yard.awaits("yardmaster_blocks_leased_total" + OF_T, 1);

    yard.journal.loseTheNextAnswer();
    try {
      yard.releases(worker, block, true);
    } catch (AssertionError lost) {
      assertThat(lost).hasStackTraceContaining("The answer is lost.");
    }

    yard.awaitsInTime(settled("t", "completed"), 1);
    assertThat(yard.series())
        .containsEntry("yardmaster_commit_failures_total", 1.0)
        .containsEntry("yardmaster_rebuilds_total", 1.0)
        .containsEntry(blocks("t", "processing"), 0.0);
  }

  /** As the one before, with a run that nobody has heard of. */
  @Test
  void aRunThatAFailedCommitBroughtAllTheSameIsCounted() {
    yard.awaits("yardmaster_runs_submitted_total{pipeline=\"p\"}", 1);
    yard.journal.loseTheNextAnswer();
    yard.asks(MetricsYard.submission(pipeline("q", task("t").blocks(3)).build()));

    yard.awaitsInTime("yardmaster_runs_submitted_total{pipeline=\"q\"}", 1);
    assertThat(yard.series())
        .containsEntry("yardmaster_runs_submitted_total{pipeline=\"p\"}", 1.0)
        .containsEntry("yardmaster_blocks{pipeline=\"q\",state=\"ready\",task=\"t\"}", 3.0);
  }

  @Test
  void aServiceThatStartsAgainCountsFromThereOn() {
    WorkerId worker = yard.registers("w");
    yard.releases(worker, yard.acquires(worker, 1).getFirst(), true);
    yard.restarts();
    yard.releases(worker, yard.acquires(worker, 1).getFirst(), true);

    yard.awaits(settled("t", "completed"), 1);
    assertThat(yard.series())
        .containsEntry("yardmaster_runs_submitted_total{pipeline=\"p\"}", 0.0)
        .containsEntry("yardmaster_runs_running{pipeline=\"p\"}", 1.0)
        .containsEntry("yardmaster_task_queue_seconds_count{pipeline=\"p\"}", 0.0);
  }
}
