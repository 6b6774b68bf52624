package dev.yardmaster.e2e;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.WebSocket;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Somebody who watches over a WebSocket, and keeps all that it is told. */
final class Watcher implements WebSocket.Listener, AutoCloseable {

  private static final JsonMapper JSON = new JsonMapper();

  private final List<JsonNode> messages = new CopyOnWriteArrayList<>();
  private final StringBuilder part = new StringBuilder();
  private final WebSocket socket;
  private volatile boolean over;
  private volatile int code;

  private Watcher(URI service) {
    URI live = URI.create("ws://" + service.getAuthority() + "/api/v1/live");
    socket = HttpClient.newHttpClient().newWebSocketBuilder().buildAsync(live, this).join();
  }

  static Watcher connect(Service service) {
    return new Watcher(service.uri());
  }

  Watcher subscribe(String... names) {
    String quoted = String.join("\", \"", names);
    return say("{\"subscribe\": [\"" + quoted + "\"]}");
  }

  Watcher say(String text) {
    socket.sendText(text, true).join();
    return this;
  }

  List<JsonNode> messages() {
    return List.copyOf(messages);
  }

  List<JsonNode> messages(String type) {
    return messages().stream()
        .filter(message -> message.path("type").asString().equals(type))
        .toList();
  }

  boolean wasTold(String kind) {
    return messages("event").stream().anyMatch(event -> event.path("kind").asString().equals(kind));
  }

  /** A task of a run as the snapshot and all counters since then have it. */
  @Nullable JsonNode task(String run, String id) {
    JsonNode latest = null;
    for (JsonNode message : messages()) {
      List<JsonNode> tasks = new ArrayList<>();
      for (JsonNode detail : message.path("run_details")) {
        if (detail.path("id").asString().equals(run)) {
          detail.path("tasks").forEach(tasks::add);
        }
      }
      if (message.path("run").asString().equals(run)) {
        message.path("tasks").forEach(tasks::add);
      }
      for (JsonNode task : tasks) {
        if (task.path("id").asString().equals(id)) {
          latest = task;
        }
      }
    }
    return latest;
  }

  /** Whether the connection has ended. */
  boolean isOver() {
    return over;
  }

  /** With which code it was closed; 0 where it was not. */
  int code() {
    return code;
  }

  @Override
  public @Nullable CompletionStage<?> onText(WebSocket from, CharSequence data, boolean last) {
    part.append(data);
    if (last) {
      JsonNode said = JSON.readTree(part.toString());
      if (said.isArray()) {
        said.forEach(messages::add);
      } else {
        messages.add(said);
      }
      part.setLength(0);
    }
    from.request(1);
    return null;
  }

  @Override
  public @Nullable CompletionStage<?> onClose(WebSocket from, int status, String reason) {
    code = status;
    over = true;
    return null;
  }

  @Override
  public void onError(WebSocket from, Throwable failure) {
    over = true;
  }

  @Override
  public void close() {
    socket.abort();
  }
}
