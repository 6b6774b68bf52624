package dev.yardmaster.cli;

import dev.yardmaster.cli.client.ServiceClient;
import java.net.URI;
import picocli.CommandLine.Option;

/** The option {@code --server} of commands that need a service. */
final class ServerOptions {

  @Option(
      names = "--server",
      paramLabel = "URL",
      defaultValue = "http://127.0.0.1:8080",
      description = "The service; ${DEFAULT-VALUE} if left out.")
  private String server = "";

  ServiceClient client() {
    return Addresses.client(server);
  }

  URI url() {
    return Addresses.url(server);
  }
}
