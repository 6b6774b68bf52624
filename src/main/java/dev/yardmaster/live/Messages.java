package dev.yardmaster.live;

import dev.yardmaster.api.Explanation;
import dev.yardmaster.api.RunPage;
import dev.yardmaster.api.RunReply;
import dev.yardmaster.scheduler.RunState;
import dev.yardmaster.scheduler.view.ResourceShare;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What the service says; each message has a type and a {@code seq} that rises. */
final class Messages {

  private Messages() {}

  record Snapshot(
      String type,
      long seq,
      Instant at,
      List<RunPage.Row> runs,
      List<RunReply> runDetails,
      int workersRegistered,
      int workersBound,
      List<ResourceShare> resources,
      Map<String, List<ResourceShare>> runResources) {}

  /** Of one run, in detail: the tasks that changed. */
  record Counters(
      String type,
      long seq,
      Instant at,
      String run,
      @Nullable RunState state,
      @Nullable Double tookSeconds,
      List<Task> tasks) {}

  /**
   * @param starts worker starts used
   * @param waiting absent where it did not change
   */
  record Task(
      String id,
      String state,
      @Nullable String reason,
      Blocks counters,
      int alive,
      @Nullable Integer idle,
      long starts,
      long failures,
      @Nullable Double rate,
      @Nullable Double remainingSeconds,
      @Nullable List<Explanation> waiting) {}

  record Blocks(
      long total,
      long ready,
      long processing,
      long completed,
      long failed,
      long orphaned,
      long pending,
      long skipped) {

    static Blocks of(dev.yardmaster.scheduler.task.Counters counters) {
      return new Blocks(
          counters.total(),
          counters.ready(),
          counters.processing(),
          counters.completed(),
          counters.failed(),
          counters.orphaned(),
          counters.pending(),
          counters.skipped());
    }
  }

  /** Of all runs, in summary: those that changed. */
  record Summaries(String type, long seq, Instant at, List<Sum> runs) {}

  record Sum(String run, RunState state, double tookSeconds, Blocks counters, int alive) {}

  /** Either of the service, with its workers, or of one run. */
  record Budgets(
      String type,
      long seq,
      Instant at,
      @Nullable Integer workersRegistered,
      @Nullable Integer workersBound,
      @Nullable List<ResourceShare> resources,
      @Nullable Map<String, List<ResourceShare>> runResources) {}

  /**
   * @param auditSeq the {@code seq} that it has among a run's events
   */
  record Event(
      String type,
      long seq,
      Instant at,
      String run,
      @Nullable String task,
      @Nullable String worker,
      String kind,
      String message,
      long auditSeq) {}

  record Refusal(String type, long seq, String code, @Nullable String run, String message) {}
}
