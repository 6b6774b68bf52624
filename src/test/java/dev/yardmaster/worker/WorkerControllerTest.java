package dev.yardmaster.worker;

import static org.assertj.core.api.Assertions.assertThat;

import dev.yardmaster.config.HttpTest;
import dev.yardmaster.pipeline.WorkerKind;
import dev.yardmaster.scheduler.BindingId;
import dev.yardmaster.scheduler.LeaseId;
import dev.yardmaster.scheduler.RunId;
import dev.yardmaster.scheduler.WorkerId;
import dev.yardmaster.scheduler.command.Command;
import dev.yardmaster.scheduler.command.Command.BlockResult;
import dev.yardmaster.scheduler.command.Outcome;
import dev.yardmaster.scheduler.command.Outcome.Acceptance;
import dev.yardmaster.scheduler.command.Outcome.LeaseOutcome;
import dev.yardmaster.scheduler.command.Outcome.LeasedBlock;
import dev.yardmaster.testing.FakeService;
import dev.yardmaster.testing.Samples;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.test.web.servlet.assertj.MockMvcTester;
import org.springframework.test.web.servlet.assertj.MvcTestResult;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

@HttpTest
class WorkerControllerTest {

  private static final WorkerId WORKER = new WorkerId(7);
  private static final String DETECT_BINDING =
      """
      "binding": {
        "id": "b-3", "run": "deepfield-12", "task": "detect",
        "command": ["python3", "detect.py"], "mode": "stream", "env": {"OMP_NUM_THREADS": "1"},
        "params": {"threshold": 80}, "directory": "/data/sky", "blocks": 64
      }
      """;
  private static final String BLOCK_5 =
      """
      {
        "lease": "l-40", "run": "deepfield-12", "task": "detect", "block": 5, "blocks": 64,
        "attempt": 1, "timeout": "10m", "params": {"threshold": 80}
      }
      """;

  @Autowired private MockMvcTester mvc;
  @Autowired private FakeService service;

  @BeforeEach
  void nobodyThere() {
    service.reset();
  }

  private MvcTestResult register(String body) {
    return mvc.post()
        .uri("/api/v1/workers")
        .contentType("application/json")
        .content(body)
        .exchange();
  }

  private MvcTestResult call(String action, String body) {
    return mvc.post()
        .uri("/api/v1/workers/w-7/" + action)
        .header("Authorization", "Bearer s3cret")
        .contentType("application/json")
        .content(body)
        .exchange();
  }

  private static String digest(String token) throws Exception {
    byte[] sha =
        MessageDigest.getInstance("SHA-256").digest(token.getBytes(StandardCharsets.UTF_8));
    return Base64.getUrlEncoder().withoutPadding().encodeToString(sha);
  }

  @Test
  void aRegisteredWorkerGetsAnIdATokenAndTheRhythmOfItsHeart() throws Exception {
    service.engine().answers(new Outcome.Registered(WORKER));

    MvcTestResult result =
        register(
            """
            {"name": "ada", "host": "gpu-1", "tags": ["linux", "gpu"], "kind": "command",
             "run": "deepfield-12", "task": "detect"}
            """);

    assertThat(result).hasStatus(201);
    JsonNode reply = JsonMapper.shared().readTree(result.getResponse().getContentAsString());
    assertThat(reply.get("id").stringValue()).isEqualTo("w-7");
    assertThat(reply.get("lost_after").stringValue()).isEqualTo("30s");
    assertThat(reply.get("heartbeat_every").stringValue()).isEqualTo("10s");
    String token = reply.get("token").stringValue();
    assertThat(Base64.getUrlDecoder().decode(token)).hasSize(32);
    assertThat(service.engine().command())
        .isEqualTo(
            new Command.RegisterWorker(
                "ada",
                "gpu-1",
                WorkerKind.COMMAND,
                new java.util.TreeSet<>(List.of("gpu", "linux")),
                new RunId("deepfield-12"),
                "detect",
                null,
                digest(token)));
  }

