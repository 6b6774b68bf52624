package dev.yardmaster.testing;

import dev.yardmaster.api.access.Role;
import dev.yardmaster.api.access.TokenHash;
import java.util.Locale;
import org.springframework.test.context.DynamicPropertyRegistry;

/** A token for each role, which is also its name. */
public final class SampleTokens {

  private SampleTokens() {}

  /** The token of that role, such as {@code view}. */
  public static String of(String role) {
    return "ym_of-" + role;
  }

  /** As in an {@code Authorization} header. */
  public static String bearer(String role) {
    return "Bearer " + of(role);
  }

  /** Puts them into a configuration. */
  public static void configure(DynamicPropertyRegistry registry) {
    for (Role role : Role.values()) {
      String entry = "yardmaster.access.tokens[" + role.ordinal() + "].";
      String word = role.name().toLowerCase(Locale.ROOT);
      registry.add(entry + "name", () -> word);
      registry.add(entry + "roles", () -> word);
      registry.add(entry + "hash", () -> TokenHash.of(of(word)).text());
    }
  }
}
