package dev.yardmaster.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.ObjectMapper;

/** The log of a service in a container: every line of standard output is a JSON document. */
class StructuredLogIT {

  private static final ObjectMapper JSON = new ObjectMapper();

  /** Its only worker start fails. */
  private static final String PIPELINE =
      """
      name: doomed
      tasks:
        - id: x
          blocks: 1
          mode: client
          command: [sh, -c, exit 3]
          max_worker_restarts: 0
      """;

  @RegisterExtension private final Workshop workshop = new Workshop();

  @TempDir private Path directory;

  private static List<JsonNode> lines(Service service) {
    String out = service.program().out();
    // The last one may be half written.
    return out.substring(0, out.lastIndexOf('\n') + 1).lines().map(JSON::readTree).toList();
  }

  private static JsonNode line(Service service, String message) {
    return await()
        .atMost(Program.PATIENCE)
        .until(
            () ->
                lines(service).stream()
                    .filter(line -> line.get("message").asString().startsWith(message))
                    .findFirst()
                    .orElse(null),
            found -> found != null);
  }

  @Test
  void machinesFindRunTaskAndWorkerInEveryLineThatConcernsThem() {
    Service service =
        Service.start(
            workshop,
            directory,
            "--yardmaster.workers.embedded.count=1",
            "--logging.structured.format.console=ecs");
    String run = service.api().submit(PIPELINE, directory);

    assertThat(line(service, run + ": Submitted").get("run").asString()).isEqualTo(run);
    JsonNode failed = line(service, run + ": Worker");
    assertThat(failed.get("log").get("level").asString()).isEqualTo("WARN");
    assertThat(failed.get("run").asString()).isEqualTo(run);
    assertThat(failed.get("task").asString()).isEqualTo("x");
    assertThat(failed.get("worker").asString()).isEqualTo("w-1");
    JsonNode abandoned = line(service, run + ": x was given up");
    assertThat(abandoned.get("task").asString()).isEqualTo("x");
    assertThat(line(service, run + ": The run failed").get("run").asString()).isEqualTo(run);

    service.program().terminate();
    service.program().ends(0);
    assertThat(lines(service))
        .allSatisfy(line -> assertThat(line.get("ecs").get("version").asString()).isNotEmpty());
  }
}
