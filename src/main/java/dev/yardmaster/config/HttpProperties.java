package dev.yardmaster.config;

import jakarta.validation.constraints.Pattern;
import java.util.List;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.validation.annotation.Validated;

/**
 * By what names, and by whose pages, the service may be called.
 *
 * @param allowedHosts names beyond localhost, 127.0.0.1 and [::1], without ports; needed behind a
 *     proxy that passes its own name on
 * @param allowedOrigins pages beyond the service's own that may call it, such as {@code
 *     https://ci.example}
 */
@Validated
@ConfigurationProperties("yardmaster.http")
public record HttpProperties(
    @DefaultValue
        List<
                @Pattern(
                    regexp = "[A-Za-z0-9._-]+|\\[[0-9A-Fa-f:.]+]",
                    message = "must be a host name without scheme and port, such as ci.example")
                String>
            allowedHosts,
    @DefaultValue
        List<
                @Pattern(
                    regexp = "https?://([A-Za-z0-9._-]+|\\[[0-9A-Fa-f:.]+])(:[0-9]+)?",
                    message =
                        "must be scheme and host, and a port if it is unusual, without a slash at"
                            + " the end, such as https://ci.example")
                String>
            allowedOrigins) {}
