package dev.yardmaster.api;

import dev.yardmaster.history.Histories;
import dev.yardmaster.pipeline.TaskSpec;
import dev.yardmaster.scheduler.RunState;
import dev.yardmaster.scheduler.view.RunView;
import io.swagger.v3.oas.annotations.media.Schema;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A run at one moment.
 *
 * @param why set for a cancelled run
 * @param lateEventsDropped results that came for tasks that had already ended
 * @param tasks in the order of the pipeline
 */
@Schema(description = "A run at one moment")
public record RunReply(
    String id,
    String pipeline,
    RunState state,
    @Nullable String why,
    Instant submittedAt,
    @Nullable Instant endedAt,
    long lateEventsDropped,
    Map<String, Object> params,
    Amounts resources,
    List<TaskReply> tasks) {

  /**
   * Resources of a run.
   *
   * @param budget the run's own; absent where only the service's holds
   * @param used by its alive workers
   */
  @Schema(name = "RunResources")
  public record Amounts(@Nullable Map<String, Long> budget, Map<String, Long> used) {}

  /** With how fast its tasks go. */
  public static RunReply of(RunView run, Histories histories) {
    Map<String, TaskSpec> specs = new HashMap<>();
    run.pipeline().tasks().forEach(spec -> specs.put(spec.id(), spec));
    return new RunReply(
        run.id().value(),
        run.pipeline().name(),
        run.state(),
        run.why(),
        Instant.ofEpochMilli(run.submittedAt()),
        Times.instant(run.endedAt()),
        run.lateEventsDropped(),
        run.pipeline().params(),
        new Amounts(run.budget() == null ? null : run.budget().amounts(), run.used().amounts()),
        run.tasks().stream()
            .map(
                task ->
                    TaskReply.of(
                        run.id(), task, Objects.requireNonNull(specs.get(task.id())), histories))
            .toList());
  }
}
