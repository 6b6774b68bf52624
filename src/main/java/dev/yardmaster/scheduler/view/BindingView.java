package dev.yardmaster.scheduler.view;

import dev.yardmaster.pipeline.TaskSpec;
import dev.yardmaster.scheduler.BindingId;
import dev.yardmaster.scheduler.RunId;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What a bound worker needs to know of its binding.
 *
 * @param directory where the task's command runs; null for the worker's own choice
 */
public record BindingView(
    BindingId id,
    RunId run,
    TaskSpec task,
    Map<String, Object> params,
    @Nullable String directory) {}
