package dev.yardmaster.worker.command;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * The service's side of the worker protocol, as small as it can be: one task after another, each
 * block handed out once, everything that workers say written down. Failed blocks are not retried.
 */
final class FakeService implements AutoCloseable {

  /** A task to be served. */
  static final class Offer {
    final List<String> command;
    final String mode;
    final int blocks;
    final Map<String, String> env = new LinkedHashMap<>();
    final Map<String, Object> params = new LinkedHashMap<>();
    @Nullable String directory;
    String timeout = "10m";

    /** Its workers wait for more blocks that never come. */
    boolean openEnded;

    private int next;

    Offer(String mode, int blocks, List<String> command) {
      this.mode = mode;
      this.blocks = blocks;
      this.command = command;
    }

    Offer in(Path path) {
      directory = path.toString();
      return this;
    }
  }

  record Released(String lease, long block, boolean ok, @Nullable String error, String outcome) {}

  record Unbound(String binding, boolean clean, String reason, @Nullable Integer exitCode) {}

  /** One registered worker. */
  private static final class Worker {
    final String token;
    @Nullable String binding;
    @Nullable Offer offer;
    @Nullable String lease;
    long block;
    @Nullable String ended;
    final List<String> revoked = new ArrayList<>();

    Worker(String token) {
      this.token = token;
    }
  }

  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
  private HttpServer server;
  private final int port;
  private final Map<String, Worker> workers = new HashMap<>();
  private final Deque<Offer> offers = new ArrayDeque<>();
  private final List<Released> released = new ArrayList<>();
  private final List<Unbound> unbound = new ArrayList<>();
  private final List<JsonNode> registrations = new ArrayList<>();
  private final List<String> left = new ArrayList<>();
  private final Map<String, String> finished = new HashMap<>();
  private final Map<String, Integer> replyLost = new HashMap<>();
  private int refusals;
  private int refusalStatus;
  private int beats;
  private int numbers;
  private String heartbeatEvery = "50ms";

  FakeService() throws IOException {
    server = listen(0);
    port = server.getAddress().getPort();
  }

  private HttpServer listen(int at) throws IOException {
    HttpServer listening = HttpServer.create(new InetSocketAddress("127.0.0.1", at), 0);
    listening.setExecutor(threads);
    listening.createContext("/api/v1/workers", this::handle);
    listening.start();
    return listening;
  }

  URI uri() {
    return URI.create("http://127.0.0.1:" + port);
  }

  // What the test does to it.

  synchronized Offer offer(Offer offer) {
    offers.add(offer);
    notifyAll();
    return offer;
  }

  synchronized void heartbeatEvery(String interval) {
    heartbeatEvery = interval;
  }

  /** The task of every bound worker is over; leases in hand are revoked. */
  synchronized void endBindings(String reason) {
    workers.values().stream()
        .filter(worker -> worker.binding != null)
        .forEach(worker -> end(worker, reason));
    notifyAll();
  }

  synchronized void forgetWorkers() {
    workers.clear();
    notifyAll();
  }

  /** The next calls are answered with this status, whatever they are. */
  synchronized void refuseNext(int calls, int status) {
    refusals = calls;
    refusalStatus = status;
  }

  /** The next such calls take effect, but nobody hears the answer. */
  synchronized void loseReplies(String call, int times) {
    replyLost.put(call, times);
  }

  void goAway() {
    server.stop(0);
  }

  void comeBack() throws IOException {
    server = listen(port);
  }

  // What the test sees of it.

  synchronized List<Released> released() {
    return List.copyOf(released);
  }

  synchronized List<Unbound> unbound() {
    return List.copyOf(unbound);
  }

  synchronized List<JsonNode> registrations() {
    return List.copyOf(registrations);
  }

  synchronized List<String> left() {
    return List.copyOf(left);
  }

  synchronized int beats() {
    return beats;
  }

