package dev.yardmaster.scheduler.view;

import dev.yardmaster.scheduler.RunId;
import dev.yardmaster.scheduler.RunState;
import dev.yardmaster.scheduler.task.Counters;
import org.jspecify.annotations.Nullable;

/**
 * A run in a list: newest first. Times are wall-clock milliseconds since the epoch.
 *
 * @param order rises with each submission to the service; what pages go by
 * @param counters sums over all its tasks
 */
public record RunSummary(
    long order,
    RunId id,
    String pipeline,
    RunState state,
    @Nullable String why,
    long submittedAt,
    @Nullable Long endedAt,
    Counters counters) {}
