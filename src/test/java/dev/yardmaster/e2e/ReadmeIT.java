package dev.yardmaster.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A newcomer copies what the pages say, from top to bottom, and it works. The only thing that is
 * changed is the port 8080, at which somebody else may be on this machine.
 */
@ExtendWith(SharedService.class)
class ReadmeIT {

  private static final Path README = Project.directory().resolve("README.md");
  private static final String ADDRESS = "127.0.0.1:8080";

  @RegisterExtension private final Workshop workshop = new Workshop();

  private Map<String, String> environment(Map<String, String> more) {
    String path = Project.javaHome().resolve("bin") + ":" + System.getenv("PATH");
    Map<String, String> environment = new HashMap<>(more);
    environment.put("PATH", path);
    environment.put("PYTHONDONTWRITEBYTECODE", "1");
    return environment;
  }

  /** As a person would type it line by line, who stops where something fails. */
  private Program bash(Path directory, Map<String, String> environment, String script) {
    List<String> command = List.of("bash", "-c", "set -euo pipefail\n" + script);
    return workshop.start(directory, environment(environment), command);
  }

  /** The same at another port; commands that need no address have the usual one in mind. */
  private static String at(URI service, String text) {
    return text.replace(ADDRESS, service.getAuthority())
        .replaceAll("(yardmaster\\.jar (?:explain|wait|cancel) \\S+)", "$1 --server " + service);
  }

  @Test
  @Timeout(value = 15, unit = TimeUnit.MINUTES)
  void whatTheReadmeSaysWorksFromTopToBottom() throws IOException {
    Checkout checkout = Checkout.copyTo(workshop.directory().resolve("yardmaster"));
    List<String> said = new ArrayList<>();
    URI service = null;
    for (Snippet snippet : Snippet.of(README)) {
      if (snippet.use().startsWith("file=")) {
        String file = snippet.use().substring("file=".length());
        checkout.write(file, service == null ? snippet.text() : at(service, snippet.text()));
      } else if (snippet.isFor("run")) {
        said.add(bash(checkout.directory(), Map.of(), snippet.text()).ends(0).out());
      } else if (snippet.isFor("server")) {
        service = startServer(checkout, snippet);
      } else if (snippet.isFor("service")) {
        assertThat(service).as(snippet.place()).isNotNull();
        said.add(bash(checkout.directory(), Map.of(), at(service, snippet.text())).ends(0).out());
      } else {
        assertThat(snippet.isCommand())
            .as("%s is run", snippet.place())
            .isEqualTo(snippet.isFor("verify"));
      }
    }
    assertThat(said).hasSize(4);
    assertThat(said.getFirst())
        .contains("quickstart-1 succeeded", "131 of 131 blocks completed")
        .containsPattern("Dashboard: http://127\\.0\\.0\\.1:\\d+/");
    assertThat(catalogueOfTheQuickstart(checkout)).hasSize(1 + 343);
    assertThat(said.get(1))
        .contains("squares is valid", "squares-1 succeeded")
        .endsWith("\n9801\n");
    assertThat(said.get(2)).contains("primes-1 is running", "count 0/40, no worker; it waits:");
    assertThat(said.get(3)).contains("primes-1 succeeded", "40 of 40 blocks completed");
  }

  private URI startServer(Checkout checkout, Snippet snippet) {
    Program server = bash(checkout.directory(), Map.of("SERVER_PORT", "0"), snippet.text());
    return URI.create(server.awaitOut("is ready: (http://[^/ ]+)/").group(1));
  }

  private static List<String> catalogueOfTheQuickstart(Checkout checkout) throws IOException {
    Path out = checkout.directory().resolve("examples/quickstart/out/quickstart-1");
    return Files.readAllLines(out.resolve("catalogue.csv"));
  }

  /** The test command cannot be run by one of its tests. */
  @Test
  void theTestCommandIsTheOneOfContinuousIntegration() throws IOException {
    List<Snippet> tests =
        Snippet.of(README).stream().filter(snippet -> snippet.isFor("verify")).toList();

    assertThat(tests).singleElement().extracting(Snippet::text).isEqualTo("./mvnw verify\n");
    assertThat(Files.readString(Project.directory().resolve(".ci/run")))
        .containsPattern("\n\\./mvnw( -\\S+)* verify\\b");
  }

  @Test
  void thePageOfTheApiCanBePastedIntoOneShell() {
    Service service = Service.start(workshop, workshop.directory());
    String script =
        Snippet.of(Project.directory().resolve("docs/api.md")).stream()
            .filter(snippet -> snippet.isFor("service"))
            .map(Snippet::text)
            .collect(Collectors.joining("\n"));

    Program shell = bash(Project.directory(), Map.of(), at(service.uri(), script)).ends(0);

    assertThat(shell.out()).contains("\"outcome\":\"accepted\"", "\"state\":\"cancelled\"");
    assertThat(service.api().run("primes-1").state()).isEqualTo("cancelled");
    assertThat(service.api().get("/api/v1/runs").ok().path("runs")).hasSize(1);
  }

  @ParameterizedTest
  @ValueSource(strings = {"docs/api.md", "README.md"})
  void everyCommandOfThePagesIsRunByATest(String page) {
    assertThat(Snippet.of(Project.directory().resolve(page)))
        .filteredOn(Snippet::isCommand)
        .allMatch(snippet -> List.of("run", "server", "service", "verify").contains(snippet.use()));
  }
}