  synchronized boolean hasLease() {
    return workers.values().stream().anyMatch(worker -> worker.lease != null);
  }

  synchronized boolean isBound() {
    return workers.values().stream().anyMatch(worker -> worker.binding != null);
  }

  // The protocol.

  private void handle(HttpExchange exchange) throws IOException {
    String[] path = exchange.getRequestURI().getPath().split("/");
    String call = path.length < 5 ? "register" : path.length < 6 ? "leave" : path[5];
    JsonNode body = read(exchange);
    try {
      if (refuse(exchange)) {
        return;
      }
      ObjectNode reply =
          call.equals("register") ? register(body) : answer(exchange, path[4], call, body);
      if (reply == null) {
        send(exchange, 410, "{\"title\": \"Gone\", \"detail\": \"no such worker\"}");
      } else if (losesReply(call)) {
        exchange.close();
      } else {
        send(exchange, call.equals("leave") ? 204 : 200, reply.toString());
      }
    } catch (InterruptedException e) {
      exchange.close();
    }
  }

  private synchronized boolean refuse(HttpExchange exchange) throws IOException {
    if (refusals == 0) {
      return false;
    }
    refusals--;
    exchange.getResponseHeaders().add("Retry-After", "0");
    send(exchange, refusalStatus, "{\"title\": \"Not now\", \"detail\": \"the database is away\"}");
    return true;
  }

  private synchronized boolean losesReply(String call) {
    return replyLost.computeIfPresent(call, (_, times) -> times > 0 ? times - 1 : null) != null;
  }

  private synchronized ObjectNode register(JsonNode body) {
    registrations.add(body);
    String id = "w-" + ++numbers;
    workers.put(id, new Worker("secret-" + id));
    ObjectNode reply = Wire.JSON.createObjectNode();
    reply.put("id", id).put("token", "secret-" + id);
    return reply
        .put("heartbeat_every", heartbeatEvery)
        .put("lost_after", "30s")
        .put("new_field", 1);
  }

  private synchronized @Nullable ObjectNode answer(
      HttpExchange exchange, String id, String call, JsonNode body) throws InterruptedException {
    Worker worker = workers.get(id);
    if (worker == null
        || !("Bearer " + worker.token)
            .equals(exchange.getRequestHeaders().getFirst("Authorization"))) {
      return null;
    }
    ObjectNode reply = Wire.JSON.createObjectNode();
    switch (call) {
      case "acquire" -> acquire(id, worker, body, reply);
      case "release" -> release(id, worker, body, reply);
      case "unbind" -> unbind(worker, body);
      case "heartbeat" -> beat(worker, reply);
      case "leave" -> leave(id);
      default -> throw new IllegalArgumentException(call);
    }
    return workers.containsKey(id) || call.equals("leave") ? reply : null;
  }

  private void acquire(String id, Worker worker, JsonNode ask, ObjectNode reply)
      throws InterruptedException {
    long patience = java.time.Duration.parse(ask.path("wait").stringValue()).toNanos();
    long deadline = System.nanoTime() + patience;
    while (!fill(worker, reply) && workers.get(id) == worker) {
      long left = deadline - System.nanoTime();
      if (left <= 0) {
        return;
      }
      wait(Math.max(1, TimeUnit.NANOSECONDS.toMillis(left)));
    }
  }

  /** Puts the answer together; false while there is nothing to say. */
  private boolean fill(Worker worker, ObjectNode reply) {
    if (worker.ended != null) {
      reply.putObject("ended").put("binding", worker.binding).put("reason", worker.ended);
      return true;
    }
    if (worker.binding == null) {
      Offer offer = offers.peek();
      if (offer == null) {
        return false;
      }
      worker.offer = offers.remove();
      worker.binding = "b-" + ++numbers;
    }
    if (worker.lease == null && worker.offer.next < worker.offer.blocks) {
      worker.block = worker.offer.next++;
      worker.lease = "l-" + ++numbers;
    }
    if (worker.lease == null) {
      return false;
    }
    describe(worker, reply);
    return true;
  }

