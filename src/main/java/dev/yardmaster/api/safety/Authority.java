package dev.yardmaster.api.safety;

import java.net.InetAddress;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Host and port as a {@code Host} header has them.
 *
 * @param host in lower case; an IPv6 address in brackets
 * @param port as digits; empty where there is none
 */
record Authority(String host, String port) {

  /** Null where it is none. */
  static @Nullable Authority parse(String text) {
    String lower = text.strip().toLowerCase(Locale.ROOT);
    int end = lower.startsWith("[") ? lower.indexOf(']') + 1 : hostEnd(lower);
    String rest = lower.substring(end);
    boolean portFollows =
        rest.startsWith(":") && rest.substring(1).chars().allMatch(Character::isDigit);
    if (end == 0 || !(rest.isEmpty() || portFollows)) {
      return null;
    }
    return new Authority(lower.substring(0, end), rest.isEmpty() ? "" : rest.substring(1));
  }

  private static int hostEnd(String text) {
    int colon = text.indexOf(':');
    return colon < 0 ? text.length() : colon;
  }

  /** Whether the host is an IP address, and not a name. */
  boolean isAddress() {
    try {
      InetAddress.ofLiteral(host);
      return true;
    } catch (IllegalArgumentException name) {
      return false;
    }
  }

  /** As browsers write it in an {@code Origin}: without the port that the scheme has anyway. */
  String origin(String scheme) {
    boolean usual =
        port.isEmpty()
            || scheme.equals("http") && port.equals("80")
            || scheme.equals("https") && port.equals("443");
    return scheme + "://" + host + (usual ? "" : ":" + port);
  }
}
