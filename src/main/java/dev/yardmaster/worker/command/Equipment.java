package dev.yardmaster.worker.command;

import dev.yardmaster.worker.command.process.OutputLog;
import dev.yardmaster.worker.command.process.ProcessGuard;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * What one worker works with.
 *
 * @param worker its label, with its slot
 * @param stop completes when it shall take no more blocks
 * @param stopNow completes when it shall break off what it does
 * @param log where the output of its commands goes, if anywhere
 */
record Equipment(
    String worker,
    CompletableFuture<Void> stop,
    CompletableFuture<Void> stopNow,
    ProcessGuard guard,
    @Nullable OutputLog log,
    Timing timing,
    WorkerListener listener) {}
