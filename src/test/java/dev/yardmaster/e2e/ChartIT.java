package dev.yardmaster.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.yardmaster.chart.Chart;
import dev.yardmaster.chart.Manifest;
import java.net.URI;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import tools.jackson.databind.JsonNode;

/**
 * What the chart makes of its values, given to the real service and its workers: settings, tokens
 * and arguments as their containers have them. Files and the address are those of this machine.
 */
class ChartIT {

  /** Of which the values have the hash, as an admin's. */
  private static final String TOKEN = "foo";

  private static final String CONTAINER = "/spec/template/spec/containers/0";

  private static final String NEEDS_A_GPU =
      """
      name: gpu
      tasks:
        - id: learn
          blocks: 2
          tags: [linux, cuda]
          max_retries: 0
          max_worker_restarts: 0
          command: [sh, -c, 'while [ ! -e go ]; do sleep 0.1; done']
      """;

  @RegisterExtension private final Workshop workshop = new Workshop();

  private List<Manifest> render(String sample) {
    return Chart.render(Chart.sample(sample), workshop.directory().resolve("chart-" + sample));
  }

  private static List<String> texts(JsonNode list) {
    List<String> texts = new ArrayList<>();
    list.forEach(each -> texts.add(each.asString()));
    return texts;
  }

  /** The service's container: its settings and secrets where the chart has them mounted. */
  private Program startServer(List<Manifest> manifests, int port) {
    workshop.write(
        "etc/config/application.yaml",
        Manifest.only("ConfigMap", manifests).at("/data/application.yaml").asString());
    workshop.write(
        "etc/access/application.yaml",
        Manifest.only("Secret", manifests).at("/stringData/application.yaml").asString());
    JsonNode container = Manifest.only("StatefulSet", manifests).at(CONTAINER);
    Map<String, String> environment = new HashMap<>();
    for (JsonNode variable : container.path("env")) {
      environment.put(
          variable.path("name").asString(),
          variable
              .path("value")
              .asString()
              .replace("/etc/yardmaster", workshop.directory().resolve("etc").toString()));
    }
    List<String> arguments = new ArrayList<>(texts(container.path("args")));
    arguments.addAll(List.of("--port", Integer.toString(port)));
    return start(environment, arguments);
  }

  private Program start(Map<String, String> environment, List<String> arguments) {
    return workshop.start(
        workshop.directory(), environment, Project.yardmaster(arguments.toArray(String[]::new)));
  }

  private static URI ready(Program server) {
    return URI.create(server.awaitOut("is ready: (http://[^/ ]+)/").group(1));
  }

  /** The status of an answer to somebody who calls the service by some name. */
  private String status(URI service, String host, String path, String... headers) {
    List<String> curl =
        new ArrayList<>(List.of("curl", "-s", "-o", "/dev/null", "-w", "%{http_code}"));
    curl.addAll(List.of("-H", "Host: " + host));
    for (String header : headers) {
      curl.addAll(List.of("-H", header));
    }
    curl.add(service.resolve(path).toString());
    Path directory = workshop.directory();
    return workshop.start(directory, Map.of(), curl).ends(0).out();
  }

  @Test
  void theServiceKnowsWhoCallsIt() {
    List<Manifest> manifests = render("h2");
    URI service = ready(startServer(manifests, 0));
    String bearer = "Authorization: Bearer " + TOKEN;

    for (String probe : List.of("startupProbe", "livenessProbe", "readinessProbe")) {
      String path =
          Manifest.only("StatefulSet", manifests)
              .at(CONTAINER + "/" + probe + "/httpGet/path")
              .asString();
      assertThat(status(service, "10.244.1.7:8080", path)).as(probe).isEqualTo("200");
    }
    for (String name : List.of("yard:8080", "yard.yards", "yard.yards.svc.cluster.local")) {
      assertThat(status(service, name, "/api/v1/runs", bearer)).as(name).isEqualTo("200");
      assertThat(status(service, name, "/api/v1/runs")).as(name).isEqualTo("401");
    }
    assertThat(status(service, "elsewhere.example", "/api/v1/runs", bearer)).isEqualTo("403");
    assertThat(new Api(service, TOKEN).get("/api/v1/resources").ok().toString())
        .contains("\"cpu\"", "16");
  }

  @Test
  void aRestartOfThePodCostsTheWorkersNoWork() {
    List<Manifest> manifests = render("h2");
    Program server = startServer(manifests, 0);
    URI service = ready(server);
    Program worker = startWorker(service);
    Api api = new Api(service, TOKEN);
    String run = api.submit(NEEDS_A_GPU, workshop.directory());
    await()
        .atMost(Program.PATIENCE)
        .until(() -> api.run(run).task("learn").counter("processing") == 1);

    server.terminate();
    server.ends(0);
    ready(startServer(manifests, service.getPort()));
    workshop.write("go", "");

    RunPicture ended = api.ended(run);
    assertThat(ended.state()).as(ended.toString()).isEqualTo("succeeded");
    assertThat(ended.task("learn").counter("worker_starts")).isEqualTo(1);
    assertThat(ended.task("learn").counter("worker_failures")).isZero();
    worker.terminate();
    worker.ends(0);
  }

  /** One of the group gpu: with its arguments and the token of its secret. */
  private Program startWorker(URI service) {
    Manifest group =
        Manifest.ofKind("Deployment", render("workers")).stream()
            .filter(manifest -> manifest.name().endsWith("-gpu"))
            .findFirst()
            .orElseThrow();
    List<String> arguments =
        texts(group.at(CONTAINER + "/args")).stream()
            .map(word -> word.replace("http://night-yardmaster:8080", service.toString()))
            .map(word -> word.replace("$(NODE_NAME)", "node-1"))
            .toList();
    return start(Map.of("YARDMASTER_ACCESS_TOKEN", TOKEN), arguments);
  }
}
