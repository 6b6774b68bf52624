package dev.yardmaster.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Workers that bring their own code, as the examples show them. */
@ExtendWith(SharedService.class)
class ClientWorkerIT {

  private static final Path CLIENT = Project.examples().resolve("client");

  @RegisterExtension private final Workshop workshop = new Workshop();

  private static String submit(Service service, String name) throws IOException {
    String primes = Files.readString(CLIENT.resolve("pipeline.yaml"));
    return service.api().submit(primes.replace("name: primes", "name: " + name));
  }

  private Program python(String... arguments) {
    List<String> command = new ArrayList<>(List.of("python3"));
    command.addAll(List.of(arguments));
    return workshop.start(workshop.directory(), Map.of(), command);
  }

  @Test
  void theExampleCountsPrimesAndLeavesPolitely(Service service) throws IOException {
    String run = submit(service, "counted");

    Program worker = python(CLIENT.resolve("worker.py").toString(), service.uri().toString());

    RunPicture ended = service.api().ended(run);
    assertThat(ended.state()).isEqualTo("succeeded");
    assertThat(ended.task("count").counter("worker_starts")).isEqualTo(1);
    assertThat(worker.out())
        .as("primes below 20,000, and from there to 40,000")
        .contains("block 0 of 40: 2262 primes from 0 on")
        .contains("block 1 of 40: 1941 primes from 20000 on");
    worker.pressCtrlC();
    worker.ends(0);
    assertThat(service.api().get("/api/v1/workers").ok().findValuesAsString("name"))
        .doesNotContain("primes");
  }

  @Test
  void theShortOneOfTheExamplesPageDoesEveryBlock(Service service) throws IOException {
    String run = submit(service, "short");
    String text =
        Snippet.of(Project.examples().resolve("README.md")).stream()
            .filter(snippet -> snippet.language().equals("python"))
            .findFirst()
            .orElseThrow()
            .text();
    workshop.write("short.py", text.replace("127.0.0.1:8080", service.uri().getAuthority()));

    Program worker = python("short.py").ends(0);

    assertThat(service.api().run(run).state()).isEqualTo("succeeded");
    assertThat(worker.out()).contains("block 0 of 40\n", "block 39 of 40\n");
  }
}
