package dev.yardmaster.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.RegisterExtension;
import tools.jackson.databind.JsonNode;

/** Who watches a real service over a real WebSocket. */
@ExtendWith(SharedService.class)
class LiveIT {

  private static final int SOCKET_TIMEOUT_MILLIS = 60_000;

  /** A few failures among many blocks, and a task behind them. */
  private static final String WATCHED =
      """
      name: watched
      tasks:
        - id: first
          blocks: 120
          max_workers: 3
          max_retries: 0
          mode: stream
          command: [python3, first.py]
        - id: second
          blocks: 120
          mode: stream
          after: [{task: first, blocks: matching}]
          command: [python3, second.py]
      """;

  private static final String FIRST =
      """
      import json, sys, time
      for line in sys.stdin:
          time.sleep(0.01)
          ok = json.loads(line)["block"] % 40 != 7
          print(json.dumps({"ok": ok, "error": "unlucky seven"}), flush=True)
      """;

  private static final String SECOND =
      """
      import sys
      for line in sys.stdin:
          print('{"ok": true}', flush=True)
      """;

  @RegisterExtension private final Workshop workshop = new Workshop();

  private static List<JsonNode> list(JsonNode array) {
    List<JsonNode> all = new ArrayList<>();
    array.forEach(all::add);
    return all;
  }

  private static List<JsonNode> trail(Service service, String run) {
    return list(service.api().get("/api/v1/runs/" + run + "/events?limit=500").ok().path("events"));
  }

  private static JsonNode task(Watcher watcher, String run, String id) {
    return Objects.requireNonNull(watcher.task(run, id), id);
  }

  @Test
  void snapshotAndStreamTogetherAreWhatTheRunIsInTheEnd(Service service) {
    workshop.write("first.py", FIRST);
    workshop.write("second.py", SECOND);
    String run = service.api().submit(WATCHED, workshop.directory());
    try (Watcher watcher = Watcher.connect(service).subscribe(run);
        Watcher ofAll = Watcher.connect(service).subscribe("*")) {
      await().atMost(Program.PATIENCE).until(() -> watcher.wasTold("run_failed"));
      RunPicture end = service.api().ended(run);

      for (String id : List.of("first", "second")) {
        await(id + " is shown as it is")
            .atMost(Program.PATIENCE)
            .untilAsserted(
                () -> {
                  JsonNode counters = task(watcher, run, id).path("counters");
                  for (String name : List.of("completed", "failed", "orphaned", "ready")) {
                    assertThat(counters.path(name).asLong()).isEqualTo(end.task(id).counter(name));
                  }
                });
      }
      assertThat(task(watcher, run, "first").path("state").asString()).isEqualTo("done");
      assertEventsAreTheEndOfTheTrail(watcher, trail(service, run));
      assertThat(seqs(watcher)).isSorted().doesNotHaveDuplicates();
      await().atMost(Program.PATIENCE).until(() -> sum(ofAll, run) == 240);
    }
  }

  /** Completed, failed and orphaned blocks, as the last sum has it. */
  private static long sum(Watcher watcher, String run) {
    long settled = 0;
    for (JsonNode message : watcher.messages("counters")) {
      for (JsonNode sum : message.path("runs")) {
        if (sum.path("run").asString().equals(run)) {
          JsonNode counters = sum.path("counters");
          settled =
              counters.path("completed").asLong()
                  + counters.path("failed").asLong()
                  + counters.path("orphaned").asLong();
        }
      }
    }
    return settled;
  }

  private static List<Long> seqs(Watcher watcher) {
    return watcher.messages().stream().map(message -> message.path("seq").asLong()).toList();
  }

  private static void assertEventsAreTheEndOfTheTrail(Watcher watcher, List<JsonNode> trail) {
    List<String> told =
        watcher.messages("event").stream()
            .map(event -> event.path("audit_seq").asLong() + " " + event.path("message").asString())
            .toList();
    List<String> written =
        trail.stream()
            .map(event -> event.path("seq").asLong() + " " + event.path("message").asString())
            .toList();
    assertThat(told).hasSizeGreaterThan(3);
    assertThat(written.subList(written.size() - told.size(), written.size())).isEqualTo(told);
  }

