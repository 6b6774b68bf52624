package dev.yardmaster.scheduler.view;

import dev.yardmaster.scheduler.task.AbandonReason;
import dev.yardmaster.scheduler.task.Counters;
import dev.yardmaster.scheduler.view.RunView.TaskState;
import org.jspecify.annotations.Nullable;

/**
 * Where a task stands, in numbers alone.
 *
 * @param reason why it was abandoned; null where it was not
 * @param alive bindings that have not ended
 */
public record TaskBooks(
    TaskState state, @Nullable AbandonReason reason, Counters counters, int alive) {}
