package dev.yardmaster.config;

import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import java.time.Duration;
import org.hibernate.validator.constraints.time.DurationMin;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.validation.annotation.Validated;

/**
 * How long runs are kept after their end; then they are deleted, with everything about them.
 *
 * @param keepFor how long a run is kept after its end, by the wall clock
 * @param keepRuns how many runs that have ended are kept: those that ended last. The state of each
 *     is in memory, hence the upper bound
 * @param checkEvery how often the service looks for runs to delete; it also does at its start
 */
@Validated
@ConfigurationProperties("yardmaster.retention")
public record RetentionProperties(
    @DefaultValue("30d") @DurationMin(seconds = 1) Duration keepFor,
    @DefaultValue("1000") @Min(1) @Max(100_000) int keepRuns,
    @DefaultValue("1m") @DurationMin(millis = 100) Duration checkEvery) {}
