package dev.yardmaster.scheduler;

import dev.yardmaster.pipeline.Pipeline;
import dev.yardmaster.pipeline.Pipeline.OnAbandon;
import dev.yardmaster.pipeline.Resources;
import dev.yardmaster.pipeline.TaskSpec;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** A pipeline for a test. */
public final class PipelineBuilder {

  private final String name;
  private final List<TaskSpec> tasks = new ArrayList<>();
  private final TreeMap<String, Long> budget = new TreeMap<>();
  private @Nullable Duration timeout;
  private OnAbandon onAbandon = OnAbandon.STOP;

  private PipelineBuilder(String name) {
    this.name = name;
  }

  public static PipelineBuilder pipeline(String name, TaskBuilder... tasks) {
    PipelineBuilder builder = new PipelineBuilder(name);
    for (TaskBuilder task : tasks) {
      builder.tasks.add(task.build());
    }
    return builder;
  }

  public PipelineBuilder budget(String key, long amount) {
    budget.put(key, amount);
    return this;
  }

  public PipelineBuilder timeout(Duration duration) {
    timeout = duration;
    return this;
  }

  public PipelineBuilder finishReachable() {
    onAbandon = OnAbandon.FINISH_REACHABLE;
    return this;
  }

  public Pipeline build() {
    return new Pipeline(
        name, Map.of(), budget.isEmpty() ? null : new Resources(budget), timeout, onAbandon, tasks);
  }
}
