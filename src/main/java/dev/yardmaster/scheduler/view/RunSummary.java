package dev.yardmaster.scheduler.view;

import dev.yardmaster.scheduler.RunId;
import dev.yardmaster.scheduler.RunState;
import org.jspecify.annotations.Nullable;

/**
 * A run in a list: newest first. Times are wall-clock milliseconds since the epoch.
 *
 * @param order rises with each submission to the service; what pages go by
 * @param settled blocks of all its tasks that are completed, failed or orphaned
 * @param total blocks of all its tasks
 */
public record RunSummary(
    long order,
    RunId id,
    String pipeline,
    RunState state,
    @Nullable String why,
    long submittedAt,
    @Nullable Long endedAt,
    long settled,
    long total) {}
