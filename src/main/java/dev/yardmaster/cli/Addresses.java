package dev.yardmaster.cli;

import dev.yardmaster.cli.client.ServiceClient;
import java.net.URI;
import org.jspecify.annotations.Nullable;

/** Addresses of services as people type them. */
final class Addresses {

  private Addresses() {}

  /**
   * @param token shown to the service; null where it wants none
   * @throws BadInputException as {@link #url}
   */
  static ServiceClient client(String server, @Nullable String token) {
    return new ServiceClient(url(server), token);
  }

  /**
   * @throws BadInputException if it is not an http or https address of a host
   */
  static URI url(String server) {
    try {
      URI uri = URI.create(server.strip());
      boolean web = "http".equals(uri.getScheme()) || "https".equals(uri.getScheme());
      if (web && uri.getHost() != null && uri.getQuery() == null && uri.getFragment() == null) {
        return uri;
      }
    } catch (IllegalArgumentException malformed) {
      // said below, as for every other address that is none
    }
    throw new BadInputException(
        "--server " + server + ": give an address such as http://127.0.0.1:8080");
  }
}
