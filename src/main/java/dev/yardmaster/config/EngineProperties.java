package dev.yardmaster.config;

import dev.yardmaster.engine.EngineSettings;
import jakarta.validation.constraints.Min;
import java.time.Duration;
import org.hibernate.validator.constraints.time.DurationMin;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.validation.annotation.Validated;

/**
 * Bounds of the engine; {@link EngineSettings} says more of each. Usual ones serve well.
 *
 * @param mailboxCapacity requests that may wait for the one writer; more are answered 503
 * @param maxBatchCommands requests that are decided together, at most
 * @param maxBatchEvents events that are committed together, at most, by their weight
 * @param maxUncommittedBatches batches that are decided ahead of the database, at most
 * @param keepTimeEvery how often the clock is stored while there is nothing else to store
 * @param snapshotEveryBatches a snapshot is taken after so many batches at the latest; a start has
 *     to replay what came after the last snapshot
 * @param snapshotEveryBytes a snapshot is taken after so many bytes of journal at the latest
 * @param snapshotEveryEvents a snapshot is taken after so many events at the latest, by their
 *     weight
 * @param firstRetry pause before a database that failed is tried again; it doubles each time
 * @param longestRetry the pause grows no longer than this
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
