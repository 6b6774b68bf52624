package dev.yardmaster.api.safety;

import dev.yardmaster.api.problem.ErrorCode;
import dev.yardmaster.pipeline.Words;
import jakarta.servlet.http.HttpServletRequest;
import java.util.Collection;
import java.util.HashSet;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Whether a call comes from where it may come from.
 *
 * <p>A service on loopback is reached by every page that the same person has open. Two ways lead
 * there: a page of another origin calls it (its {@code Origin} or {@code Sec-Fetch-Site} tells), or
 * a name of the attacker's own is made to point to 127.0.0.1, so that the page seems to be of the
 * same origin (DNS rebinding; its {@code Host} tells). Programs send neither an {@code Origin} nor
 * a foreign {@code Host}.
 */
final class CallerRules {

  /** What a machine calls itself; any port. */
  private static final Set<String> OWN_NAMES = Set.of("localhost", "127.0.0.1", "[::1]");

  private static final Set<String> SAFE_METHODS = Set.of("GET", "HEAD");

  private final Set<String> hosts = new TreeSet<>(OWN_NAMES);
  private final Set<String> origins = new HashSet<>();
  private final boolean byAddress;

  /**
   * @param allowedHosts further names of this service, without ports
   * @param allowedOrigins of pages elsewhere that may call it, such as {@code https://ci.example}
   * @param byAddress whether it may be called by any address: probes of a cluster do, and no
   *     attacker can make an address of his own mean another machine
   */
  CallerRules(
      Collection<String> allowedHosts, Collection<String> allowedOrigins, boolean byAddress) {
    this.byAddress = byAddress;
    allowedHosts.forEach(host -> hosts.add(host.toLowerCase(Locale.ROOT)));
    allowedOrigins.forEach(origin -> origins.add(origin.toLowerCase(Locale.ROOT)));
  }

  /** Null where the call may pass. */
  @Nullable Refusal check(HttpServletRequest request) {
    String header = request.getHeader("Host");
    Authority called = header == null ? null : Authority.parse(header);
    if (called == null || !isOwn(called)) {
      return unknownHost(header);
    }
    String origin = request.getHeader("Origin");
    if (origin == null) {
      return crossSite(request) ? foreign("a page of another site") : null;
    }
    String lower = origin.toLowerCase(Locale.ROOT);
    if (origins.contains(lower)) {
      return null;
    }
    boolean own = lower.equals(called.origin(request.getScheme()));
    return own && !crossSite(request) ? null : foreign("origin " + Words.quoted(origin));
  }

  private boolean isOwn(Authority called) {
    return hosts.contains(called.host()) || byAddress && called.isAddress();
  }

  /** Following a link from elsewhere is fine; changing something from elsewhere is not. */
  private static boolean crossSite(HttpServletRequest request) {
    String site = request.getHeader("Sec-Fetch-Site");
    return site != null
        && (site.equals("cross-site") || site.equals("same-site"))
        && !SAFE_METHODS.contains(request.getMethod());
  }

  private Refusal unknownHost(@Nullable String header) {
    String name = header == null ? "no Host header" : "Host " + Words.quoted(header);
    return new Refusal(
        ErrorCode.UNKNOWN_HOST,
        name + " is not among the known names: " + String.join(", ", hosts));
  }

  private static Refusal foreign(String who) {
    return new Refusal(ErrorCode.FOREIGN_ORIGIN, who + " is not this service itself");
  }
}
