package dev.yardmaster.api.problem;

import static org.assertj.core.api.Assertions.assertThat;

import dev.yardmaster.config.HttpTest;
import dev.yardmaster.engine.JournalUnavailableException;
import dev.yardmaster.engine.ServiceBusyException;
import dev.yardmaster.scheduler.command.Outcome;
import dev.yardmaster.testing.CapturedLog;
import dev.yardmaster.testing.FakeService;
import dev.yardmaster.testing.Samples;
import java.io.IOException;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.http.HttpMethod;
import org.springframework.test.web.servlet.assertj.MockMvcTester;
import org.springframework.test.web.servlet.assertj.MvcTestResult;
import tools.jackson.databind.json.JsonMapper;

@HttpTest
class ProblemAdviceTest {

  private static final String RUN = "/api/v1/runs/deepfield-12";

  @Autowired private MockMvcTester mvc;
  @Autowired private FakeService service;

  private final CapturedLog log = new CapturedLog(ProblemTranslator.class.getName());

  @AfterEach
  void printAgain() {
    log.close();
  }

  @BeforeEach
  void oneRun() {
    service.reset();
    service.views().show(Samples.running());
  }

  private MvcTestResult cancel() {
    return mvc.post().uri(RUN + "/cancel").exchange();
  }

  @Test
  void aProblemSaysWhatHappenedAndWhatToDo() {
    assertThat(mvc.get().uri("/api/v1/runs/nope-1").exchange())
        .hasStatus(404)
        .hasContentType("application/problem+json")
        .bodyJson()
        .isStrictlyEqualTo(
            """
            {
              "type": "urn:yardmaster:problem:unknown_run",
              "title": "There is no such run",
              "status": 404,
              "detail": "no run is called \\"nope-1\\"; if there was one, it has been removed: \
            runs are kept for a limited time after their end (yardmaster.retention)",
              "code": "unknown_run",
              "remedy": "GET /api/v1/runs lists the runs."
            }
            """);
  }

  @ParameterizedTest
  @CsvSource({
    "GET, /api/v1/nope, 404, no_such_path",
    "GET, /api/v2/runs, 404, no_such_path",
    "POST, /nope.css, 404, no_such_path",
    "PUT, /api/v1/runs, 405, method_not_allowed",
    "DELETE, /api/v1/runs/deepfield-12, 405, method_not_allowed",
    "GET, /api/v1/runs/deepfield-12/cancel, 405, method_not_allowed"
  })
  void whatDoesNotExistIsSaid(String method, String path, int status, String code) {
    MvcTestResult result = mvc.method(HttpMethod.valueOf(method)).uri(path).exchange();

    assertThat(result)
        .hasStatus(status)
        .hasContentType("application/problem+json")
        .bodyJson()
        .extractingPath("$.code")
        .isEqualTo(code);
    if (status == 405) {
      assertThat(result).containsHeader("Allow");
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"application/yaml", "text/html", "image/png", "application/xml"})
  void anAnswerInAnotherFormIsNotToBeHad(String accept) {
    assertThat(mvc.get().uri(RUN).header("Accept", accept).exchange())
        .hasStatus(406)
        .hasContentType("application/problem+json")
        .bodyJson()
        .extractingPath("$.code")
        .isEqualTo("not_acceptable");
  }

  @Test
  void aNonsensicalAcceptHeaderIsNoFailure() {
    assertThat(mvc.get().uri(RUN).header("Accept", "%%%").exchange().getResponse().getStatus())
        .isBetween(200, 499);
  }

  @Test
  void aBusyServiceSaysWhenToComeBack() {
    service.engine().fails(new ServiceBusyException("10000 commands are waiting"));

    assertThat(cancel())
        .hasStatus(503)
        .hasHeader("Retry-After", "2")
        .bodyJson()
        .hasPathSatisfying("$.code", code -> code.assertThat().isEqualTo("busy"))
        .hasPathSatisfying(
            "$.detail", detail -> detail.assertThat().isEqualTo("10000 commands are waiting"));
  }

  @Test
  void aDatabaseThatIsAwayIsAskedAgainLater() {
    service
        .engine()
        .fails(new JournalUnavailableException("no connection", new IOException("refused")));
    assertThat(cancel())
        .hasStatus(503)
        .hasHeader("Retry-After", "2")
        .bodyJson()
        .extractingPath("$.code")
        .isEqualTo("journal_unavailable");

    service
        .journal()
        .fails(new JournalUnavailableException("no connection", new IOException("refused")));
    assertThat(mvc.get().uri(RUN + "/events").exchange()).hasStatus(503);
  }

  @Test
  void aMistakeOfTheServiceCanBeFoundInItsLog() throws Exception {
    service.engine().fails(new IllegalStateException("I4: used gpu 9 of 6"));

    MvcTestResult result = cancel();

    assertThat(result).hasStatus(500).hasContentType("application/problem+json");
    String body = result.getResponse().getContentAsString();
    String id = JsonMapper.shared().readTree(body).get("id").stringValue();
    assertThat(UUID.fromString(id)).isNotNull();
    assertThat(log.lines()).singleElement().asString().contains(id, "I4: used gpu 9 of 6");
    assertThat(body).doesNotContain("I4").contains("internal");
  }

  @Test
  void anOutcomeThatCannotBeIsAMistakeOfTheService() {
    service.engine().answers(new Outcome.Noted());
    assertThat(cancel()).hasStatus(500).bodyJson().extractingPath("$.code").isEqualTo("internal");
  }

  @Test
  void peopleWhoFollowADeadLinkGetAPage() {
    assertThat(mvc.get().uri("/nope").header("Accept", "text/html").exchange())
        .hasStatus(404)
        .hasContentTypeCompatibleWith("text/html")
        .bodyText()
        .contains("There is nothing at this path");
  }

  @ParameterizedTest
  @EnumSource(ErrorCode.class)
  void everyCodeHasAFittingStatusAndSaysWhatToDo(ErrorCode code) {
    assertThat(code.code()).matches("[a-z_]+");
    assertThat(code.title()).isNotBlank().doesNotEndWith(".");
    assertThat(code.remedy()).endsWith(".");
    int status = code.status().value();
    switch (code.category()) {
      case MALFORMED, CONFLICT -> assertThat(status).isBetween(400, 422);
      case ABSENT -> assertThat(status).isIn(404, 410);
      case FORBIDDEN -> assertThat(status).isIn(401, 403);
      case UNAVAILABLE -> assertThat(status).isIn(429, 503);
      case BUG -> assertThat(status).isEqualTo(500);
    }
  }
}
