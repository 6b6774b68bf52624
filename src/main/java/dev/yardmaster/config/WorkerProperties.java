package dev.yardmaster.config;

import dev.yardmaster.scheduler.SchedulerSettings;
import dev.yardmaster.scheduler.placement.BalanceMode;
import java.time.Duration;
import org.hibernate.validator.constraints.time.DurationMin;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.validation.annotation.Validated;

/**
 * How long the service waits for workers.
 *
 * @param lostAfter a worker silent for this long is lost
 * @param stopWithin how long a worker that was told to stop its process may take
 * @param startTimeout how long a launched process may take to register
 */
@Validated
@ConfigurationProperties("yardmaster.workers")
public record WorkerProperties(
    @DefaultValue("30s") @DurationMin(seconds = 1) Duration lostAfter,
    @DefaultValue("30s") @DurationMin(millis = 1) Duration stopWithin,
    @DefaultValue("5m") @DurationMin(millis = 1) Duration startTimeout) {

  SchedulerSettings settings(SharingProperties sharing, BalanceMode balance) {
    return new SchedulerSettings(
        lostAfter, stopWithin, startTimeout, sharing.fairAfter(), sharing.idleGrace(), balance);
  }
}
