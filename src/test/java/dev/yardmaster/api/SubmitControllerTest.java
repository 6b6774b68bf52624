package dev.yardmaster.api;

import static org.assertj.core.api.Assertions.assertThat;

import dev.yardmaster.config.HttpTest;
import dev.yardmaster.pipeline.Resources;
import dev.yardmaster.scheduler.RunId;
import dev.yardmaster.scheduler.command.Command;
import dev.yardmaster.scheduler.command.Outcome;
import dev.yardmaster.scheduler.view.ResourcesView;
import dev.yardmaster.testing.FakeService;
import dev.yardmaster.testing.Samples;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.test.web.servlet.assertj.MockMvcTester;
import org.springframework.test.web.servlet.assertj.MockMvcTester.MockMvcRequestBuilder;

@HttpTest
class SubmitControllerTest {

  private static final String DEEPFIELD =
      """
      name: deepfield
      params: {threshold: 80}
      tasks:
        - {id: detect, blocks: 64}
        - {id: merge, blocks: 1, after: [{task: detect, blocks: all}]}
      """;

  private static final String WITH_COMMAND =
      """
      {"name": "deepfield", "tasks": [{"id": "detect", "blocks": 1, "command": ["true"]}]}
      """;

  @Autowired private MockMvcTester mvc;
  @Autowired private FakeService service;

  @BeforeEach
  void aServiceThatStartsRuns() {
    service.reset();
    service.engine().answers(new Outcome.Submitted(Samples.RUN, false));
    service.views().show(Samples.running());
  }

  private MockMvcRequestBuilder submit(String document) {
    return mvc.post().uri("/api/v1/runs").contentType("application/yaml").content(document);
  }

  private Command.SubmitRun submitted() {
    return (Command.SubmitRun) service.engine().command();
  }

