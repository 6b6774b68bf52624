package dev.yardmaster.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The HTTP API of a service, as any client of it would write it. */
final class Api {

  private static final JsonMapper JSON = new JsonMapper();

  /** What a service says that is busy, or has no database. */
  private static final int UNAVAILABLE = 503;

  /** Somebody may kill a service again and again before it answers, on a machine that is busy. */
  private static final Duration LONGEST_ABSENCE = Program.PATIENCE.multipliedBy(4);

  private static final Duration BETWEEN_TRIES = Duration.ofMillis(100);

  /** Above the longest wait of any call. */
  private static final Duration LONGEST_CALL = Duration.ofSeconds(90);

  private final HttpClient http =
      HttpClient.newBuilder()
          .version(HttpClient.Version.HTTP_1_1)
          .connectTimeout(LONGEST_CALL)
          .build();
  private final URI service;
  private final Optional<String> access;

  Api(URI service) {
    this.service = service;
    this.access = Optional.empty();
  }

  /** Of a service that asks who calls; not for the calls of a worker, which has its own token. */
  Api(URI service, String accessToken) {
    this.service = service;
    this.access = Optional.of(accessToken);
  }

  /**
   * A reply.
   *
   * @param body its document, which is missing where there is none
   * @param retryAfter in how many seconds to come again; 0 where that is not said
   */
  record Answer(int status, JsonNode body, long retryAfter) {

    /** The document of a call that has to have gone well. */
    JsonNode ok() {
      assertThat(status).as("status of %s", body).isBetween(200, 299);
      return body;
    }
  }

  /** Repeats a call until the service is there: after no answer, and after 503. */
  static Answer insist(Supplier<Answer> call) {
    return attempt(call)
        .or(
            () ->
                await("an answer")
                    .atMost(LONGEST_ABSENCE)
                    .pollInterval(BETWEEN_TRIES)
                    .pollInSameThread()
                    .until(() -> attempt(call), Optional::isPresent))
        .orElseThrow();
  }

  private static Optional<Answer> attempt(Supplier<Answer> call) {
    try {
      return Optional.of(call.get()).filter(answer -> answer.status() != UNAVAILABLE);
    } catch (UncheckedIOException away) {
      return Optional.empty();
    }
  }

  Answer get(String path) {
    return call(request(path).GET().build());
  }

  Answer post(String path, Object body) {
    return call(postRequest(path, "application/json", JSON.writeValueAsString(body)));
  }

  /** A call of a worker. */
  Answer post(String path, String token, Object body) {
    return call(
        request(path)
            .header("Content-Type", "application/json")
            .header("Authorization", "Bearer " + token)
            .POST(HttpRequest.BodyPublishers.ofString(JSON.writeValueAsString(body)))
            .build());
  }

  /** Submits a pipeline; answers the name of its run. */
  String submit(String yaml) {
    return submitted(postRequest("/api/v1/runs", "application/yaml", yaml));
  }

  /** Submits a pipeline that may not be taken. */
  Answer tries(String yaml) {
    return call(postRequest("/api/v1/runs", "application/yaml", yaml));
  }

  /** Submits a pipeline whose commands run in this folder; answers the name of its run. */
  String submit(String yaml, Path directory) {
    return submit(yaml, directory, Map.of());
  }

  /** As above, with some params in place of the document's. */
  String submit(String yaml, Path directory, Map<String, String> params) {
    String query =
        params.entrySet().stream()
            .map(param -> "param=" + encode(param.getKey() + "=" + param.getValue()))
            .collect(Collectors.joining("&"));
    return submitted(
        request("/api/v1/runs?" + query)
            .header("Content-Type", "application/yaml")
            .header("Yardmaster-Directory", directory.toUri().getRawPath())
            .POST(HttpRequest.BodyPublishers.ofString(yaml))
            .build());
  }

  /**
   * Submits a pipeline whose commands run in this folder, and repeats that until there is an
   * answer: with the same key, which makes it one run.
   */
  String submitOnce(String yaml, Path directory, String key) {
    HttpRequest request =
        request("/api/v1/runs")
            .header("Content-Type", "application/yaml")
            .header("Yardmaster-Directory", directory.toUri().getRawPath())
            .header("Idempotency-Key", key)
            .POST(HttpRequest.BodyPublishers.ofString(yaml))
            .build();
    return insist(() -> call(request)).ok().path("id").asString();
  }

  private String submitted(HttpRequest request) {
    return call(request).ok().path("id").asString();
  }

  /** How a run is now. */
  RunPicture run(String run) {
    return new RunPicture(get("/api/v1/runs/" + run).ok());
  }

  /** How a run is when it has ended. */
  RunPicture ended(String run) {
    await(run + " ends")
        .atMost(Program.PATIENCE)
        .until(() -> get("/api/v1/runs/" + run + "/wait?timeout=10s").ok().has("ended_at"));
    return run(run);
  }

  private static String encode(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8);
  }

  private HttpRequest.Builder request(String path) {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(service.resolve(path)).timeout(LONGEST_CALL);
    access.ifPresent(token -> request.header("Authorization", "Bearer " + token));
    return request;
  }

  private HttpRequest postRequest(String path, String type, String body) {
    return request(path)
        .header("Content-Type", type)
        .POST(HttpRequest.BodyPublishers.ofString(body))
        .build();
  }

  private Answer call(HttpRequest request) {
    try {
      HttpResponse<String> reply = http.send(request, HttpResponse.BodyHandlers.ofString());
      boolean json = reply.headers().firstValue("Content-Type").orElse("").contains("json");
      String body = json && !reply.body().isBlank() ? reply.body() : "null";
      long retryAfter = reply.headers().firstValueAsLong("Retry-After").orElse(0);
      return new Answer(reply.statusCode(), JSON.readTree(body), retryAfter);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("stopped while it waited for " + request.uri(), e);
    }
  }
}