  @Test
  void picturesOfARunAreThereAfterItsEnd(Service service) {
    workshop.write("first.py", FIRST);
    workshop.write("second.py", SECOND);
    String run = service.api().submit(WATCHED, workshop.directory());
    service.api().ended(run);
    String path = "/api/v1/runs/" + run;

    await("the last point")
        .atMost(Program.PATIENCE)
        .untilAsserted(
            () -> {
              List<JsonNode> points =
                  list(service.api().get(path + "/history").ok().path("points"));
              assertThat(points).isNotEmpty();
              assertThat(points.getLast().path("completed").asLong()).isEqualTo(117 + 117);
              assertThat(points.getLast().path("failed").asLong()).isEqualTo(3);
              assertThat(points.getLast().path("orphaned").asLong()).isEqualTo(3);
            });
    JsonNode timeline = service.api().get(path + "/timeline").ok();
    long blocks = 0;
    for (JsonNode row : timeline.path("rows")) {
      for (JsonNode bar : row.path("bars")) {
        blocks += bar.path("blocks").asLong();
      }
    }
    assertThat(blocks).as("120 of first and 117 of second").isEqualTo(237);
    JsonNode failures = service.api().get(path + "/failures").ok().path("groups").get(0);
    assertThat(failures.path("error").asString()).isEqualTo("unlucky seven");
    assertThat(list(failures.path("blocks")).stream().map(JsonNode::asLong))
        .containsExactly(7L, 47L, 87L);
    JsonNode map = service.api().get(path + "/tasks/second/map?tiles=1").ok();
    assertThat(map.path("tiles").toString()).isEqualTo("[[0,0,117,0,3,0,0]]");
  }

  @Test
  void whoDoesNotSpeakTheProtocolIsToldSoAndSentAway(Service service) {
    try (Watcher watcher = Watcher.connect(service).say("{\"subscribe\": 7}")) {
      await().atMost(Program.PATIENCE).until(watcher::isOver);

      assertThat(watcher.messages("error").getFirst().path("code").asString())
          .isEqualTo("bad_request");
      assertThat(watcher.code()).isEqualTo(1008);
    }
  }

  @Test
  void aRunThatIsNotThereIsNamedAndTheConnectionStays(Service service) {
    try (Watcher watcher = Watcher.connect(service).subscribe("nobody-1")) {
      await().atMost(Program.PATIENCE).until(() -> !watcher.messages("error").isEmpty());

      assertThat(watcher.messages("error").getFirst().path("code").asString())
          .isEqualTo("unknown_run");
      watcher.subscribe("*");
      await().atMost(Program.PATIENCE).until(() -> watcher.messages("snapshot").size() == 2);
    }
  }

  @Test
  void pagesOfOthersCannotListen(Service service) throws IOException {
    String host = service.uri().getAuthority();
    assertThat(shakeHands(service, host, "Origin: http://evil.example\r\n")).contains(" 403");
    assertThat(shakeHands(service, "rebound.example", "")).contains(" 403");
    assertThat(shakeHands(service, host, "Origin: http://" + host + "\r\n")).contains(" 101");
    assertThat(shakeHands(service, host, "")).contains(" 101");
  }

  private static String shakeHands(Service service, String host, String more) throws IOException {
    try (Socket socket = open(service)) {
      return shakeHands(socket, host, more);
    }
  }

  private static Socket open(Service service) throws IOException {
    Socket socket = new Socket();
    socket.setReceiveBufferSize(4_096);
    socket.setSoTimeout(SOCKET_TIMEOUT_MILLIS);
    socket.connect(new InetSocketAddress("127.0.0.1", service.uri().getPort()));
    return socket;
  }

  /** The first line of the answer. */
  private static String shakeHands(Socket socket, String host, String more) throws IOException {
    String request =
        "GET /api/v1/live HTTP/1.1\r\nHost: "
            + host
            + "\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
            + "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"
            + more
            + "\r\n";
    socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
    StringBuilder head = new StringBuilder();
    InputStream in = socket.getInputStream();
    while (head.indexOf("\r\n\r\n") < 0) {
      int next = in.read();
      if (next < 0) {
        break;
      }
      head.append((char) next);
    }
    return head.substring(0, Math.max(0, head.indexOf("\r\n")));
  }

  /** As a client does it: masked, here with zeros. */
  private static void subscribeToAll(Socket socket) throws IOException {
    byte[] text = "{\"subscribe\": [\"*\"]}".getBytes(StandardCharsets.US_ASCII);
    byte[] frame = new byte[6 + text.length];
    frame[0] = (byte) 0x81;
    frame[1] = (byte) (0x80 | text.length);
    System.arraycopy(text, 0, frame, 6, text.length);
    socket.getOutputStream().write(frame);
  }

