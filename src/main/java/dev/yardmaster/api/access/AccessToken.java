package dev.yardmaster.api.access;

import java.security.SecureRandom;
import java.util.Base64;
import java.util.Collection;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * A token as the service knows it.
 *
 * @param name of whoever holds it; in audit trails and log lines
 * @param roles at least one
 */
public record AccessToken(String name, Set<Role> roles, TokenHash hash) {

  /** A label: it has to fit into a cookie and a sentence as it is. */
  private static final Pattern NAME = Pattern.compile("[a-z0-9][a-z0-9._-]{0,62}");

  private static final String NAME_FORM =
      "1 to 63 of the characters a-z, 0-9, '.', '_', '-', beginning with a letter or digit";

  /** Nobody guesses 256 bits. */
  private static final int BYTES = 32;

  /** Lets people and scanners of repositories see what it is. */
  private static final String PREFIX = "ym_";

  public AccessToken {
    roles = Set.copyOf(roles);
  }

  /** A token nobody has had before; it is kept nowhere. */
  public static String create(SecureRandom random) {
    byte[] bytes = new byte[BYTES];
    random.nextBytes(bytes);
    return PREFIX + Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
  }

  /**
   * Reads one entry of the configuration.
   *
   * @param property where it is, such as {@code yardmaster.access.tokens[0]}
   * @throws AccessTokenException if a part of it is missing or wrong
   */
  public static AccessToken parse(
      String property,
      @Nullable String name,
      @Nullable Collection<String> roles,
      @Nullable String hash) {
    return new AccessToken(
        name(property + ".name", name),
        roles(property + ".roles", roles == null ? List.of() : roles),
        hash(property + ".hash", hash));
  }

  /**
   * @throws AccessTokenException if it is none
   */
  public static String name(String property, @Nullable String name) {
    if (name == null || !NAME.matcher(name).matches()) {
      throw AccessTokenException.wrong(property, shortened(name), NAME_FORM);
    }
    return name;
  }

  /**
   * @throws AccessTokenException if there is none, or one of them is unknown
   */
  public static Set<Role> roles(String property, Collection<String> words) {
    String allowed = "at least one of " + Role.words();
    if (words.isEmpty()) {
      throw AccessTokenException.wrong(property, "missing", allowed);
    }
    Set<Role> roles = EnumSet.noneOf(Role.class);
    for (String word : words) {
      roles.add(
          Role.of(word.strip())
              .orElseThrow(() -> AccessTokenException.wrong(property, shortened(word), allowed)));
    }
    return roles;
  }

  private static TokenHash hash(String property, @Nullable String hash) {
    String text = hash == null ? "" : hash.strip();
    return TokenHash.parse(text)
        .orElseThrow(
            () ->
                AccessTokenException.wrong(
                    property,
                    shortened(hash),
                    "\"sha256:\" and 64 hexadecimal digits, as the command \"token\" prints it"));
  }

  /** Somebody may have put the token itself there: no more of it than shows which it is. */
  private static String shortened(@Nullable String value) {
    if (value == null || value.isBlank()) {
      return "missing";
    }
    String line = value.strip().replaceAll("\\p{Cntrl}", "?");
    return line.length() <= 12 ? '"' + line + '"' : '"' + line.substring(0, 12) + "…\"";
  }

  /** Its roles in words. */
  String rolesInWords() {
    return roles.stream().sorted().map(Role::word).collect(Collectors.joining(", "));
  }
}
