package dev.yardmaster.api.access;

import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** All tokens that are known, and one more for the workers inside. Immutable. */
public final class AccessTokens {

  /** Each call with a token looks at all of them; who has more people has a proxy for them. */
  public static final int MAX = 1_000;

  private static final String PROPERTY = "yardmaster.access.tokens";

  /** No name in a configuration has brackets. */
  private static final String OWN = "(embedded workers)";

  private final Map<String, AccessToken> byName = new HashMap<>();
  private final List<AccessToken> all;
  private final @Nullable String own;

  private AccessTokens(List<AccessToken> configured, SecureRandom random) {
    this.all = new ArrayList<>(configured);
    configured.forEach(token -> byName.put(token.name(), token));
    if (configured.isEmpty()) {
      own = null;
    } else {
      own = AccessToken.create(random);
      all.add(new AccessToken(OWN, Set.of(Role.WORK), TokenHash.of(own)));
    }
  }

  /**
   * @param configured in the order of the configuration
   * @throws AccessTokenException if two have the same name or hash, or there are too many
   */
  public static AccessTokens of(List<AccessToken> configured, SecureRandom random) {
    if (configured.size() > MAX) {
      throw AccessTokenException.tooMany(configured.size(), MAX);
    }
    Set<String> names = new HashSet<>();
    Set<String> hashes = new HashSet<>();
    for (int i = 0; i < configured.size(); i++) {
      AccessToken token = configured.get(i);
      String property = PROPERTY + "[" + i + "]";
      if (!names.add(token.name())) {
        throw AccessTokenException.duplicate(property + ".name", '"' + token.name() + '"');
      }
      if (!hashes.add(token.hash().text())) {
        throw AccessTokenException.duplicate(property + ".hash", token.hash().toString());
      }
    }
    return new AccessTokens(configured, random);
  }

  /** Whether the configuration has any; where it has none, everybody who comes through may all. */
  public boolean configured() {
    return own != null;
  }

  /**
   * What the workers inside show when they register, made anew at each start; null where nobody has
   * to show anything.
   */
  public @Nullable String ofEmbeddedWorkers() {
    return own;
  }

  /** Looks at each of them, so that the time it takes says nothing. Null where it is none. */
  @Nullable AccessToken find(String token) {
    TokenHash hash = TokenHash.of(token);
    AccessToken found = null;
    for (AccessToken each : all) {
      found = each.hash().matches(hash) ? each : found;
    }
    return found;
  }

  /** Null where the configuration has none of that name (any more). */
  @Nullable AccessToken named(String name) {
    return byName.get(name);
  }
}
