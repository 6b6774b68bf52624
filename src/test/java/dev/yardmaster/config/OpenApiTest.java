package dev.yardmaster.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.TreeSet;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.test.web.servlet.assertj.MockMvcTester;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

@HttpTest
class OpenApiTest {

  @Autowired private MockMvcTester mvc;
  private JsonNode api = JsonMapper.shared().createObjectNode();

  @BeforeEach
  void read() throws Exception {
    var result = mvc.get().uri("/v3/api-docs").exchange();
    assertThat(result).hasStatusOk();
    api = JsonMapper.shared().readTree(result.getResponse().getContentAsString());
  }

  private JsonNode schema(String name) {
    JsonNode schema = api.path("components").path("schemas").path(name);
    assertThat(schema.isObject()).as("schema %s", name).isTrue();
    return schema;
  }

  @Test
  void everyCallOfTheWireIsDescribedAndNothingElse() {
    assertThat(new TreeSet<>(api.path("paths").propertyNames()))
        .containsExactly(
            "/api/v1/resources",
            "/api/v1/runs",
            "/api/v1/runs/{run}",
            "/api/v1/runs/{run}/cancel",
            "/api/v1/runs/{run}/events",
            "/api/v1/runs/{run}/failures",
            "/api/v1/runs/{run}/history",
            "/api/v1/runs/{run}/tasks/{task}/blocks",
            "/api/v1/runs/{run}/tasks/{task}/map",
            "/api/v1/runs/{run}/timeline",
            "/api/v1/runs/{run}/wait",
            "/api/v1/workers",
            "/api/v1/workers/{id}",
            "/api/v1/workers/{id}/acquire",
            "/api/v1/workers/{id}/heartbeat",
            "/api/v1/workers/{id}/release",
            "/api/v1/workers/{id}/unbind");
  }

  @Test
  void everyCallHasASummaryAndItsProblems() {
    for (JsonNode path : api.path("paths")) {
      for (Map.Entry<String, JsonNode> call : path.properties()) {
        JsonNode operation = call.getValue();
        assertThat(operation.path("summary").asString()).isNotBlank();
        assertThat(operation.path("tags")).hasSize(1);
        JsonNode problem =
            operation
                .path("responses")
                .path("4XX")
                .path("content")
                .path("application/problem+json")
                .path("schema")
                .path("$ref");
        assertThat(problem.asString()).isEqualTo("#/components/schemas/ProblemDocument");
        assertThat(operation.path("responses").has("503")).isTrue();
      }
    }
  }

  @Test
  void namesAreThoseOfTheWire() {
    JsonNode task = schema("TaskReply").path("properties");
    assertThat(task.has("max_workers")).isTrue();
    assertThat(task.has("starts_allowed")).isTrue();
    assertThat(schema("Counters").path("properties").has("worker_starts")).isTrue();
    assertThat(schema("RegisterWorker").path("properties").has("launch_token")).isTrue();
    assertThat(schema("Acquire").path("properties").propertyNames())
        .containsExactlyInAnyOrder("max_blocks", "wait");
    for (JsonNode each : api.path("components").path("schemas")) {
      assertThat(each.path("properties").propertyNames()).allMatch(name -> name.matches("[a-z_]+"));
    }
  }

  @Test
  void wordsAreThoseOfTheWire() {
    assertThat(words(schema("RunReply").path("properties").path("state")))
        .containsExactly("running", "succeeded", "failed", "cancelled");
    assertThat(words(schema("Binding").path("properties").path("mode")))
        .containsExactly("per_block", "stream", "client");
    JsonNode parameters = api.path("paths").path("/api/v1/runs").path("get").path("parameters");
    assertThat(words(parameters.path(0).path("schema")))
        .containsExactly("running", "succeeded", "failed", "cancelled");
  }

  private static java.util.List<String> words(JsonNode schema) {
    return schema.path("enum").valueStream().map(JsonNode::asString).toList();
  }

  @Test
  void durationsAreText() {
    assertThat(schema("Acquire").path("properties").path("wait").path("type").asString())
        .isEqualTo("string");
    assertThat(schema("RegisteredWorker").path("properties").path("lost_after").path("type"))
        .hasToString("\"string\"");
  }

  @Test
  void submittingSaysWhatItTakes() {
    JsonNode submit = api.path("paths").path("/api/v1/runs").path("post");
    assertThat(submit.path("parameters").valueStream().map(p -> p.path("name").asString()))
        .containsExactlyInAnyOrder("Idempotency-Key", "Yardmaster-Directory", "param", "dry_run");
    assertThat(submit.path("requestBody").path("content").propertyNames())
        .contains("application/yaml", "application/json");
    assertThat(submit.path("responses").propertyNames())
        .contains("200", "201", "409", "422", "4XX", "503");
  }

  @Test
  void callsSayThatTheyMayWantAnAccessTokenAndWhatFollowsWithoutOne() {
    assertThat(api.path("security")).hasToString("[{},{\"access\":[]}]");
    JsonNode scheme = api.path("components").path("securitySchemes").path("access");
    assertThat(scheme.path("type").asString()).isEqualTo("http");
    assertThat(scheme.path("scheme").asString()).isEqualTo("bearer");
    JsonNode paths = api.path("paths");
    assertThat(paths.path("/api/v1/runs").path("post").path("responses").propertyNames())
        .contains("401", "403", "429");
    assertThat(paths.path("/api/v1/workers").path("post").path("responses").propertyNames())
        .contains("401", "403", "429");
    assertThat(
            paths
                .path("/api/v1/workers/{id}/acquire")
                .path("post")
                .path("responses")
                .propertyNames())
        .contains("401")
        .doesNotContain("403", "429");
  }

  @Test
  void workersShowTheirTokenButForRegistering() {
    JsonNode paths = api.path("paths");
    assertThat(paths.path("/api/v1/workers/{id}/acquire").path("post").path("security"))
        .hasToString("[{\"worker\":[]}]");
    assertThat(paths.path("/api/v1/workers").path("post").path("security").path(0).has("worker"))
        .isFalse();
  }
}
