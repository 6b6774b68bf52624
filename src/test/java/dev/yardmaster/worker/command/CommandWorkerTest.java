package dev.yardmaster.worker.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.yardmaster.worker.command.FakeService.Offer;
import dev.yardmaster.worker.command.FakeService.Released;
import dev.yardmaster.worker.command.FakeService.Unbound;
import dev.yardmaster.worker.command.process.Processes;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** One worker, real processes, a service that is played by {@link FakeService}. */
class CommandWorkerTest {

  private static final Duration SOON = Duration.ofSeconds(30);

  private static final Timing QUICK =
      new Timing(
          Duration.ofMillis(10),
          Duration.ofMillis(100),
          Duration.ofMillis(300),
          Duration.ofSeconds(20),
          Duration.ZERO);

  /** Answers every line with ok and says to stderr what it was asked. */
  private static final String STREAM =
      """
      import json, sys
      for line in sys.stdin:
          question = json.loads(line)
          print(question["block"], question["blocks"], question["attempt"], file=sys.stderr)
          print(json.dumps({"ok": True}), flush=True)
      """;

  @TempDir Path directory;
  private FakeService service;
  private CommandWorkers workers;

  @BeforeEach
  void start() throws IOException {
    service = new FakeService();
    CommandWorkerSettings settings =
        CommandWorkerSettings.of(service.uri(), "laptop", Set.of("linux", "gpu"), 1);
    workers = new CommandWorkers(settings, WorkerListener.logging(), QUICK);
    workers.start();
  }

  @AfterEach
  void stop() {
    workers.close();
    service.close();
  }

  @Test
  void registersAsACommandWorkerWithItsTags() {
    await().atMost(SOON).until(() -> service.registrations().size() == 1);

    assertThat(service.registrations().getFirst().toString())
        .isEqualTo(
            "{\"name\":\"laptop-1\",\"host\":\"laptop\",\"tags\":[\"gpu\",\"linux\"],\"kind\":\"command\"}");
  }

  @Test
  void perBlockRunsTheCommandOncePerBlockWithItsEnvironment() throws IOException {
    Offer offer =
        sh(
            "per_block",
            2,
            "echo $YARDMASTER_RUN $YARDMASTER_TASK $YARDMASTER_BLOCK $YARDMASTER_BLOCKS"
                + " $YARDMASTER_ATTEMPT $COLOUR $YARDMASTER_PARAM_MAX_AGE \"$YARDMASTER_PARAMS\""
                + " >>out");
    offer.env.put("COLOUR", "blue");
    offer.params.put("max-age", 7);
    serve(offer);

    awaitUnbound(1);

    assertThat(Files.readString(directory.resolve("out")))
        .isEqualTo(
            """
            sky-1 detect 0 2 1 blue 7 {"max-age":7}
            sky-1 detect 1 2 1 blue 7 {"max-age":7}
            """);
    assertThat(service.released()).extracting(Released::ok).containsExactly(true, true);
    assertThat(service.unbound())
        .containsExactly(new Unbound("b-2", true, "its task is finished", null));
  }

  @Test
  void perBlockReportsTheEndOfStderrOfAFailedBlock() {
    serve(sh("per_block", 2, "echo about to fail >&2; exit $YARDMASTER_BLOCK"));

    awaitUnbound(1);

    assertThat(service.released()).extracting(Released::ok).containsExactly(true, false);
    assertThat(service.released().get(1).error()).isEqualTo("exit code 1\nabout to fail");
  }

  @Test
  void perBlockSaysWhenTheCommandOrItsDirectoryIsMissing() {
    serve(new Offer("per_block", 1, List.of("no-such-program")).in(directory));
    serve(new Offer("per_block", 1, List.of("true")).in(directory.resolve("nowhere")));

    awaitUnbound(2);

    assertThat(service.released().get(0).error())
        .contains("command not found")
        .contains("no-such-program");
    assertThat(service.released().get(1).error()).contains("nowhere is not there");
  }

  @Test
  void streamServesManyBlocksWithOneProcess() throws IOException {
    serve(
        python(
            "stream",
            20,
            "open('pids', 'a').write(f'{__import__(\"os\").getpid()}\\n')\n" + STREAM));

    awaitUnbound(1);

    assertThat(service.released()).hasSize(20).allMatch(Released::ok);
    assertThat(Processes.pidsIn(directory.resolve("pids"))).hasSize(1);
    assertThat(service.unbound())
        .containsExactly(new Unbound("b-2", true, "its task is finished", 0));
  }

