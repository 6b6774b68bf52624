package dev.yardmaster.e2e;

import static org.awaitility.Awaitility.await;

import dev.yardmaster.e2e.Ledger.Block;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * A client worker that does its blocks in no time, and knows by heart what it was told. A call that
 * got no answer it repeats as it was, until it gets one; its registration it never repeats.
 */
final class LoadWorker implements Runnable {

  private static final int MOST_BLOCKS = 8;
  private static final int UNAVAILABLE = 503;
  private static final Duration BETWEEN_TRIES = Duration.ofMillis(100);

  private final Api api;
  private final Ledger ledger;
  private final Random random;
  private final String path;
  private final String token;
  private volatile boolean enough;

  /**
   * Registers.
   *
   * @param run the only one that it works for
   * @param tag what it offers, so that nobody else does what is meant for it
   * @param random how many blocks it takes at a time
   */
  LoadWorker(Api api, String name, String run, String tag, Ledger ledger, Random random) {
    this.api = api;
    this.ledger = ledger;
    this.random = random;
    JsonNode registered =
        api.post(
                "/api/v1/workers",
                Map.of("name", name, "host", "load", "tags", List.of(tag), "run", run))
            .ok();
    path = "/api/v1/workers/" + registered.path("id").asString();
    token = registered.path("token").asString();
  }

  /** Leaves after the call that it is in. */
  void stop() {
    enough = true;
  }

  @Override
  public void run() {
    try {
      JsonNode answer = call("acquire", ask());
      while (!enough) {
        answer = next(answer);
      }
    } catch (RuntimeException | AssertionError unexpected) {
      ledger.violation(path + " cannot go on: " + unexpected);
    }
  }

  private JsonNode next(JsonNode answer) {
    if (answer.has("ended")) {
      call("unbind", Map.of("clean", true));
    } else if (!answer.path("blocks").isEmpty()) {
      return release(answer.path("blocks"));
    }
    return call("acquire", ask());
  }

  private JsonNode release(JsonNode blocks) {
    Map<String, Block> held = new HashMap<>();
    List<Map<String, Object>> results = new ArrayList<>();
    for (JsonNode block : blocks) {
      String lease = block.path("lease").asString();
      Block done = new Block(block.path("task").asString(), block.path("block").asLong());
      ledger.handedOut(done, lease);
      held.put(lease, done);
      results.add(Map.of("lease", lease, "ok", true));
    }
    JsonNode answer = call("release", Map.of("results", results, "acquire", ask()));
    for (JsonNode result : answer.path("results")) {
      String lease = result.path("lease").asString();
      Block block = Objects.requireNonNull(held.get(lease), lease);
      if (result.path("outcome").asString().equals("accepted")) {
        ledger.accepted(block, lease);
      } else {
        ledger.violation(block + " was in the hands of " + path + ", but: " + result);
      }
    }
    return answer;
  }

  private Map<String, Object> ask() {
    return Map.of("max_blocks", 1 + random.nextInt(MOST_BLOCKS), "wait", "2s");
  }

  private JsonNode call(String what, Object body) {
    JsonNode answer = attempt(what, body);
    return answer != null
        ? answer
        : await("an answer to " + what)
            .atMost(Program.PATIENCE)
            .pollInterval(BETWEEN_TRIES)
            .until(() -> attempt(what, body), Objects::nonNull);
  }

  /** Null where the service is away. */
  private @Nullable JsonNode attempt(String what, Object body) {
    try {
      Api.Answer answer = api.post(path + "/" + what, token, body);
      return answer.status() == UNAVAILABLE ? null : answer.ok();
    } catch (IOException away) {
      return null;
    }
  }
}
