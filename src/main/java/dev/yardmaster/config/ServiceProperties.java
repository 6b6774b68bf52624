package dev.yardmaster.config;

import dev.yardmaster.pipeline.Resources;
import dev.yardmaster.scheduler.placement.BalanceMode;
import jakarta.validation.constraints.NotBlank;
import jakarta.validation.constraints.PositiveOrZero;
import java.nio.file.Path;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.validation.annotation.Validated;

/**
 * The service as a whole.
 *
 * @param dataDir where the database is, unless {@code spring.datasource.url} says another place
 * @param resources the service's own budget, such as {@code cpu: 32}; nothing means no bounds
 * @param balance how bindings are spread over the hosts: optimal, greedy or off
 */
@Validated
@ConfigurationProperties("yardmaster")
public record ServiceProperties(
    @DefaultValue("./data") Path dataDir,
    @DefaultValue Map<@NotBlank String, @PositiveOrZero Long> resources,
    @DefaultValue("optimal") BalanceMode balance) {

  /** The service's budget, or null where it has none. */
  @Nullable Resources budget() {
    return resources.isEmpty() ? null : Resources.of(resources);
  }
}
