package dev.yardmaster.scheduler.simulation;

import dev.yardmaster.pipeline.WorkerKind;
import dev.yardmaster.scheduler.RunId;
import java.util.SortedSet;
import org.jspecify.annotations.Nullable;

/** What a worker says of itself when it registers. */
record Person(
    String name,
    String host,
    WorkerKind kind,
    SortedSet<String> tags,
    @Nullable RunId run,
    @Nullable String task) {}
