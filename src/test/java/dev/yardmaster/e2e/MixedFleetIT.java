package dev.yardmaster.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The example of three machines with different tags, by its one script. */
class MixedFleetIT {

  @RegisterExtension private final Workshop workshop = new Workshop();

  @Test
  void eachTaskRunsWhereItsTagIsOffered() throws IOException {
    String script = Project.directory().resolve("examples/mixed-fleet/run.sh").toString();
    Program fleet =
        workshop
            .start(
                workshop.directory(),
                Map.of(
                    "JAVA", Project.java(),
                    "YARDMASTER_JAR", Project.jar().toString(),
                    "PORT", Integer.toString(freePort())),
                List.of("sh", script))
            .ends(0);

    assertThat(fleet.out())
        .contains("worker on host tower offers: gpu")
        .contains("No worker offers all of its tags gpu")
        .contains("\"host\":\"barn\"")
        .contains("mixed-fleet-1 succeeded")
        .contains("27 of 27 blocks completed");
  }

  private static int freePort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }
}
