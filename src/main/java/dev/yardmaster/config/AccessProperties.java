package dev.yardmaster.config;

import java.time.Duration;
import java.util.List;
import org.hibernate.validator.constraints.time.DurationMax;
import org.hibernate.validator.constraints.time.DurationMin;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.validation.annotation.Validated;

/**
 * Who may call, and what for. Without any token only this machine may, and everything.
 *
 * @param tokens who there is: of each the {@code name}, the {@code roles} (some of view, submit,
 *     work, admin) and the {@code hash} ({@code sha256:} and 64 hexadecimal digits). The command
 *     {@code token} prints an entry; access.md has more
 * @param sessionLasts how long somebody stays signed in in a browser
 */
@Validated
@ConfigurationProperties("yardmaster.access")
public record AccessProperties(
    @DefaultValue List<Token> tokens,
    @DefaultValue("12h") @DurationMin(minutes = 1) @DurationMax(days = 365) Duration sessionLasts) {

  /**
   * One token. What it is made of is looked at by {@code AccessToken}, whose messages do not repeat
   * what may be a secret.
   *
   * @param name of whoever holds it, for audit trails: 1 to 63 of a-z, 0-9, '.', '_', '-'
   * @param roles some of view, submit, work, admin
   * @param hash {@code sha256:} and 64 hexadecimal digits, of the token
   */
  public record Token(@Nullable String name, @Nullable List<String> roles, @Nullable String hash) {}
}
