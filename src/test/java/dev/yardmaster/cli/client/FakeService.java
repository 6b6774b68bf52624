package dev.yardmaster.cli.client;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executors;

/**
 * A service that says what it was told to say, in the JSON of the REST API, and remembers what it
 * was asked.
 */
public final class FakeService implements AutoCloseable {

  /** What was asked: method, path with query, headers by lower-case name, body. */
  public record Asked(String call, Map<String, String> headers, String body) {}

  private record Answer(int status, String body) {}

  private final HttpServer server;
  private final Map<String, Deque<Answer>> answers = new HashMap<>();
  private final Map<String, Runnable> effects = new HashMap<>();
  private final List<Asked> asked = new CopyOnWriteArrayList<>();

  private FakeService(int port) throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 0);
    server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
    server.createContext("/", this::answer);
    server.start();
  }

  /** One on a free port. */
  public static FakeService start() throws IOException {
    return new FakeService(0);
  }

  /** One in the place of another that has been closed. */
  public static FakeService startAt(URI place) throws IOException {
    return new FakeService(place.getPort());
  }

  public URI url() {
    return URI.create("http://127.0.0.1:" + server.getAddress().getPort());
  }

  /**
   * What it says to a call, such as {@code GET /runs/sky-1}; the last answer given for a call
   * stays, the others are said once each.
   */
  public synchronized FakeService says(String call, int status, String body) {
    answers.computeIfAbsent(call, none -> new ArrayDeque<>()).add(new Answer(status, body));
    return this;
  }

  /** Before a call is answered, this is done; it may change what is said from then on. */
  public synchronized void when(String call, Runnable effect) {
    effects.put(call, effect);
  }

  /** From now on only what it is told next. */
  public synchronized FakeService forget(String call) {
    answers.remove(call);
    return this;
  }

  public List<Asked> asked() {
    return List.copyOf(asked);
  }

  /** Calls without their queries, in order. */
  public List<String> calls() {
    return asked.stream().map(each -> each.call().split("\\?")[0]).toList();
  }

  @Override
  public void close() {
    server.stop(0);
  }

  private void answer(HttpExchange exchange) throws IOException {
    String path = exchange.getRequestURI().toString().replaceFirst("^/api/v1", "");
    String call = exchange.getRequestMethod() + " " + path;
    Map<String, String> headers = new HashMap<>();
    exchange.getRequestHeaders().forEach((name, all) -> headers.put(lower(name), all.getFirst()));
    String body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
    asked.add(new Asked(call, headers, body));
    Answer answer = next(call.split("\\?")[0]);
    byte[] bytes = answer.body().getBytes(StandardCharsets.UTF_8);
    exchange.getResponseHeaders().set("Content-Type", "application/json");
    exchange.sendResponseHeaders(answer.status(), bytes.length == 0 ? -1 : bytes.length);
    exchange.getResponseBody().write(bytes);
    exchange.close();
  }

  private synchronized Answer next(String call) {
    effects.getOrDefault(call, () -> {}).run();
    Deque<Answer> left = answers.get(call);
    if (left == null) {
      return new Answer(
          404, "{\"code\": \"no_such_path\", \"detail\": \"nothing at " + call + "\"}");
    }
    return left.size() > 1 ? left.removeFirst() : left.getFirst();
  }

  private static String lower(String name) {
    return name.toLowerCase(java.util.Locale.ROOT);
  }
}
