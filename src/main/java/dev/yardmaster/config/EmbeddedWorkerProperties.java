package dev.yardmaster.config;

import dev.yardmaster.worker.command.CommandWorkerSettings;
import dev.yardmaster.worker.command.MachineName;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.hibernate.validator.constraints.time.DurationMin;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.validation.annotation.Validated;

/**
 * The command workers inside the service.
 *
 * @param count how many workers, 0 for none; left out, as many as this machine has cores
 * @param host label of this machine, by which load is spread; left out, its name
 * @param tags what they offer to tasks
 * @param stopWithin how long a block in hand may go on when the service stops; then it is broken
 *     off. With the 5 s that a process has from TERM to KILL, and the database, 20 s stay within
 *     the 30 s that Kubernetes and others give a service to stop
 * @param outputDirectory where the whole output of commands goes; left out, only the end of stderr
 *     is kept, for errors
 */
@Validated
@ConfigurationProperties("yardmaster.workers.embedded")
public record EmbeddedWorkerProperties(
    @Nullable @Min(0) @Max(CommandWorkerSettings.MAX_SLOTS) Integer count,
    @Nullable String host,
    @Nullable List<String> tags,
    @DefaultValue("20s") @DurationMin Duration stopWithin,
    @Nullable Path outputDirectory) {

  public EmbeddedWorkerProperties {
    tags = tags == null ? List.of() : List.copyOf(tags);
  }

  /** The same, but none at all. */
  EmbeddedWorkerProperties withoutAny() {
    return new EmbeddedWorkerProperties(0, host, tags, stopWithin, outputDirectory);
  }

  int slots() {
    return count == null ? Runtime.getRuntime().availableProcessors() : count;
  }

  String hostLabel() {
    return host == null ? MachineName.get() : host;
  }
}
