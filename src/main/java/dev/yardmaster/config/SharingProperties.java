package dev.yardmaster.config;

import java.time.Duration;
import org.hibernate.validator.constraints.time.DurationMin;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.validation.annotation.Validated;

/**
 * When some tasks give way to others.
 *
 * @param fairAfter how long a task may wait without any worker before others give one back
 * @param idleGrace how long an idle worker that holds state is left alone when the waiting task has
 *     a worker already
 */
@Validated
@ConfigurationProperties("yardmaster.sharing")
public record SharingProperties(
    @DefaultValue("2s") @DurationMin Duration fairAfter,
    @DefaultValue("5s") @DurationMin Duration idleGrace) {}
