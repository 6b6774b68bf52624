package dev.yardmaster.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import dev.yardmaster.e2e.Ledger.Block;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import tools.jackson.databind.JsonNode;

/**
 * A client worker that notes what it is told. A call that got no answer it repeats as it was, until
 * it gets one. Whether a block goes well, params of its run say:
 *
 * <ul>
 *   <li>{@code pause_ms}: so long the blocks of one call take at most
 *   <li>{@code fails_once_every}: the first attempt at each block with a number divisible by it
 *   <li>{@code fails_for_good_every}: every attempt at each such block
 * </ul>
 */
final class LoadWorker implements Runnable {

  private static final int MOST_BLOCKS = 8;

  private final Api api;
  private final LedgerFile ledger;
  private final Random random;
  private final String name;
  private final Map<String, Object> registration;
  private final CountDownLatch enough = new CountDownLatch(1);
  private String path = "";
  private String token = "";

  /**
   * @param tag what it offers, so that nobody else does what is meant for it
   * @param random how many blocks it takes at a time, and for how long
   */
  LoadWorker(Api api, String name, String tag, LedgerFile ledger, Random random) {
    this.api = api;
    this.name = name;
    this.ledger = ledger;
    this.random = random;
    this.registration = Map.of("name", name, "host", "load", "tags", List.of(tag));
  }

  /** Leaves after the call that it is in. */
  void stop() {
    enough.countDown();
  }

  @Override
  public void run() {
    try {
      JsonNode registered = Api.insist(() -> api.post("/api/v1/workers", registration)).ok();
      path = "/api/v1/workers/" + registered.path("id").asString();
      token = registered.path("token").asString();
      JsonNode answer = call("acquire", ask());
      while (enough.getCount() > 0) {
        answer = next(answer);
      }
    } catch (RuntimeException | AssertionError | InterruptedException unexpected) {
      ledger.violation(name + " (" + path + ") cannot go on: " + unexpected);
    }
  }

  private JsonNode next(JsonNode answer) throws InterruptedException {
    if (answer.has("ended")) {
      call("unbind", Map.of("clean", true));
    } else if (!answer.path("blocks").isEmpty()) {
      return release(answer.path("blocks"));
    }
    return call("acquire", ask());
  }

  private JsonNode release(JsonNode blocks) throws InterruptedException {
    Map<String, JsonNode> held = new HashMap<>();
    List<Map<String, Object>> results = new ArrayList<>();
    for (JsonNode block : blocks) {
      String lease = block.path("lease").asString();
      held.put(lease, block);
      results.add(
          goesWell(block)
              ? Map.of("lease", lease, "ok", true)
              : Map.of("lease", lease, "ok", false, "error", "it is one of those that fail"));
    }
    int pause = blocks.path(0).path("params").path("pause_ms").asInt(0);
    enough.await(random.nextInt(pause + 1), TimeUnit.MILLISECONDS);
    JsonNode answer = call("release", Map.of("results", results, "acquire", ask()));
    assertThat(answer.path("results")).hasSize(results.size());
    for (JsonNode result : answer.path("results")) {
      String lease = result.path("lease").asString();
      note(Objects.requireNonNull(held.get(lease), lease), result.path("outcome").asString());
    }
    return answer;
  }

  private static boolean goesWell(JsonNode block) {
    JsonNode params = block.path("params");
    return !divides(params.path("fails_for_good_every"), block)
        && !(divides(params.path("fails_once_every"), block) && block.path("attempt").asInt() == 1);
  }

  private static boolean divides(JsonNode every, JsonNode block) {
    return every.isIntegralNumber() && block.path("block").asLong() % every.asLong() == 0;
  }

  private void note(JsonNode block, String outcome) {
    Block which =
        new Block(
            block.path("run").asString() + "/" + block.path("task").asString(),
            block.path("block").asLong());
    String lease = block.path("lease").asString();
    switch (outcome) {
      case "accepted" ->
          ledger.accepted(which, block.path("attempt").asInt(), lease, goesWell(block));
      case "task_finished" -> ledger.late(which);
      default ->
          ledger.violation(
              which + " was in the hands of " + name + " as " + lease + ": " + outcome);
    }
  }

  private Map<String, Object> ask() {
    return Map.of("max_blocks", 1 + random.nextInt(MOST_BLOCKS), "wait", "2s");
  }

  private JsonNode call(String what, Object body) {
    return Api.insist(() -> api.post(path + "/" + what, token, body)).ok();
  }
}
