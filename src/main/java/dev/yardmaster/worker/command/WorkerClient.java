package dev.yardmaster.worker.command;

import dev.yardmaster.worker.command.Wire.Nothing;
import dev.yardmaster.worker.command.Wire.Problem;
import dev.yardmaster.worker.command.WorkerEvent.Retrying;
import java.io.IOException;
import java.net.ConnectException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;

/**
 * One worker's side of the HTTP worker protocol. A call is made again, with growing pauses, until
 * the service answers it or its caller cuts it short: every call of the protocol may be repeated.
 */
final class WorkerClient {

  /** A pipeline of 1 MiB comes back with its parameters twice; more is no answer of ours. */
  private static final long MAX_ANSWER_BYTES = 4 << 20;

  /** What the network and a busy service may add to the time that a call asks to wait. */
  static final Duration MARGIN = Duration.ofSeconds(15);

  private static final int GONE = 410;

  private final HttpClient http;
  private final String base;
  private final String worker;
  private final Timing timing;
  private final WorkerListener listener;

  WorkerClient(HttpClient http, URI server, String worker, Timing timing, WorkerListener listener) {
    this.http = http;
    this.base = server.toString().replaceAll("/+$", "");
    this.worker = worker;
    this.timing = timing;
    this.listener = listener;
  }

  /** The service's address without a slash at its end. */
  String base() {
    return base;
  }

  /** One call of the protocol; {@code name} is for people, {@code patience} for one attempt. */
  record Call(
      String name,
      String method,
      String path,
      @Nullable Object body,
      @Nullable String token,
      Duration patience) {}

  /** What became of a call. */
  sealed interface Answer<T> {}

  record Ok<T>(T value) implements Answer<T> {}

  /** The service does not know this worker any more. */
  record Gone<T>(String cause) implements Answer<T> {}

  /** The service understood and said no; asking again would not help. */
  record Refused<T>(String cause) implements Answer<T> {}

  /** The caller had something better to do. */
  record CutShort<T>() implements Answer<T> {}

  /** What became of one attempt at a call. */
  private sealed interface Attempt<T> {}

  private record Answered<T>(Answer<T> answer) implements Attempt<T> {}

  /** No answer, for now. */
  private record Failed<T>(String cause, Duration retryAfter) implements Attempt<T> {}

  /** Calls until there is an answer or one of {@code cuts} completes. */
  <T> Answer<T> call(Call call, Class<T> type, CompletableFuture<?>... cuts) {
    Pauses pauses =
        new Pauses(timing.firstPause(), timing.longestPause(), ThreadLocalRandom.current());
    while (true) {
      switch (this.<T>attempt(call, type, cuts)) {
        case Answered<T>(Answer<T> answer) -> {
          return answer;
        }
        case Failed<T>(String cause, Duration retryAfter) -> {
          Duration pause = pauses.next(retryAfter);
          listener.on(new Retrying(worker, call.name(), cause, pause));
          if (Waits.happensWithin(pause, cuts)) {
            return new CutShort<>();
          }
        }
      }
    }
  }

  /** Calls once; empty where there was no answer. */
  <T> Optional<Answer<T>> tryCall(Call call, Class<T> type, CompletableFuture<?>... cuts) {
    return switch (this.<T>attempt(call, type, cuts)) {
      case Answered<T>(Answer<T> answer) -> Optional.of(answer);
      case Failed<T> _ -> Optional.empty();
    };
  }

  /**
   * A blocking call in a thread of its own: an asynchronous one would need the common pool, which
   * anybody in this JVM may be blocking.
   */
  private <T> Attempt<T> attempt(Call call, Class<T> type, CompletableFuture<?>... cuts) {
    CompletableFuture<Attempt<T>> attempt = new CompletableFuture<>();
    Thread caller =
        Thread.ofVirtual()
            .name(worker + "-" + call.name())
            .start(() -> attempt.complete(exchange(call, type)));
    // HttpRequest.timeout ends with the headers, but a body may stall as well.
    attempt.completeOnTimeout(
        new Failed<>("no answer within " + call.patience(), Duration.ZERO),
        call.patience().toMillis(),
        TimeUnit.MILLISECONDS);
    Waits.first(attempt, cuts);
    attempt.complete(new Answered<>(new CutShort<>()));
    caller.interrupt();
    return attempt.join();
  }

  private <T> Attempt<T> exchange(Call call, Class<T> type) {
    try {
      HttpResponse<byte[]> response =
          http.send(
              request(call), BodyHandlers.limiting(BodyHandlers.ofByteArray(), MAX_ANSWER_BYTES));
      return judge(type, response);
    } catch (InterruptedException e) {
      return new Answered<>(new CutShort<>());
    } catch (ConnectException e) {
      return new Failed<>(base + " cannot be reached; does the service run?", Duration.ZERO);
    } catch (IOException e) {
      String reason = e.getMessage() == null ? e.getClass().getSimpleName() : e.getMessage();
      return new Failed<>(base + ": " + reason, Duration.ZERO);
    } catch (RuntimeException e) {
      return new Failed<>(base + ": unexpected " + e, Duration.ZERO);
    }
  }

  private HttpRequest request(Call call) {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create(base + "/api/v1" + call.path()))
            .timeout(call.patience())
            .header("Accept", "application/json, application/problem+json");
    if (call.token() != null) {
      request.header("Authorization", "Bearer " + call.token());
    }
    if (call.body() == null) {
      return request.method(call.method(), BodyPublishers.noBody()).build();
    }
    return request
        .header("Content-Type", "application/json")
        .method(call.method(), BodyPublishers.ofByteArray(Wire.JSON.writeValueAsBytes(call.body())))
        .build();
  }

  private <T> Attempt<T> judge(Class<T> type, HttpResponse<byte[]> response) {
    int status = response.statusCode();
    if (status / 100 == 2) {
      return read(type, response.body());
    }
    if (status == GONE) {
      return new Answered<>(new Gone<>(explain(response)));
    }
    boolean mayPass = status / 100 == 5 || status == 429 || status == 408;
    return mayPass
        ? new Failed<>(explain(response), retryAfter(response))
        : new Answered<>(new Refused<>(explain(response)));
  }

  private <T> Attempt<T> read(Class<T> type, byte[] body) {
    if (type == Nothing.class) {
      return new Answered<>(new Ok<>(type.cast(new Nothing())));
    }
    try {
      return new Answered<>(new Ok<>(Wire.JSON.readValue(body, type)));
    } catch (JacksonException e) {
      return new Failed<>(
          "an answer that is not of the worker protocol; is "
              + base
              + " a Yardmaster service? "
              + e.getOriginalMessage(),
          Duration.ZERO);
    }
  }

  private static String explain(HttpResponse<byte[]> response) {
    String status = "HTTP " + response.statusCode();
    try {
      Problem problem = Wire.JSON.readValue(response.body(), Problem.class);
      String text = problem.detail() != null ? problem.detail() : problem.title();
      return text == null ? status : status + ": " + text;
    } catch (JacksonException e) {
      return status;
    }
  }

  /** Only seconds are understood: a date would need clocks that agree. */
  private static Duration retryAfter(HttpResponse<?> response) {
    return response
        .headers()
        .firstValue("Retry-After")
        .filter(text -> text.matches("\\d{1,6}"))
        .map(text -> Duration.ofSeconds(Long.parseLong(text)))
        .orElse(Duration.ZERO);
  }
}