  private static void describe(Worker worker, ObjectNode reply) {
    Offer offer = worker.offer;
    ObjectNode binding = reply.putObject("binding");
    binding.put("id", worker.binding).put("run", "sky-1").put("task", "detect");
    binding.set("command", Wire.JSON.valueToTree(offer.command));
    binding.put("mode", offer.mode).put("blocks", offer.blocks).put("directory", offer.directory);
    binding.set("env", Wire.JSON.valueToTree(offer.env));
    binding.set("params", Wire.JSON.valueToTree(offer.params));
    ArrayNode blocks = reply.putArray("blocks");
    ObjectNode block = blocks.addObject();
    block.put("lease", worker.lease).put("run", "sky-1").put("task", "detect");
    block.put("block", worker.block).put("blocks", offer.blocks).put("attempt", 1);
    block.put("timeout", offer.timeout).set("params", Wire.JSON.valueToTree(offer.params));
  }

  private void release(String id, Worker worker, JsonNode body, ObjectNode reply)
      throws InterruptedException {
    ArrayNode results = reply.putArray("results");
    for (JsonNode result : body.path("results")) {
      String lease = result.path("lease").stringValue();
      String outcome = finished.containsKey(lease) ? "accepted" : "stale";
      if (lease.equals(worker.lease)) {
        outcome = "accepted";
        finished.put(lease, outcome);
        worker.lease = null;
        if (worker.offer.next == worker.offer.blocks && !worker.offer.openEnded) {
          worker.ended = "its task is finished";
        }
      }
      JsonNode error = result.path("error");
      released.add(
          new Released(
              lease,
              worker.block,
              result.path("ok").booleanValue(),
              error.isString() ? error.stringValue() : null,
              outcome));
      results.addObject().put("lease", lease).put("outcome", outcome);
    }
    notifyAll();
    if (body.has("acquire")) {
      acquire(id, worker, body.path("acquire"), reply);
    }
  }

  private void unbind(Worker worker, JsonNode body) {
    if (worker.binding != null) {
      JsonNode exitCode = body.path("exit_code");
      unbound.add(
          new Unbound(
              worker.binding,
              body.path("clean").booleanValue(),
              body.path("reason").stringValue(),
              exitCode.isIntegralNumber() ? exitCode.intValue() : null));
    }
    worker.binding = null;
    worker.offer = null;
    worker.lease = null;
    worker.ended = null;
    worker.revoked.clear();
    notifyAll();
  }

  private void beat(Worker worker, ObjectNode reply) {
    beats++;
    reply.set("revoked", Wire.JSON.valueToTree(worker.revoked));
    if (worker.ended != null) {
      reply.putObject("ended").put("binding", worker.binding).put("reason", worker.ended);
    }
    notifyAll();
  }

  private void leave(String id) {
    left.add(id);
    workers.remove(id);
    notifyAll();
  }

  private static void end(Worker worker, String reason) {
    worker.ended = reason;
    if (worker.lease != null) {
      worker.revoked.add(worker.lease);
      worker.lease = null;
    }
  }

  private static JsonNode read(HttpExchange exchange) throws IOException {
    byte[] body = exchange.getRequestBody().readAllBytes();
    return body.length == 0 ? Wire.JSON.createObjectNode() : Wire.JSON.readTree(body);
  }

  private static void send(HttpExchange exchange, int status, String body) {
    try (exchange) {
      byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
      exchange.sendResponseHeaders(status, status == 204 ? -1 : bytes.length);
      if (status != 204) {
        exchange.getResponseBody().write(bytes);
      }
    } catch (IOException e) {
      // the worker hung up: it had something better to do
    }
  }

  @Override
  public void close() {
    server.stop(0);
    threads.shutdownNow();
  }
}
