package dev.yardmaster.config;

import dev.yardmaster.engine.Engine;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;

/**
 * Whether calls are answered now; part of {@code /actuator/health/readiness}. Not of liveness: a
 * service whose database is away recovers by itself, and a restart would not help it.
 */
final class EngineHealthIndicator implements HealthIndicator {

  private final Engine engine;

  EngineHealthIndicator(Engine engine) {
    this.engine = engine;
  }

  @Override
  public Health health() {
    return engine.isReady() ? Health.up().build() : Health.outOfService().build();
  }
}
