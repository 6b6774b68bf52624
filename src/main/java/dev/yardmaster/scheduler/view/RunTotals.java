package dev.yardmaster.scheduler.view;

import dev.yardmaster.scheduler.RunId;
import dev.yardmaster.scheduler.RunState;
import dev.yardmaster.scheduler.task.Counters;
import org.jspecify.annotations.Nullable;

/**
 * A run in numbers alone. Times are wall-clock milliseconds since the epoch.
 *
 * @param counters the sums over its tasks
 * @param alive bindings that have not ended
 */
public record RunTotals(
    RunId id,
    RunState state,
    long submittedAt,
    @Nullable Long endedAt,
    Counters counters,
    int alive) {}