  @Test
  void aPipelineInYamlStartsARun() {
    assertThat(submit(DEEPFIELD).exchange())
        .hasStatus(201)
        .hasHeader("Location", "/api/v1/runs/deepfield-12")
        .bodyJson()
        .extractingPath("$.id")
        .isEqualTo("deepfield-12");

    assertThat(submitted().pipeline().name()).isEqualTo("deepfield");
    assertThat(submitted().pipeline().tasks()).hasSize(2);
    assertThat(submitted().idempotencyKey()).isNull();
    assertThat(submitted().directory()).isNull();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "application/json",
        "application/json; charset=utf-8",
        "application/vnd.yardmaster+json"
      })
  void aPipelineInJsonStartsARun(String contentType) {
    assertThat(submit(WITH_COMMAND).contentType(contentType).exchange()).hasStatus(201);
    assertThat(submitted().pipeline().tasks().getFirst().command()).containsExactly("true");
  }

  @ParameterizedTest
  @ValueSource(strings = {"application/x-yaml", "text/yaml"})
  void yamlHasSeveralNames(String contentType) {
    assertThat(submit(DEEPFIELD).contentType(contentType).exchange()).hasStatus(201);
  }

  @Test
  void theSameDocumentHasTheSameDigestHoweverItIsWritten() {
    submit("name: a\ntasks: [{id: x, blocks: 1}]").exchange();
    submit("{\"tasks\": [{\"blocks\": 1, \"id\": \"x\"}], \"name\": \"a\"}")
        .contentType("application/json")
        .exchange();
    submit("name: a\ntasks: [{id: x, blocks: 2}]").exchange();

    List<String> digests =
        service.engine().commands().stream()
            .map(command -> ((Command.SubmitRun) command).digest())
            .toList();
    assertThat(digests.get(0)).isEqualTo(digests.get(1)).isNotEqualTo(digests.get(2));
  }

  @Test
  void theKeyOfAnEarlierSubmissionAnswersWithItsRun() {
    service.engine().answers(new Outcome.Submitted(Samples.RUN, true));

    assertThat(submit(DEEPFIELD).header("Idempotency-Key", "ci-4711").exchange())
        .hasStatus(200)
        .hasHeader("Location", "/api/v1/runs/deepfield-12");
    assertThat(submitted().idempotencyKey()).isEqualTo("ci-4711");
  }

  @Test
  void aKeyForAnotherDocumentIsAConflictThatNamesTheRun() {
    service.engine().answers(new Outcome.KeyReused(new RunId("deepfield-3")));

    assertThat(submit(DEEPFIELD).header("Idempotency-Key", "ci-4711").exchange())
        .hasStatus(409)
        .hasContentType("application/problem+json")
        .bodyJson()
        .hasPathSatisfying("$.code", code -> code.assertThat().isEqualTo("key_reused"))
        .hasPathSatisfying(
            "$.detail", detail -> detail.assertThat().asString().contains("deepfield-3"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "two words", "schlüssel"})
  void aKeyThatIsNoKeyIsRefused(String key) {
    assertThat(submit(DEEPFIELD).header("Idempotency-Key", key).exchange())
        .hasStatus(400)
        .bodyJson()
        .extractingPath("$.code")
        .isEqualTo("invalid_parameter");
  }

  @Test
  void aKeyIsBounded() {
    assertThat(submit(DEEPFIELD).header("Idempotency-Key", "k".repeat(200)).exchange())
        .hasStatus(201);
    assertThat(submit(DEEPFIELD).header("Idempotency-Key", "k".repeat(201)).exchange())
        .hasStatus(400);
  }

  @Test
  void aDryRunAnswersWithThePlanAndStartsNothing() {
    assertThat(submit(DEEPFIELD).queryParam("dry_run", "true").exchange())
        .hasStatus(200)
        .bodyJson()
        .hasPathSatisfying("$.pipeline", name -> name.assertThat().isEqualTo("deepfield"))
        .hasPathSatisfying("$.blocks", blocks -> blocks.assertThat().isEqualTo(65))
        .hasPathSatisfying("$.steps[0].task", task -> task.assertThat().isEqualTo("detect"))
        .hasPathSatisfying("$.steps[1].after[0].blocks", all -> all.assertThat().isEqualTo("all"))
        .hasPathSatisfying(
            "$.steps[0].concurrent_workers", workers -> workers.assertThat().isEqualTo(1));
    assertThat(service.engine().commands()).isEmpty();
  }

  @Test
  void everyProblemIsAnsweredAtOnceWithItsPlace() {
    assertThat(submit("name: a\ncolour: red\ntasks: [{id: x, blocks: -1}]").exchange())
        .hasStatus(422)
        .hasContentType("application/problem+json")
        .bodyJson()
        .hasPathSatisfying("$.code", code -> code.assertThat().isEqualTo("invalid_pipeline"))
        .hasPathSatisfying("$.status", status -> status.assertThat().isEqualTo(422))
        .hasPathSatisfying(
            "$.problems[*].pointer",
            pointers ->
                pointers
                    .assertThat()
                    .asArray()
                    .containsExactlyInAnyOrder("/colour", "/tasks/0/blocks"))
        .hasPathSatisfying(
            "$.problems[?(@.pointer == '/colour')].line",
            lines -> lines.assertThat().asArray().containsExactly(2))
        .hasPathSatisfying(
            "$.problems[?(@.pointer == '/tasks/0/blocks')].line",
            lines -> lines.assertThat().asArray().containsExactly(3))
        .hasPathSatisfying(
            "$.problems[*].code",
            codes ->
                codes
                    .assertThat()
                    .asArray()
                    .containsExactlyInAnyOrder("unknown_field", "negative"));
    assertThat(service.engine().commands()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "{", "[]", "name: [", "\"name\"", "\u0000"})
  void whatIsNoPipelineAtAllIsAProblemToo(String document) {
    assertThat(submit(document).exchange().getResponse().getStatus()).isIn(400, 422);
    assertThat(service.engine().commands()).isEmpty();
  }

  @Test
  void aWorkerThatNeedsMoreThanTheServiceHasIsAProblem() {
    service
        .views()
        .show(new ResourcesView(Resources.of(Map.of("gpu", 1L)), Resources.NONE, List.of()));

    assertThat(submit("name: a\ntasks: [{id: predict, blocks: 1, requires: {gpu: 8}}]").exchange())
        .hasStatus(422)
        .bodyJson()
        .extractingPath("$.problems[0].message")
        .asString()
        .contains("task \"predict\" requires {gpu: 8} but the global budget only has {gpu: 1}");
  }

  @Test
  void parametersOfTheCallReplaceThoseOfTheDocument() {
    String document =
        "name: a\nparams: {image: sky.pgm, threshold: 80}\ntasks: [{id: x, blocks: 1}]";

    assertThat(submit(document).queryParam("param", "threshold=90", "image=a=b,c.pgm").exchange())
        .hasStatus(201);
    assertThat(submitted().pipeline().params())
        .containsEntry("image", "a=b,c.pgm")
        .extractingByKey("threshold")
        .asString()
        .isEqualTo("90");
  }

  @Test
  void aSingleParameterMayHoldACommaToo() {
    assertThat(
            submit("name: a\nparams: {x: b}\ntasks: [{id: x, blocks: 1}]")
                .queryParam("param", "x=1,2")
                .exchange())
        .hasStatus(201);
    assertThat(submitted().pipeline().params()).containsEntry("x", "1,2");
  }

  @Test
  void aParameterThatTheDocumentDoesNotHaveIsAProblem() {
    assertThat(submit(DEEPFIELD).queryParam("param", "treshold=90").exchange())
        .hasStatus(422)
        .bodyJson()
        .extractingPath("$.problems[0].code")
        .isEqualTo("unknown_param");
  }

  @Test
  void aParameterWithoutAValueIsRefused() {
    assertThat(submit(DEEPFIELD).queryParam("param", "threshold").exchange()).hasStatus(400);
  }

  @Test
  void aMisspeltParameterOfTheCallStartsNothing() {
    assertThat(submit(DEEPFIELD).queryParam("dryrun", "true").exchange())
        .hasStatus(400)
        .bodyJson()
        .extractingPath("$.detail")
        .asString()
        .contains("dryrun", "dry_run");
    assertThat(service.engine().commands()).isEmpty();
  }

  @Test
  void theDirectoryOfCommandsTravelsPercentEncoded() {
    assertThat(
            submit(WITH_COMMAND)
                .header("Yardmaster-Directory", "/data/n%C3%A4chte%20%25")
                .exchange())
        .hasStatus(201);
    assertThat(submitted().directory()).isEqualTo("/data/nächte %");
  }

  @ParameterizedTest
  @ValueSource(strings = {"data", "", "../x", "/data/%zz", "/a%00b", "/a%0Ab"})
  void aDirectoryThatIsNoneIsRefused(String directory) {
    assertThat(submit(WITH_COMMAND).header("Yardmaster-Directory", directory).exchange())
        .hasStatus(400)
        .bodyJson()
        .extractingPath("$.code")
        .isEqualTo("invalid_parameter");
  }

  @ParameterizedTest
  @ValueSource(strings = {"text/plain", "application/xml", "multipart/form-data"})
  void aDocumentOfAnotherTypeIsRefused(String contentType) {
    assertThat(submit(DEEPFIELD).contentType(contentType).exchange())
        .hasStatus(415)
        .bodyJson()
        .extractingPath("$.code")
        .isEqualTo("unsupported_media_type");
  }

  @Test
  void whatTheSchedulerRefusesIsSaid() {
    service.engine().answers(new Outcome.Refused("too_many_runs", "1000 runs are kept already"));

    assertThat(submit(DEEPFIELD).exchange())
        .hasStatus(422)
        .bodyJson()
        .hasPathSatisfying("$.code", code -> code.assertThat().isEqualTo("refused"))
        .hasPathSatisfying(
            "$.problems[0].code", code -> code.assertThat().isEqualTo("too_many_runs"));
  }
}
