package dev.yardmaster.cli.client;

import dev.yardmaster.cli.client.ServiceException.NotUnderstood;
import dev.yardmaster.cli.client.ServiceException.Refused;
import dev.yardmaster.cli.client.ServiceException.Unavailable;
import dev.yardmaster.cli.client.ServiceException.Unreachable;
import java.io.IOException;
import java.net.ConnectException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpConnectTimeoutException;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.net.http.HttpTimeoutException;
import java.time.Duration;
import javax.net.ssl.SSLException;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JavaType;
import tools.jackson.databind.MapperFeature;
import tools.jackson.databind.PropertyNamingStrategies;
import tools.jackson.databind.json.JsonMapper;

/** Sends a request and makes of the response an answer or a {@link ServiceException}. */
final class Exchange {

  /** A host that is there answers a SYN at once; one that is not must not be waited for. */
  private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(5);

  /** A busy service may need a moment to commit; longer than this, and it hangs. */
  private static final Duration ANSWER_TIMEOUT = Duration.ofSeconds(30);

  private static final int SERVICE_UNAVAILABLE = 503;

  private static final int TOO_MANY_REQUESTS = 429;

  private final URI service;
  private final @Nullable String token;
  private final JsonMapper json = json();
  private final HttpClient http =
      HttpClient.newBuilder()
          .version(HttpClient.Version.HTTP_1_1)
          .connectTimeout(CONNECT_TIMEOUT)
          .build();

  /**
   * @param token shown with each call, or null
   */
  Exchange(URI service, @Nullable String token) {
    this.token = token;
    String text = service.toString();
    this.service = text.endsWith("/") ? URI.create(text.substring(0, text.length() - 1)) : service;
  }

  /** Lenient, so that a newer service can be watched. */
  static JsonMapper json() {
    return JsonMapper.builder()
        .propertyNamingStrategy(PropertyNamingStrategies.SNAKE_CASE)
        .enable(MapperFeature.ACCEPT_CASE_INSENSITIVE_ENUMS)
        .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
        .disable(DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES)
        .build();
  }

  URI service() {
    return service;
  }

  HttpRequest.Builder request(String path) {
    return request(path, Duration.ZERO);
  }

  /**
   * @param held how long the service may hold the request back
   */
  HttpRequest.Builder request(String path, Duration held) {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create(service + "/api/v1" + path))
            .timeout(ANSWER_TIMEOUT.plus(held))
            .header("Accept", "application/json, application/problem+json");
    return token == null ? request : request.header("Authorization", "Bearer " + token);
  }

  <T> T send(HttpRequest.Builder request, Class<T> type) {
    return send(request, json.constructType(type));
  }

  <T> Page<T> page(String path, Class<T> type) {
    return send(
        request(path).GET(), json.getTypeFactory().constructParametricType(Page.class, type));
  }

  /** For requests whose answer says nothing beyond that it is done. */
  void order(HttpRequest.Builder request) {
    succeed(request);
  }

  private <T> T send(HttpRequest.Builder request, JavaType type) {
    return read(succeed(request), type);
  }

  private HttpResponse<String> succeed(HttpRequest.Builder request) {
    HttpResponse<String> response = exchange(request.build());
    int status = response.statusCode();
    if (status >= 200 && status < 300) {
      return response;
    }
    ProblemAnswer problem = read(response, json.constructType(ProblemAnswer.class));
    throw status == SERVICE_UNAVAILABLE || status == TOO_MANY_REQUESTS
        ? new Unavailable(service, problem.text())
        : new Refused(service, problem.withStatus(status));
  }

  private <T> T read(HttpResponse<String> response, JavaType type) {
    String status = "status " + response.statusCode();
    try {
      T answer = json.readValue(response.body(), type);
      if (answer == null) {
        throw new NotUnderstood(service, status + " without a body", null);
      }
      return answer;
    } catch (JacksonException | IllegalArgumentException unreadable) {
      throw new NotUnderstood(
          service, status + " with a body that is not the expected JSON", unreadable);
    }
  }

  private HttpResponse<String> exchange(HttpRequest request) {
    try {
      return http.send(request, BodyHandlers.ofString());
    } catch (IOException failed) {
      throw new Unreachable(service, reason(failed), failed);
    } catch (InterruptedException stopped) {
      Thread.currentThread().interrupt();
      throw new Unreachable(service, "interrupted", stopped);
    }
  }

  private static String reason(IOException failed) {
    return switch (failed) {
      case HttpConnectTimeoutException none -> "no connection within " + seconds(CONNECT_TIMEOUT);
      case HttpTimeoutException none -> "no answer in time";
      case ConnectException refused -> "connection refused";
      case SSLException untrusted ->
          "its certificate is not trusted here, or it speaks no TLS: " + untrusted.getMessage();
      default -> failed.getMessage() == null ? "connection lost" : failed.getMessage();
    };
  }

  private static String seconds(Duration time) {
    return time.toSeconds() + " s";
  }
}
