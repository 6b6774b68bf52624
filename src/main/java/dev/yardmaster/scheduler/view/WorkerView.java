package dev.yardmaster.scheduler.view;

import dev.yardmaster.pipeline.WorkerKind;
import dev.yardmaster.scheduler.BindingId;
import dev.yardmaster.scheduler.RunId;
import dev.yardmaster.scheduler.TaskId;
import dev.yardmaster.scheduler.WorkerId;
import java.util.SortedSet;
import org.jspecify.annotations.Nullable;

/**
 * A worker at one moment. Times are wall-clock milliseconds since the epoch.
 *
 * @param asking whether an acquire of it is waiting
 * @param binding what it is bound by, with the task and since when; all null where it is unbound
 * @param leases blocks in its hands
 * @param silentMillis service time since it was last heard of
 */
public record WorkerView(
    WorkerId id,
    String name,
    String host,
    WorkerKind kind,
    SortedSet<String> tags,
    @Nullable RunId onlyRun,
    @Nullable String onlyTask,
    boolean asking,
    @Nullable BindingId binding,
    @Nullable TaskId task,
    @Nullable Long boundSince,
    @Nullable String ending,
    int leases,
    long registeredAt,
    long silentMillis) {}