  @Test
  void streamGetsTheParametersWithEveryBlock() {
    Offer offer =
        python(
            "stream",
            1,
            """
            import json, sys
            for line in sys.stdin:
                question = json.loads(line)
                print(json.dumps({"ok": False, "error": json.dumps(question, sort_keys=True)}), flush=True)
            """);
    offer.params.put("threshold", 80);
    serve(offer);

    awaitUnbound(1);

    assertThat(service.released().getFirst().error())
        .isEqualTo(
            "{\"attempt\": 1, \"block\": 0, \"blocks\": 1, \"params\": {\"threshold\": 80},"
                + " \"run\": \"sky-1\", \"task\": \"detect\"}");
  }

  @Test
  void streamGoesOnWithTheSameProcessAfterABlockFailed() {
    serve(
        python(
            "stream",
            3,
            """
            import json, sys
            for line in sys.stdin:
                block = json.loads(line)["block"]
                answer = {"ok": block != 1, "error": "too dark", "block": block}
                print(json.dumps(answer), flush=True)
            """));

    awaitUnbound(1);

    assertThat(service.released()).extracting(Released::ok).containsExactly(true, false, true);
    assertThat(service.released().get(1).error()).isEqualTo("too dark");
    assertThat(service.unbound().getFirst().clean()).isTrue();
  }

  @Test
  void aPrintToStdoutFailsTheBlockAndSaysWhereToPrint() {
    assertBroken(
        python("stream", 2, "print('loading the model', flush=True)\n" + STREAM),
        "`loading the model`",
        "print to stderr instead");
  }

  @Test
  void anAnswerForAnotherBlockIsRefused() {
    assertBroken(
        sh("stream", 2, "read question; echo '{\"ok\": true, \"block\": 1}'; sleep 1000"),
        "was asked for block 0 and answered for block 1");
  }

  @Test
  void anAnswerWithoutOkIsRefused() {
    assertBroken(
        sh("stream", 2, "read question; echo '{\"okay\": true}'; sleep 1000"),
        "has no \"ok\": true or false",
        "{\"okay\": true}");
  }

  @Test
  void anEndlessLineIsRefused() {
    assertBroken(
        sh("stream", 2, "read question; tr '\\0' 'x' </dev/zero"),
        "a line of more than 1048576 bytes");
  }

  @Test
  void aClosedStdoutIsRefused() {
    assertBroken(
        sh("stream", 2, "read question; echo closing >&2; exec >&-; sleep 1000"),
        "closed its stdout instead of answering",
        "stderr ends with:\nclosing");
  }

  @Test
  void silenceBeyondTheTimeoutIsAnError() {
    Offer offer = sh("stream", 2, "sleep 1000");
    offer.timeout = "100ms";

    assertBroken(offer, "no answer within the block's timeout of PT0.1S");
  }

  @Test
  void aStreamThatDiesInABlockUnbindsWithItsLastWords() {
    serve(sh("stream", 2, "read question; echo out of luck >&2; exit 5"));

    awaitUnbound(1);

    assertThat(service.released()).isEmpty();
    Unbound unbound = service.unbound().getFirst();
    assertThat(unbound.clean()).isFalse();
    assertThat(unbound.exitCode()).isEqualTo(5);
    assertThat(unbound.reason())
        .isEqualTo("the process ended with block 0 in its hands: exit code 5\nout of luck");
  }

  @Test
  void aStreamThatDiesWhileIdleUnbindsAtOnce() throws IOException {
    Offer offer =
        sh(
            "stream",
            1,
            "read question; echo '{\"ok\": true}'; while ! test -e die; do sleep 0.05; done; exit"
                + " 6");
    offerWithoutEnd(offer);
    await().atMost(SOON).until(() -> service.released().size() == 1);

    Files.createFile(directory.resolve("die"));

    awaitUnbound(1);
    assertThat(service.unbound().getFirst().clean()).isFalse();
    assertThat(service.unbound().getFirst().exitCode()).isEqualTo(6);
    assertThat(service.unbound().getFirst().reason()).contains("while it waited for a block");
  }

  @Test
  void aStreamThatEndsWithoutErrorUnbindsClean() {
    serve(sh("stream", 2, "read question; exit 0"));

    awaitUnbound(1);

    assertThat(service.unbound().getFirst().clean()).isTrue();
    assertThat(service.unbound().getFirst().exitCode()).isEqualTo(0);
  }

  @Test
  void aStreamIsToldByTheEndOfItsStdinThatNothingIsLeft() {
    serve(
        sh(
            "stream",
            1,
            "while read question; do echo '{\"ok\": true}'; done; echo saved >saved; exit 0"));

    awaitUnbound(1);

    assertThat(directory.resolve("saved")).exists();
  }

