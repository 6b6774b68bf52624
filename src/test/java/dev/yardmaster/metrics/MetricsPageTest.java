package dev.yardmaster.metrics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.yardmaster.YardmasterApplication;
import dev.yardmaster.testing.Promtool;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.SpringApplication;
import org.springframework.context.ConfigurableApplicationContext;

/** The page of the real service, which has just run something, and what is built upon it. */
class MetricsPageTest {

  /** The second task waits for a worker that nobody has. */
  private static final String PIPELINE =
      """
      {"name": "demo", "tasks": [
        {"id": "quick", "blocks": 3, "command": ["true"], "requires": {"cpu": 1}},
        {"id": "rare", "blocks": 1, "command": ["true"], "tags": ["unobtainium"]}]}
      """;

  private static final HttpClient HTTP = HttpClient.newHttpClient();
  private static ConfigurableApplicationContext service;
  private static String page;

  @TempDir private static Path data;

  @BeforeAll
  static void theServiceRunsSomething() {
    SpringApplication application = new SpringApplication(YardmasterApplication.class);
    application.setLogStartupInfo(false);
    service =
        application.run(
            "--server.port=0",
            "--yardmaster.data-dir=" + data,
            "--yardmaster.workers.embedded.count=1",
            "--yardmaster.resources.cpu=4",
            "--logging.level.dev.yardmaster=error");
    assertThat(submit().statusCode()).isEqualTo(201);
    String done =
        "yardmaster_blocks_settled_total"
            + "{outcome=\"completed\",pipeline=\"demo\",task=\"quick\"} 3.0";
    await().untilAsserted(() -> assertThat(get("/actuator/prometheus").body()).contains(done));
    page = get("/actuator/prometheus").body();
  }

  @AfterAll
  static void stop() {
    service.close();
  }

  private static URI at(String path) {
    String port = service.getEnvironment().getRequiredProperty("local.server.port");
    return URI.create("http://127.0.0.1:" + port + path);
  }

  private static HttpResponse<String> submit() {
    return send(
        HttpRequest.newBuilder(at("/api/v1/runs"))
            .header("Content-Type", "application/json")
            .POST(BodyPublishers.ofString(PIPELINE)));
  }

  private static HttpResponse<String> get(String path) {
    return send(HttpRequest.newBuilder(at(path)));
  }

  private static HttpResponse<String> send(HttpRequest.Builder request) {
    try {
      return HTTP.send(request.build(), BodyHandlers.ofString());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new AssertionError(e);
    }
  }

  /** Name and type of each metric on the page. */
  private static Map<String, String> types() {
    Map<String, String> types = new LinkedHashMap<>();
    page.lines()
        .filter(line -> line.startsWith("# TYPE "))
        .map(line -> line.split(" "))
        .forEach(words -> types.put(words[2], words[3]));
    return types;
  }

  /** As an expression may name them: a histogram has no value of its own. */
  private static Set<String> series() {
    Set<String> names = new TreeSet<>();
    page.lines()
        .filter(line -> !line.startsWith("#"))
        .forEach(line -> names.add(line.replaceAll("[{ ].*", "")));
    return names;
  }

  @Test
  void prometheusHasNothingToSayAgainstIt() {
    assertThat(Promtool.find().run(page, "check", "metrics")).isEqualTo(new Promtool.Result(0, ""));
  }

  @Test
  void everyMetricOfOursIsThereWithTheTypeAndHelpThatItHasHere() {
    Map<String, String> types = types();
    assertThat(Metric.values())
        .allSatisfy(
            metric -> {
              String type =
                  switch (metric.kind()) {
                    case GAUGE, INFO -> "gauge";
                    case COUNTER -> "counter";
                    case HISTOGRAM -> "histogram";
                  };
              assertThat(types).containsEntry(metric.title(), type);
              assertThat(page).contains("# HELP " + metric.title() + " " + metric.help() + "\n");
            });
  }

  @Test
  void everyMetricOfOursHasAnEntry() {
    Set<String> ours = new TreeSet<>(types().keySet());
    ours.removeIf(name -> !name.startsWith("yardmaster_") || name.endsWith("_max"));
    List<String> named = List.of(Metric.values()).stream().map(Metric::title).toList();
    assertThat(ours).containsExactlyInAnyOrderElementsOf(named);
  }

  @ParameterizedTest
  @ValueSource(strings = {"alerts", "dashboard"})
  void whatIsBuiltUponThePageFindsWhatItAsksFor(String what) {
    List<String> expressions =
        what.equals("alerts")
            ? ShippedFiles.everywhere(ShippedFiles.yaml(ShippedFiles.ALERTS), "expr")
            : ShippedFiles.everywhere(ShippedFiles.json(ShippedFiles.DASHBOARD), "expr");
    assertThat(expressions).hasSizeGreaterThan(10);

    Set<String> asked = new TreeSet<>();
    expressions.forEach(expression -> asked.addAll(ShippedFiles.metricsIn(expression)));
    asked.remove("up");
    assertThat(asked).hasSizeGreaterThan(10);
    assertThat(series()).containsAll(asked);
  }

  @Test
  void theWaitingTaskIsSeen() {
    assertThat(page)
        .contains("yardmaster_tasks_waiting{code=\"no_worker_with_tags\",pipeline=\"demo\"} 1.0");
  }

  /** As Kubernetes asks: without a name, without a word of why. */
  @ParameterizedTest
  @ValueSource(strings = {"/actuator/health/liveness", "/actuator/health/readiness"})
  void probesAnswerYesAndNothingElse(String path) {
    HttpResponse<String> answer = get(path);
    assertThat(answer.statusCode()).isEqualTo(200);
    assertThat(answer.body()).isEqualTo("{\"status\":\"UP\"}");
  }

  @Test
  void nothingElseOfTheServicesInnardsIsShown() {
    assertThat(get("/actuator/env").statusCode()).isEqualTo(404);
    assertThat(get("/actuator/metrics").statusCode()).isEqualTo(404);
    assertThat(get("/actuator/heapdump").statusCode()).isEqualTo(404);
    assertThat(get("/actuator/health").body()).doesNotContain("components", "details", "disk");
  }
}
