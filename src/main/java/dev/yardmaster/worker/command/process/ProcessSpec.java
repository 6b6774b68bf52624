package dev.yardmaster.worker.command.process;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What to start.
 *
 * @param command program and arguments, at least one
 * @param directory its working directory; null: this JVM's own
 * @param environment added to this JVM's environment
 * @param conversation true: stdin and stdout are pipes to us; false: stdin is empty and stdout goes
 *     to the log, or nowhere
 */
public record ProcessSpec(
    List<String> command,
    @Nullable Path directory,
    Map<String, String> environment,
    boolean conversation) {}