  @Test
  void aWorkerThatSaysLittleBringsItsOwnCodeAndTakesAnyRun() {
    service.engine().answers(new Outcome.Registered(WORKER));

    assertThat(register("{\"name\": \"ada\", \"host\": \"gpu-1\"}")).hasStatus(201);
    Command.RegisterWorker command = (Command.RegisterWorker) service.engine().command();
    assertThat(command.kind()).isEqualTo(WorkerKind.CLIENT);
    assertThat(command.tags()).isEmpty();
    assertThat(command.run()).isNull();
  }

  @Test
  void everythingWrongWithARegistrationIsSaidAtOnce() {
    assertThat(
            register(
                "{\"name\": \"\", \"host\": \"a\\u0000b\", \"tags\": [\"\"], \"task\": \"x\"}"))
        .hasStatus(422)
        .hasContentType("application/problem+json")
        .bodyJson()
        .extractingPath("$.problems[*].pointer")
        .asArray()
        .containsExactly("/name", "/host", "/tags/0", "/run");
    assertThat(service.engine().commands()).isEmpty();
  }

  @Test
  void labelsAreBounded() {
    service.engine().answers(new Outcome.Registered(WORKER));
    String manyTags =
        IntStream.range(0, 65).mapToObj(i -> "\"t" + i + "\"").collect(Collectors.joining(","));

    assertThat(register("{\"name\": \"%s\", \"host\": \"h\"}".formatted("n".repeat(100))))
        .hasStatus(201);
    assertThat(register("{\"name\": \"%s\", \"host\": \"h\"}".formatted("n".repeat(101))))
        .hasStatus(422);
    assertThat(register("{\"name\": \"n\", \"host\": \"%s\"}".formatted("h".repeat(254))))
        .hasStatus(422);
    assertThat(register("{\"name\": \"n\", \"host\": \"h\", \"tags\": [%s]}".formatted(manyTags)))
        .hasStatus(422);
    assertThat(
            register(
                "{\"name\": \"n\", \"host\": \"h\", \"tags\": [\"%s\"]}".formatted("t".repeat(64))))
        .hasStatus(422);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{'name': 'a', 'host': 'h', 'colour': 1}  | 422 | invalid_body   | /colour",
        "{'name': 7, 'host': 'h'}                 | 422 | invalid_body   | /name",
        "{'name': 'a', 'host': 'h', 'kind': 'x'}  | 422 | invalid_body   | /kind",
        "{'name': 'a', 'host': 'h', 'kind': 0}    | 422 | invalid_body   | /kind",
        "{'name': 'a', 'host': 'h', 'tags': 'x'}  | 422 | invalid_body   | /tags",
        "{'name': 'a', 'host': 'h', 'tags': [{}]} | 422 | invalid_body   | /tags/0",
        "[]                                       | 422 | invalid_body   | ",
        "{'name': 'a',                            | 400 | malformed_body | ",
        "{'name': 'a', 'name': 'b', 'host': 'h'}  | 400 | malformed_body | ",
        "{'name': 'a', 'host': 'h'} x             | 400 | malformed_body | ",
        "nonsense                                 | 400 | malformed_body | ",
        "null                                     | 400 | malformed_body | "
      })
  void aBodyThatCannotBeReadIsToldWhere(String body, int status, String code, String pointer) {
    MvcTestResult result = register(body.replace('\'', '"'));

    assertThat(result)
        .hasStatus(status)
        .hasContentType("application/problem+json")
        .bodyJson()
        .extractingPath("$.code")
        .isEqualTo(code);
    if (pointer != null) {
      assertThat(result).bodyJson().extractingPath("$.problems[0].pointer").isEqualTo(pointer);
    }
    assertThat(service.engine().commands()).isEmpty();
  }

  @Test
  void syntaxIsToldWithLineAndColumn() {
    assertThat(register("{\n  \"name\": oops\n}"))
        .bodyJson()
        .extractingPath("$.detail")
        .asString()
        .contains("line 2");
  }

  @Test
  void aWorkerOfALaunchThatIsOverIsToldToGo() {
    service.engine().answers(new Outcome.LaunchOver());
    assertThat(register("{\"name\": \"a\", \"host\": \"h\"}")).hasStatus(410);
    assertThat(register("{\"name\": \"a\", \"host\": \"h\", \"launch_token\": \"t\"}"))
        .hasStatus(410)
        .bodyJson()
        .extractingPath("$.code")
        .isEqualTo("launch_over");
  }

  @Test
  void aReservationForAnUnknownRunIsRefused() {
    service.engine().answers(new Outcome.UnknownRun(new RunId("nope-1")));
    assertThat(register("{\"name\": \"a\", \"host\": \"h\", \"run\": \"nope-1\"}"))
        .hasStatus(404)
        .bodyJson()
        .extractingPath("$.code")
        .isEqualTo("unknown_run");
  }

  @Test
  void anAskIsAnsweredWithTheBindingAndItsBlocks() throws Exception {
    service
        .engine()
        .answers(
            new Outcome.Work(Samples.binding(), List.of(new LeasedBlock(new LeaseId(40), 5, 1))));

    assertThat(call("acquire", "{\"max_blocks\": 3, \"wait\": \"2s\"}"))
        .hasStatusOk()
        .bodyJson()
        .isStrictlyEqualTo("{" + DETECT_BINDING + ", \"blocks\": [" + BLOCK_5 + "]}");
    assertThat(service.engine().command())
        .isEqualTo(new Command.Acquire(WORKER, digest("s3cret"), 3, Duration.ofSeconds(2)));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "{}"})
  void anAskThatSaysNothingIsForOneBlockWithinTwentySeconds(String body) throws Exception {
    service.engine().answers(new Outcome.NothingYet(null));

    assertThat(call("acquire", body))
        .hasStatusOk()
        .bodyJson()
        .isStrictlyEqualTo("{\"blocks\": []}");
    assertThat(service.engine().command())
        .isEqualTo(new Command.Acquire(WORKER, digest("s3cret"), 1, Duration.ofSeconds(20)));
  }

  @Test
  void anAskWithoutABodyNeedsNoContentTypeEither() {
    service.engine().answers(new Outcome.NothingYet(null));

    assertThat(
            mvc.post()
                .uri("/api/v1/workers/w-7/acquire")
                .header("Authorization", "Bearer s3cret")
                .exchange())
        .hasStatusOk();
  }

  @Test
  void greedyAndEndlessAsksAreCutToTheBounds() {
    service.engine().answers(new Outcome.NothingYet(null));

    call("acquire", "{\"max_blocks\": 5000, \"wait\": \"2h\"}");
    Command.Acquire command = (Command.Acquire) service.engine().command();
    assertThat(command.maxBlocks()).isEqualTo(1_000);
    assertThat(command.patience()).isEqualTo(Duration.ofSeconds(20));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"max_blocks\": 0}",
        "{\"max_blocks\": -1}",
        "{\"max_blocks\": 1.5}",
        "{\"max_blocks\": \"1\"}",
        "{\"max_blocks\": 99999999999}",
        "{\"wait\": \"-1s\"}",
        "{\"wait\": \"soon\"}",
        "{\"wait\": 20}",
        "{\"wait\": []}",
        "{\"wait\": \"20s\", \"max\": 1}"
      })
  void aNonsensicalAskIsRefused(String body) {
    assertThat(call("acquire", body))
        .hasStatus(422)
        .bodyJson()
        .extractingPath("$.code")
        .isEqualTo("invalid_body");
    assertThat(service.engine().commands()).isEmpty();
  }

  @Test
  void aBoundWorkerWithNothingToDoStaysBound() {
    service.engine().answers(new Outcome.NothingYet(Samples.binding()));

    assertThat(call("acquire", "{}"))
        .bodyJson()
        .isStrictlyEqualTo("{" + DETECT_BINDING + ", \"blocks\": []}");
  }

  @Test
  void theEndOfABindingIsSaidWithItsReason() {
    service.engine().answers(new Outcome.Ended(new BindingId(3), "the task is finished"));

    assertThat(call("acquire", "{}"))
        .hasStatusOk()
        .bodyJson()
        .isStrictlyEqualTo(
            """
            {"blocks": [], "ended": {"binding": "b-3", "reason": "the task is finished"}}
            """);
  }

  @Test
  void resultsAndTheNextAskTravelTogether() throws Exception {
    service
        .engine()
        .answers(
            new Outcome.Released(
                List.of(
                    new LeaseOutcome(new LeaseId(38), Acceptance.ACCEPTED),
                    new LeaseOutcome(new LeaseId(39), Acceptance.TASK_FINISHED),
                    new LeaseOutcome(new LeaseId(1), Acceptance.STALE)),
                new Outcome.Work(
                    Samples.binding(), List.of(new LeasedBlock(new LeaseId(40), 5, 1)))));

    assertThat(
            call(
                "release",
                """
                {
                  "results": [
                    {"lease": "l-38", "ok": true},
                    {"lease": "l-39", "ok": false, "error": "no such file"},
                    {"lease": "l-1", "ok": true}
                  ],
                  "acquire": {"max_blocks": 1, "wait": "5s"}
                }
                """))
        .hasStatusOk()
        .bodyJson()
        .isStrictlyEqualTo(
            """
            {
              "results": [
                {"lease": "l-38", "outcome": "accepted"},
                {"lease": "l-39", "outcome": "task_finished"},
                {"lease": "l-1", "outcome": "stale"}
              ],
            """
                + DETECT_BINDING
                + ", \"blocks\": ["
                + BLOCK_5
                + "]}");
    assertThat(service.engine().command())
        .isEqualTo(
            new Command.Release(
                WORKER,
                digest("s3cret"),
                List.of(
                    new BlockResult(new LeaseId(38), true, null),
                    new BlockResult(new LeaseId(39), false, "no such file"),
                    new BlockResult(new LeaseId(1), true, null)),
                new Command.Ask(1, Duration.ofSeconds(5))));
  }

  @Test
  void whoDoesNotAskGetsNoBlocksField() {
    service
        .engine()
        .answers(
            new Outcome.Released(
                List.of(new LeaseOutcome(new LeaseId(38), Acceptance.ACCEPTED)), null));

    assertThat(call("release", "{\"results\": [{\"lease\": \"l-38\", \"ok\": true}]}"))
        .hasStatusOk()
        .bodyJson()
        .isStrictlyEqualTo("{\"results\": [{\"lease\": \"l-38\", \"outcome\": \"accepted\"}]}");
  }

  @Test
  void acceptedResultsOfAWorkerThatIsRemovedMeanwhileAreConfirmed() {
    service
        .engine()
        .answers(
            new Outcome.Released(
                List.of(new LeaseOutcome(new LeaseId(38), Acceptance.ACCEPTED)),
                new Outcome.Gone(WORKER)));

    assertThat(
            call(
                "release", "{\"results\": [{\"lease\": \"l-38\", \"ok\": true}], \"acquire\": {}}"))
        .hasStatusOk()
        .bodyJson()
        .isStrictlyEqualTo(
            "{\"results\": [{\"lease\": \"l-38\", \"outcome\": \"accepted\"}], \"blocks\": []}");
  }

  @Test
  void ofALongErrorTheEndIsKept() {
    service.engine().answers(new Outcome.Released(List.of(), null));
    String error = "x".repeat(5_000) + "Segmentation fault";

    call(
        "release",
        "{\"results\": [{\"lease\": \"l-38\", \"ok\": false, \"error\": \"%s\"}]}"
            .formatted(error));

    Command.Release command = (Command.Release) service.engine().command();
    assertThat(command.results().getFirst().error())
        .hasSize(4_096)
        .startsWith("…x")
        .endsWith("Segmentation fault");
  }

  @Test
  void errorsThatNoDatabaseCouldStoreAreMadeReadable() {
    service.engine().answers(new Outcome.Released(List.of(), null));

    call(
        "release",
        """
        {"results": [{"lease": "l-38", "ok": false, "error": "a\\u0000b\\ud800c\\ud83d\\ude00"}]}
        """);

    Command.Release command = (Command.Release) service.engine().command();
    assertThat(command.results().getFirst().error()).isEqualTo("a\uFFFDb\uFFFDc\uD83D\uDE00");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{}                                               | /results",
        "{'results': null}                                | /results",
        "{'results': [null]}                              | /results/0/ok",
        "{'results': [{'lease': 'l-1'}]}                  | /results/0/ok",
        "{'results': [{'ok': true}]}                      | /results/0/lease",
        "{'results': [{'ok': true, 'lease': '1'}]}        | /results/0/lease",
        "{'results': [{'ok': true, 'lease': 'l-x'}]}      | /results/0/lease",
        "{'results': [{'ok': 'true', 'lease': 'l-1'}]}    | /results/0/ok",
        "{'results': [{'ok': 1, 'lease': 'l-1'}]}         | /results/0/ok",
        "{'results': [{'outcome': 'ok', 'lease': 'l-1'}]} | /results/0/outcome",
        "{'results': [], 'acquire': {'max_blocks': 0}}    | /acquire/max_blocks"
      })
  void aNonsensicalReportDisturbsNobody(String body, String pointer) {
    assertThat(call("release", body.replace('\'', '"')))
        .hasStatus(422)
        .bodyJson()
        .extractingPath("$.problems[0].pointer")
        .isEqualTo(pointer);
    assertThat(service.engine().commands()).isEmpty();
  }

  @Test
  void aReportIsBounded() {
    service.engine().answers(new Outcome.Released(List.of(), null));

    assertThat(call("release", reportOf(1_000))).hasStatusOk();
    assertThat(call("release", reportOf(1_001)))
        .hasStatus(422)
        .bodyJson()
        .extractingPath("$.problems[0].code")
        .isEqualTo("too_many");
  }

  private static String reportOf(int results) {
    return IntStream.range(0, results)
        .mapToObj(i -> "{\"lease\": \"l-" + i + "\", \"ok\": true}")
        .collect(Collectors.joining(",", "{\"results\": [", "]}"));
  }

  @Test
  void theEndOfAProcessIsTaken() throws Exception {
    service.engine().answers(new Outcome.Unbound());

    assertThat(call("unbind", "{\"clean\": false, \"reason\": \"killed\", \"exit_code\": 137}"))
        .hasStatusOk()
        .bodyJson()
        .isStrictlyEqualTo("{}");
    assertThat(service.engine().command())
        .isEqualTo(new Command.Unbind(WORKER, digest("s3cret"), false, "killed", 137));
  }

  @Test
  void theEndOfAProcessSaysHowItWas() {
    assertThat(call("unbind", "{}"))
        .hasStatus(422)
        .bodyJson()
        .extractingPath("$.problems[0].pointer")
        .isEqualTo("/clean");
  }

  @Test
  void aHeartbeatAnswersWithWhatIsNoLongerTheWorkersOwn() throws Exception {
    service.engine().answers(new Outcome.Alive(List.of(new LeaseId(38), new LeaseId(39))));

    assertThat(call("heartbeat", ""))
        .hasStatusOk()
        .bodyJson()
        .isStrictlyEqualTo("{\"revoked\": [\"l-38\", \"l-39\"]}");
    assertThat(service.engine().command())
        .isEqualTo(new Command.Heartbeat(WORKER, digest("s3cret")));
  }

  @Test
  void aWorkerMayLeave() throws Exception {
    service.engine().answers(new Outcome.Left());

    assertThat(
            mvc.delete()
                .uri("/api/v1/workers/w-7")
                .header("Authorization", "Bearer s3cret")
                .exchange())
        .hasStatus(204)
        .body()
        .isEmpty();
    assertThat(service.engine().command()).isEqualTo(new Command.Leave(WORKER, digest("s3cret")));
  }

  @ParameterizedTest
  @CsvSource({"acquire,{}", "release,{\"results\": []}", "unbind,{\"clean\": true}", "heartbeat,"})
  void aStrangerIsGoneAndATokenHasToFit(String action, String body) {
    String content = body == null ? "" : body;
    service.engine().answers(new Outcome.UnknownWorker(WORKER));
    assertThat(call(action, content))
        .hasStatus(410)
        .hasContentType("application/problem+json")
        .bodyJson()
        .extractingPath("$.code")
        .isEqualTo("unknown_worker");

    service.engine().answers(new Outcome.WrongToken(WORKER));
    assertThat(call(action, content))
        .hasStatus(401)
        .hasHeader("WWW-Authenticate", "Bearer realm=\"yardmaster worker\"")
        .bodyJson()
        .extractingPath("$.code")
        .isEqualTo("wrong_token");
  }

  @Test
  void aStrangerMayNotLeaveForOthers() {
    service.engine().answers(new Outcome.WrongToken(WORKER));
    assertThat(
            mvc.delete()
                .uri("/api/v1/workers/w-7")
                .header("Authorization", "Bearer guess")
                .exchange())
        .hasStatus(401);
  }

  @ParameterizedTest
  @ValueSource(strings = {"s3cret", "Basic s3cret", "Bearer", ""})
  void aCallWithoutATokenIsRefused(String authorization) {
    assertThat(
            mvc.post()
                .uri("/api/v1/workers/w-7/heartbeat")
                .header("Authorization", authorization)
                .exchange())
        .hasStatus(401)
        .bodyJson()
        .extractingPath("$.code")
        .isEqualTo("missing_token");
    assertThat(mvc.post().uri("/api/v1/workers/w-7/heartbeat").exchange()).hasStatus(401);
    assertThat(service.engine().commands()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"w-", "7", "w-x", "w-99999999999999999999", "ada"})
  void anIdThatIsNoneIsAnUnknownWorker(String id) {
    assertThat(
            mvc.post()
                .uri("/api/v1/workers/{id}/heartbeat", id)
                .header("Authorization", "Bearer s3cret")
                .exchange())
        .hasStatus(410)
        .bodyJson()
        .extractingPath("$.code")
        .isEqualTo("unknown_worker");
  }

  @Test
  void aServiceThatStopsHandsOutNothingAndSaysWhenToAskAgain() {
    service.engine().answers(new Outcome.Stopping(WORKER));
    assertThat(call("acquire", "{}"))
        .hasStatus(503)
        .containsHeader("Retry-After")
        .bodyJson()
        .extractingPath("$.code")
        .isEqualTo("busy");
  }

  @Test
  void whatIsReportedToAServiceThatStopsIsTakenAndNothingIsGivenInReturn() {
    service
        .engine()
        .answers(
            new Outcome.Released(
                List.of(new Outcome.LeaseOutcome(new LeaseId(7), Outcome.Acceptance.ACCEPTED)),
                new Outcome.Stopping(WORKER)));
    assertThat(
            call("release", "{\"results\": [{\"lease\": \"l-7\", \"ok\": true}], \"acquire\": {}}"))
        .hasStatus(200)
        .bodyJson()
        .extractingPath("$.blocks")
        .asArray()
        .isEmpty();
  }

  @Test
  void aWorkerThatIsRemovedWhileItAsksHearsSo() {
    service.engine().answers(new Outcome.Gone(WORKER));
    assertThat(call("acquire", "{}")).hasStatus(410);
  }

  @Test
  void workersSpeakJsonAlone() {
    assertThat(
            mvc.post()
                .uri("/api/v1/workers")
                .contentType("application/yaml")
                .content("name: a\nhost: h")
                .exchange())
        .hasStatus(415)
        .bodyJson()
        .extractingPath("$.code")
        .isEqualTo("unsupported_media_type");
  }
}
