package dev.yardmaster.config;

import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;

/**
 * Pipelines that bring commands.
 *
 * @param allowed whether pipelines that bring commands are taken; left out, only where nobody but
 *     this machine can reach the service
 */
@ConfigurationProperties("yardmaster.commands")
public record CommandProperties(@Nullable Boolean allowed) {

  /** What holds for a service that listens on loopback or not. */
  boolean allowedOn(boolean loopback) {
    return allowed == null ? loopback : allowed;
  }
}
