package dev.yardmaster.cli;

import dev.yardmaster.cli.client.ServiceClient;
import java.net.URI;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The options of commands that need a service. */
final class ServerOptions {

  @Option(
      names = "--server",
      paramLabel = "URL",
      defaultValue = "http://127.0.0.1:8080",
      description = "The service; ${DEFAULT-VALUE} if left out.")
  private String server = "";

  @Mixin private AccessOptions access = new AccessOptions();

  ServiceClient client(Surroundings surroundings) {
    return Addresses.client(server, token(surroundings));
  }

  URI url() {
    return Addresses.url(server);
  }

  @Nullable String token(Surroundings surroundings) {
    return access.token(surroundings);
  }
}
