package dev.yardmaster.api;

import dev.yardmaster.history.Histories;
import dev.yardmaster.pipeline.TaskSpec;
import dev.yardmaster.pipeline.TaskSpec.Dependency;
import dev.yardmaster.scheduler.RunId;
import dev.yardmaster.scheduler.TaskId;
import dev.yardmaster.scheduler.task.AbandonReason;
import dev.yardmaster.scheduler.task.Counters;
import dev.yardmaster.scheduler.view.RunView.TaskState;
import dev.yardmaster.scheduler.view.RunView.TaskView;
import io.swagger.v3.oas.annotations.media.Schema;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import org.jspecify.annotations.Nullable;

/**
 * A task of a run at one moment.
 *
 * @param reason why it was abandoned; absent otherwise
 * @param alive workers bound to it or starting for it
 * @param idle of these, those that ask and have nothing to do
 * @param startsAllowed worker starts it may use in all; {@code counters.worker_starts} are used
 * @param waiting why it has no further worker; empty where it needs none or one is coming
 * @param rate blocks a second of late; absent where it is not known or nothing gets done
 * @param remainingSeconds at that rate, until every block has met its end; absent where there is no
 *     rate
 * @param startedAt when its first block was leased
 */
@Schema(description = "A task of a run at one moment")
public record TaskReply(
    String id,
    TaskState state,
    @Nullable AbandonReason reason,
    Counters counters,
    int alive,
    int idle,
    int maxWorkers,
    long startsAllowed,
    List<Dependency> after,
    Map<String, Long> requires,
    SortedSet<String> tags,
    List<Explanation> waiting,
    @Nullable Double rate,
    @Nullable Double remainingSeconds,
    @Nullable Instant startedAt,
    @Nullable Instant endedAt) {

  static TaskReply of(RunId run, TaskView task, TaskSpec spec, Histories histories) {
    Double rate = histories.rate(new TaskId(run, task.id()));
    return new TaskReply(
        task.id(),
        task.state(),
        task.reason(),
        task.counters(),
        task.alive(),
        task.idle(),
        spec.maxWorkers(),
        spec.startBudget(),
        spec.after(),
        spec.requires().amounts(),
        spec.tags(),
        task.waiting().stream().map(Explanation::of).toList(),
        rate,
        Histories.remainingSeconds(task.counters(), rate),
        Times.instant(task.startedAt()),
        Times.instant(task.endedAt()));
  }
}
