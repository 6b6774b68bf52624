package dev.yardmaster.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import tools.jackson.databind.JsonNode;

/** The contract for machines says what the pages for people say. */
@ExtendWith(SharedService.class)
class OpenApiIT {

  private static final String SNAKE_CASE = "[a-z][a-z0-9]*(_[a-z0-9]+)*";

  /** As docs/api.md lists them. */
  private static final List<String> CALLS =
      List.of(
          "POST /api/v1/runs",
          "GET /api/v1/runs",
          "GET /api/v1/runs/{run}",
          "GET /api/v1/runs/{run}/wait",
          "POST /api/v1/runs/{run}/cancel",
          "GET /api/v1/runs/{run}/events",
          "GET /api/v1/runs/{run}/history",
          "GET /api/v1/runs/{run}/timeline",
          "GET /api/v1/runs/{run}/failures",
          "GET /api/v1/runs/{run}/tasks/{task}/blocks",
          "GET /api/v1/runs/{run}/tasks/{task}/map",
          "GET /api/v1/resources",
          "POST /api/v1/workers",
          "GET /api/v1/workers",
          "POST /api/v1/workers/{id}/acquire",
          "POST /api/v1/workers/{id}/release",
          "POST /api/v1/workers/{id}/unbind",
          "POST /api/v1/workers/{id}/heartbeat",
          "DELETE /api/v1/workers/{id}");

  private static JsonNode document(Service service) {
    return service.api().get("/v3/api-docs").ok();
  }

  @Test
  void everyCallOfTheApiIsThereAndNoOther(Service service) {
    List<String> calls = new ArrayList<>();
    for (Map.Entry<String, JsonNode> path : document(service).path("paths").properties()) {
      path.getValue().propertyNames().forEach(method -> calls.add(call(method, path.getKey())));
    }

    assertThat(calls).containsExactlyInAnyOrderElementsOf(CALLS);
  }

  private static String call(String method, String path) {
    return method.toUpperCase(Locale.ROOT) + " " + path;
  }

  @Test
  void everyCallSaysWhatItDoesAndHowItIsRefused(Service service) {
    for (JsonNode path : document(service).path("paths")) {
      for (JsonNode call : path) {
        assertThat(call.path("summary").asString()).as("summary of %s", call).isNotBlank();
        JsonNode refusal = call.path("responses").path("4XX").path("content");
        assertThat(refusal.has("application/problem+json")).as("refusal of %s", call).isTrue();
      }
    }
  }

  @Test
  void namesAreInSnakeCase(Service service) {
    List<String> names = new ArrayList<>();
    for (JsonNode schema : document(service).path("components").path("schemas")) {
      names.addAll(schema.path("properties").propertyNames());
    }
    for (JsonNode path : document(service).path("paths")) {
      for (JsonNode call : path) {
        for (JsonNode parameter : call.path("parameters")) {
          if (!parameter.path("in").asString().equals("header")) {
            names.add(parameter.path("name").asString());
          }
        }
      }
    }

    assertThat(names)
        .contains("max_blocks", "worker_starts", "late_events_dropped", "dry_run")
        .allMatch(name -> name.matches(SNAKE_CASE));
  }

  @Test
  void everySchemaThatIsReferredToIsThere(Service service) {
    JsonNode document = document(service);
    List<String> referred =
        document.findValues("$ref").stream()
            .map(reference -> reference.asString().replace("#/components/schemas/", ""))
            .toList();

    assertThat(referred).isNotEmpty();
    assertThat(document.path("components").path("schemas").propertyNames()).containsAll(referred);
  }
}
