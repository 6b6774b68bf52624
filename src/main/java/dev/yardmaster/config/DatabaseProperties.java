package dev.yardmaster.config;

import java.time.Duration;
import org.hibernate.validator.constraints.time.DurationMin;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.validation.annotation.Validated;

/**
 * The database; which one, {@code spring.datasource.url} says.
 *
 * @param waitAtStart how long a start waits for a PostgreSQL that is not there yet, or that another
 *     service still uses
 */
@Validated
@ConfigurationProperties("yardmaster.database")
public record DatabaseProperties(
    @DefaultValue("60s") @DurationMin(millis = 0) Duration waitAtStart) {}
