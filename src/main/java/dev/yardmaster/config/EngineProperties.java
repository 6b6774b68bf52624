package dev.yardmaster.config;

import dev.yardmaster.engine.EngineSettings;
import jakarta.validation.constraints.Min;
import java.time.Duration;
import org.hibernate.validator.constraints.time.DurationMin;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.validation.annotation.Validated;

/**
 * Bounds of the engine; {@link EngineSettings} says what each is for.
 *
 * @param mailboxCapacity requests
 * @param maxBatchCommands requests
 * @param maxBatchEvents events, by weight
 * @param maxUncommittedBatches batches
 * @param snapshotEveryBatches batches
 * @param snapshotEveryBytes bytes
 * @param snapshotEveryEvents events, by weight
 */
@Validated
@ConfigurationProperties("yardmaster.engine")
public record EngineProperties(
    @DefaultValue("10000") @Min(1) int mailboxCapacity,
    @DefaultValue("1000") @Min(1) int maxBatchCommands,
    @DefaultValue("10000") @Min(1) int maxBatchEvents,
    @DefaultValue("2") @Min(1) int maxUncommittedBatches,
    @DefaultValue("10s") @DurationMin(millis = 1) Duration keepTimeEvery,
    @DefaultValue("10000") @Min(1) int snapshotEveryBatches,
    @DefaultValue("2000000") @Min(1) long snapshotEveryBytes,
    @DefaultValue("1000000") @Min(1) long snapshotEveryEvents,
    @DefaultValue("100ms") @DurationMin(millis = 1) Duration firstRetry,
    @DefaultValue("5s") @DurationMin(millis = 1) Duration longestRetry) {

  EngineSettings settings() {
    return new EngineSettings(
        mailboxCapacity,
        maxBatchCommands,
        maxBatchEvents,
        maxUncommittedBatches,
        keepTimeEvery,
        snapshotEveryBatches,
        snapshotEveryBytes,
        snapshotEveryEvents,
        firstRetry,
        longestRetry);
  }
}
