package dev.yardmaster.dashboard;

import static org.assertj.core.api.Assertions.assertThat;

import dev.yardmaster.api.access.Doorkeeper;
import dev.yardmaster.api.access.PromptDoorkeeper;
import dev.yardmaster.config.HttpTest;
import dev.yardmaster.scheduler.command.Command;
import dev.yardmaster.scheduler.command.Outcome;
import dev.yardmaster.testing.CapturedLog;
import dev.yardmaster.testing.FakeService;
import dev.yardmaster.testing.SampleTokens;
import dev.yardmaster.testing.Samples;
import jakarta.servlet.http.Cookie;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.context.annotation.Import;
import org.springframework.test.context.DynamicPropertyRegistry;
import org.springframework.test.context.DynamicPropertySource;
import org.springframework.test.web.servlet.assertj.MockMvcTester;
import org.springframework.test.web.servlet.assertj.MvcTestResult;

@HttpTest
@Import(PromptDoorkeeper.class)
class SignInControllerTest {

  @Autowired private MockMvcTester mvc;
  @Autowired private FakeService service;

  @DynamicPropertySource
  static void tokens(DynamicPropertyRegistry registry) {
    SampleTokens.configure(registry);
  }

  @BeforeEach
  void oneRun() {
    service.reset();
    service.views().show(Samples.running());
  }

  private MvcTestResult signIn(String token, String to) {
    return mvc.post()
        .uri("/sign-in")
        .header("Origin", "http://localhost:8080")
        .contentType("application/x-www-form-urlencoded")
        .content("x=y") // what a browser would send; the test server takes the parameters as such
        .param("token", token)
        .param("to", to)
        .exchange();
  }

  private Cookie signedIn(String role) {
    return Objects.requireNonNull(
        signIn(SampleTokens.of(role), "/").getResponse().getCookie("yardmaster_session"));
  }

  private static String body(MvcTestResult result) throws Exception {
    return result.getResponse().getContentAsString();
  }

  @ParameterizedTest
  @ValueSource(strings = {"/", "/ui/runs/deepfield-12?refresh=off", "/ui/submit"})
  void whoHasNotSignedInIsLedThereAndBack(String page) {
    MvcTestResult result = mvc.get().uri(page).header("Accept", "text/html").exchange();

    assertThat(result).hasStatus(303);
    String there = Objects.requireNonNull(result.getResponse().getHeader("Location"));
    assertThat(there).startsWith("/sign-in?to=%2F");
    String to =
        java.net.URLDecoder.decode(there.substring(12), java.nio.charset.StandardCharsets.UTF_8);
    assertThat(to).isEqualTo(page);
    assertThat(signIn(SampleTokens.of("view"), to)).hasStatus(303).hasHeader("Location", page);
  }

  @Test
  void programsAreNotLedAnywhere() {
    assertThat(mvc.get().uri("/api/v1/runs").header("Accept", "text/html").exchange())
        .hasStatus(401);
    assertThat(mvc.post().uri("/ui/submit").header("Accept", "text/html").exchange())
        .hasStatus(401);
  }

