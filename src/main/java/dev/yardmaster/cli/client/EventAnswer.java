package dev.yardmaster.cli.client;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * An entry of a run's audit trail.
 *
 * @param kind such as {@code worker_failed}
 * @param message one sentence, with the end of stderr where there was one
 */
public record EventAnswer(
    long seq,
    @Nullable Instant at,
    @Nullable String task,
    @Nullable String worker,
    String kind,
    String message) {}