  /**
   * Two thousand failures with an error of four thousand characters: some eight megabytes. One
   * client takes nothing of it, as if it were suspended.
   */
  @Test
  void aSuspendedClientIsLetGoAndNobodyElseNotices(Service service) throws IOException {
    int blocks = 2_000;
    try (Socket suspended = open(service);
        Watcher watcher = Watcher.connect(service).subscribe("*")) {
      shakeHands(suspended, service.uri().getAuthority(), "");
      subscribeToAll(suspended);
      await().atMost(Program.PATIENCE).until(() -> !watcher.messages("snapshot").isEmpty());
      String run =
          service
              .api()
              .submit(
                  "{name: noisy, tasks: [{id: t, blocks: %d, max_retries: 0, tags: [noisy]}]}"
                      .formatted(blocks));
      failAll(service, run, "x".repeat(4_000));

      await()
          .atMost(Program.PATIENCE)
          .until(() -> told(watcher, run, "block_failed").size() == blocks);
      assertThat(told(watcher, run, "block_failed")).isSorted();
      assertThat(watcher.isOver()).isFalse();
      // Its buffers are emptied only now: what is in them ends long before the last event.
      long bytes = suspended.getInputStream().transferTo(OutputStream.nullOutputStream());
      assertThat(bytes).isLessThan(blocks * 4_000L);
    }
  }

  private static List<Long> told(Watcher watcher, String run, String kind) {
    return watcher.messages("event").stream()
        .filter(event -> event.path("run").asString().equals(run))
        .filter(event -> event.path("kind").asString().equals(kind))
        .map(event -> event.path("audit_seq").asLong())
        .toList();
  }

  private static void failAll(Service service, String run, String error) throws IOException {
    Api api = service.api();
    Map<String, Object> ask = Map.of("max_blocks", 50, "wait", "1s");
    JsonNode registered =
        api.post(
                "/api/v1/workers",
                Map.of("name", "noisy", "host", "noisy", "tags", List.of("noisy"), "run", run))
            .ok();
    String path = "/api/v1/workers/" + registered.path("id").asString();
    String token = registered.path("token").asString();
    JsonNode work = api.post(path + "/acquire", token, ask).ok();
    while (!work.path("blocks").isEmpty()) {
      List<Map<String, Object>> results = new ArrayList<>();
      for (JsonNode block : work.path("blocks")) {
        results.add(Map.of("lease", block.path("lease").asString(), "ok", false, "error", error));
      }
      work = api.post(path + "/release", token, Map.of("results", results, "acquire", ask)).ok();
    }
  }

  @Test
  void afterARestartOneSubscribesAgainAndCurvesGoOn() {
    workshop.write("first.py", FIRST.replace("0.01", "0.1"));
    workshop.write("second.py", SECOND);
    Service service =
        Service.start(workshop, workshop.directory(), "--yardmaster.workers.embedded.count=1");
    String run = service.api().submit(WATCHED, workshop.directory());
    try (Watcher before = Watcher.connect(service).subscribe(run)) {
      await()
          .atMost(Program.PATIENCE)
          .until(() -> points(service, run).size() >= 3 && !before.messages("snapshot").isEmpty());
      service.program().terminate();
      service.program().awaitExit();
      await().atMost(Program.PATIENCE).until(before::isOver);
      assertThat(before.code()).as("going away").isEqualTo(1001);
    }

    service.startAgain();

    try (Watcher after = Watcher.connect(service).subscribe(run)) {
      await().atMost(Program.PATIENCE).until(() -> after.wasTold("run_failed"));
      RunPicture end = service.api().ended(run);
      await()
          .atMost(Program.PATIENCE)
          .until(
              () ->
                  task(after, run, "first").path("counters").path("completed").asLong()
                      == end.task("first").counter("completed"));
      assertEventsAreTheEndOfTheTrail(after, trail(service, run));
    }
    List<JsonNode> points = points(service, run);
    assertThat(points.getFirst().path("completed").asLong()).as("from before").isLessThan(20);
  }

  private static List<JsonNode> points(Service service, String run) {
    return list(service.api().get("/api/v1/runs/" + run + "/history").ok().path("points"));
  }
}