  @Test
  void theFormNeedsNoScriptAndAsksForOneThing() throws Exception {
    MvcTestResult result = mvc.get().uri("/sign-in").param("to", "/ui/workers").exchange();

    assertThat(result).hasStatusOk();
    assertThat(body(result))
        .contains("action=\"/sign-in\"", "method=\"post\"", "type=\"password\"")
        .contains("name=\"to\" value=\"/ui/workers\"")
        .doesNotContain("<script", "http-equiv");
    assertThat(result.getResponse().getHeader("Content-Security-Policy"))
        .contains("form-action 'self'");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "//evil.example",
        "///evil.example",
        "/\\evil.example",
        "\\\\evil.example",
        "https://evil.example",
        "https:evil.example",
        "javascript:alert(1)",
        "evil.example",
        "/\t/evil.example",
        "/ui/runs\r\nSet-Cookie: a=b",
        "/\u00e9",
        "/sign-in",
        "/sign-out",
        ""
      })
  void nobodyIsLedAnywhereElse(String to) throws Exception {
    assertThat(signIn(SampleTokens.of("view"), to)).hasStatus(303).hasHeader("Location", "/");
    assertThat(body(mvc.get().uri("/sign-in").param("to", to).exchange()))
        .contains("name=\"to\" value=\"/\"");
  }

  @Test
  void theCookieOpensThePagesAndTheApi() throws Exception {
    Cookie cookie = signedIn("view");
    assertThat(cookie.isHttpOnly()).isTrue();
    assertThat(cookie.getAttribute("SameSite")).isEqualTo("Strict");

    MvcTestResult page = mvc.get().uri("/").cookie(cookie).header("Accept", "text/html").exchange();
    assertThat(page).hasStatusOk().hasHeader("Cache-Control", "no-store");
    assertThat(body(page)).contains("Signed in as <b>view</b>", "action=\"/sign-out\"");
    assertThat(mvc.get().uri("/api/v1/runs").cookie(cookie).exchange()).hasStatusOk();
  }

  @Test
  void aWrongTokenIsSaidToBeOneAndNotRepeated() throws Exception {
    MvcTestResult result;
    try (CapturedLog log = new CapturedLog(Doorkeeper.class.getName())) {
      result = signIn("ym_guess", "/ui/workers");
      assertThat(log.lines())
          .singleElement()
          .asString()
          .contains("127.0.0.1")
          .doesNotContain("ym_guess");
    }

    assertThat(result).hasStatus(401);
    assertThat(result.getResponse().getCookie("yardmaster_session")).isNull();
    assertThat(body(result))
        .contains("No token of this service is like that.", "value=\"/ui/workers\"")
        .doesNotContain("ym_guess");
  }

  @Test
  void anEmptyFormIsNoAttempt() throws Exception {
    MvcTestResult result = signIn("  ", "/");

    assertThat(result).hasStatus(422);
    assertThat(body(result)).contains("Paste a token first.");
  }

  @Test
  void whoIsSignedInNeedNotSignInAgain() {
    assertThat(
            mvc.get()
                .uri("/sign-in")
                .param("to", "/ui/workers")
                .cookie(signedIn("view"))
                .exchange())
        .hasStatus(303)
        .hasHeader("Location", "/ui/workers");
  }

  /** A link elsewhere comes without the cookie; the page that comes instead loads itself again. */
  @Test
  void whoFollowsALinkFromElsewhereIsAskedOnlyIfNecessary() throws Exception {
    MvcTestResult result =
        mvc.get()
            .uri("/sign-in")
            .param("to", "/ui/workers")
            .header("Sec-Fetch-Site", "cross-site")
            .exchange();

    assertThat(body(result)).contains("<meta http-equiv=\"refresh\" content=\"0\">");
  }

  @Test
  void signingOutTakesTheCookieAway() {
    MvcTestResult result = mvc.post().uri("/sign-out").cookie(signedIn("view")).exchange();

    assertThat(result).hasStatus(303).hasHeader("Location", "/sign-in");
    assertThat(Objects.requireNonNull(result.getResponse().getCookie("yardmaster_session")))
        .satisfies(cookie -> assertThat(cookie.getMaxAge()).isZero());
  }

  @Test
  void noPageElsewhereSignsAnybodyInOrOut() {
    assertThat(
            mvc.post()
                .uri("/sign-in")
                .header("Origin", "https://evil.example")
                .contentType("application/x-www-form-urlencoded")
                .content("token=x")
                .exchange())
        .hasStatus(403);
    assertThat(mvc.post().uri("/sign-out").header("Origin", "null").exchange()).hasStatus(403);
  }

  @Test
  void formsAreTakenNowhereElse() {
    assertThat(
            mvc.post()
                .uri("/api/v1/runs")
                .cookie(signedIn("admin"))
                .contentType("application/x-www-form-urlencoded")
                .content("token=x")
                .exchange())
        .hasStatus(415);
  }

  @Test
  void whoMayOnlyLookIsToldSoBeforeWriting() throws Exception {
    String viewer = body(mvc.get().uri("/ui/submit").cookie(signedIn("view")).exchange());
    String submitter = body(mvc.get().uri("/ui/submit").cookie(signedIn("submit")).exchange());

    assertThat(viewer).contains("data-may-submit=\"false\"", "needs the role <code>submit</code>");
    assertThat(submitter).contains("data-may-submit=\"true\"").doesNotContain("needs the role");
  }

  @Test
  void whatWasDoneHasANameToIt() {
    service
        .engine()
        .answers(
            () -> CompletableFuture.completedFuture(new Outcome.Cancelled(Samples.RUN, false)));
    mvc.post().uri("/api/v1/runs/deepfield-12/cancel").cookie(signedIn("submit")).exchange();

    assertThat(service.engine().commands())
        .containsExactly(new Command.CancelRun(Samples.RUN, "cancelled by submit"));
  }

  @Test
  void runsAreSubmittedBySomebody() {
    service
        .engine()
        .answers(
            () -> CompletableFuture.completedFuture(new Outcome.Submitted(Samples.RUN, false)));
    mvc.post()
        .uri("/api/v1/runs")
        .header("Authorization", SampleTokens.bearer("admin"))
        .contentType("application/yaml")
        .content("{name: p, tasks: [{id: t, blocks: 1}]}")
        .exchange();

    assertThat(service.engine().commands())
        .singleElement()
        .isInstanceOfSatisfying(
            Command.SubmitRun.class, command -> assertThat(command.by()).isEqualTo("admin"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/api/v1/runs;x=1",
        "/api/v1/workers/..;/runs",
        "/app/..%2f",
        "/app/../",
        "//",
        "/api/v1/workers//acquire",
        "/actuator/health/../env",
        "/sign-in/../api/v1/runs"
      })
  void noWayOfWritingAPathGoesRoundTheDoor(String path) {
    assertThat(mvc.get().uri(java.net.URI.create("http://localhost" + path)).exchange())
        .satisfies(result -> assertThat(result.getResponse().getStatus()).isIn(400, 401));
  }
}