  @Test
  void anEndWithAnErrorAfterTheLastBlockIsNotClean() {
    serve(sh("stream", 1, "read question; echo '{\"ok\": true}'; read more; exit 9"));

    awaitUnbound(1);

    assertThat(service.unbound().getFirst().clean()).isFalse();
    assertThat(service.unbound().getFirst().exitCode()).isEqualTo(9);
  }

  @Test
  void aClientSpeaksTheProtocolItself() {
    serve(
        python(
            "client",
            2,
            """
            import json, os, urllib.request
            base = os.environ["YARDMASTER_URL"] + "/api/v1/workers/" + os.environ["YARDMASTER_WORKER"]
            def call(name, body):
                request = urllib.request.Request(base + "/" + name, json.dumps(body).encode(), {
                    "Authorization": "Bearer " + os.environ["YARDMASTER_TOKEN"],
                    "Content-Type": "application/json"})
                return json.load(urllib.request.urlopen(request))
            work = call("acquire", {"max_blocks": 1, "wait": "PT20S"})
            while "ended" not in work:
                results = [{"lease": block["lease"], "ok": True} for block in work["blocks"]]
                work = call("release", {"results": results, "acquire": {"max_blocks": 1, "wait": "PT20S"}})
            """));

    awaitUnbound(1);

    assertThat(service.released()).hasSize(2).allMatch(Released::ok);
    assertThat(service.registrations()).hasSize(1);
    assertThat(service.unbound().getFirst().clean()).isTrue();
    assertThat(service.unbound().getFirst().exitCode()).isEqualTo(0);
  }

  @Test
  void aClientThatCannotBeStartedSaysWhy() {
    serve(new Offer("client", 1, List.of("true")).in(directory.resolve("nowhere")));

    awaitUnbound(1);

    assertThat(service.unbound().getFirst().clean()).isFalse();
    assertThat(service.unbound().getFirst().reason()).contains("nowhere is not there");
  }

  @Test
  void aRevokedLeaseKillsAClientsProcess() {
    serve(sh("client", 1, "sh -c 'sleep 1000' & echo $$ $! >pids; wait"));

    assertKilledWhenRevoked();
  }

  @Test
  void aRevokedLeaseKillsThePerBlockProcessTree() {
    serve(sh("per_block", 1, "sh -c 'sleep 1000' & echo $$ $! >pids; wait"));

    assertKilledWhenRevoked();
  }

  @Test
  void aRevokedLeaseKillsTheStreamProcessTree() {
    serve(sh("stream", 1, "sh -c 'sleep 1000' & echo $$ $! >pids; wait"));

    assertKilledWhenRevoked();
  }

  @Test
  void theWorkerTakesTheNextTaskAfterAnyEnd() {
    serve(sh("stream", 1, "exit 1"));
    serve(sh("per_block", 1, "exit 1"));
    serve(sh("unheard_of", 1, "exit 1"));
    serve(python("stream", 1, STREAM));

    awaitUnbound(4);

    assertThat(service.unbound())
        .extracting(Unbound::clean)
        .containsExactly(false, true, false, true);
    assertThat(service.unbound().get(2).reason()).contains("does not know the mode \"unheard_of\"");
    assertThat(service.registrations()).hasSize(1);
  }

  private void assertKilledWhenRevoked() {
    Path pids = directory.resolve("pids");
    await().atMost(SOON).until(() -> Processes.pidsIn(pids).size() == 2);

    service.endBindings("cancelled");

    awaitUnbound(1);
    assertThat(Processes.pidsIn(pids)).noneMatch(Processes::runs);
    assertThat(service.released()).isEmpty();
    assertThat(service.unbound().getFirst().reason()).startsWith("cancelled");
  }

  /** The block fails with this error, and the binding ends dirty with the same. */
  private void assertBroken(Offer offer, String... error) {
    serve(offer);

    awaitUnbound(1);

    assertThat(service.released()).hasSize(1).noneMatch(Released::ok);
    assertThat(service.released().getFirst().error()).contains(error);
    assertThat(service.unbound().getFirst().clean()).isFalse();
    assertThat(service.unbound().getFirst().reason()).contains(error);
  }

  private void awaitUnbound(int times) {
    await().atMost(SOON).until(() -> service.unbound().size() == times);
  }

  private void serve(Offer offer) {
    service.offer(offer);
  }

  private void offerWithoutEnd(Offer offer) {
    offer.openEnded = true;
    service.offer(offer);
  }

  private Offer sh(String mode, int blocks, String script) {
    return new Offer(mode, blocks, List.of("sh", "-c", script)).in(directory);
  }

  private Offer python(String mode, int blocks, String script) {
    return new Offer(mode, blocks, List.of("python3", "-c", script)).in(directory);
  }
}
