package dev.yardmaster.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.sun.net.httpserver.HttpServer;
import dev.yardmaster.api.access.TokenHash;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.yaml.snakeyaml.Yaml;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * What {@code docs/ci.md} tells jobs to do, done with the environment that these systems give to
 * jobs. What is changed: the service's address and the folder of the workers.
 */
class CiIT {

  /** As on the page. */
  private static final String TOKEN = "ym_0123456789";

  private static final Path PAGE = Project.directory().resolve("docs/ci.md");

  private static final String SLOW =
      """
      name: slow
      tasks:
        - {id: wait, blocks: 1, command: [sh, -c, 'while [ ! -e go ]; do sleep 0.1; done']}
      """;

  private static final String FAILS =
      """
      name: fails
      tasks:
        - {id: measure, blocks: 2, max_retries: 0, command: [sh, -c, 'echo no signal >&2; exit 1']}
      """;

  @RegisterExtension private final Workshop workshop = new Workshop();

  private Service service;
  private Api api;

  @BeforeEach
  void start() throws IOException {
    service =
        Service.start(
            workshop,
            workshop.directory(),
            "--yardmaster.workers.embedded.count=2",
            "--yardmaster.workers.lost-after=10s",
            "--yardmaster.access.tokens[0].name=ci",
            "--yardmaster.access.tokens[0].roles=submit",
            "--yardmaster.access.tokens[0].hash=" + TokenHash.of(TOKEN).text());
    api = new Api(service.uri(), TOKEN);
    for (Snippet snippet : Snippet.of(PAGE)) {
      if (snippet.use().startsWith("file=")) {
        workshop.write(snippet.use().substring("file=".length()), snippet.text());
      }
    }
    workshop.write("slow.yaml", SLOW);
    workshop.write("fails.yaml", FAILS);
    Files.createSymbolicLink(workshop.directory().resolve("yardmaster.jar"), Project.jar());
  }

  private Program shell(String script, Map<String, String> environment) {
    Map<String, String> more = new HashMap<>(environment);
    more.put("PATH", Project.javaHome().resolve("bin") + ":" + System.getenv("PATH"));
    return workshop.start(
        workshop.directory(), more, List.of("bash", "-euo", "pipefail", "-c", here(script)));
  }

  private Map<String, String> job(Map<String, String> more) {
    Map<String, String> environment = new HashMap<>();
    environment.put("CI", "true");
    environment.putAll(more);
    environment.put("YARDMASTER_SERVER", service.uri().toString());
    environment.put("YARDMASTER_DIRECTORY", workshop.directory().toString());
    environment.put("YARDMASTER_ACCESS_TOKEN", TOKEN);
    return environment;
  }

  /** As on the page, but here. */
  private String here(String text) {
    return text.replace("http://127.0.0.1:8080", service.uri().toString())
        .replace("/data/night", workshop.directory().toString())
        .replace("/app/yardmaster.jar", "yardmaster.jar");
  }

  private static JsonNode yaml(String mark) {
    Snippet snippet =
        Snippet.of(PAGE).stream().filter(each -> each.isFor(mark)).findFirst().orElseThrow();
    return new JsonMapper().valueToTree(new Yaml().load(snippet.text()));
  }

  private List<String> runs() {
    JsonNode runs = api.get("/api/v1/runs").ok().path("runs");
    return StreamSupport.stream(runs.spliterator(), false)
        .map(run -> run.path("id").asString())
        .toList();
  }

  @Test
  void whatThePageSaysForAShellWorksFromTopToBottom() {
    StringBuilder script = new StringBuilder();
    for (Snippet snippet : Snippet.of(PAGE)) {
      if (snippet.isCommand() && !snippet.use().startsWith("file=")) {
        assertThat(snippet.use()).as(snippet.place()).isEqualTo("service");
        script.append(snippet.text());
      }
    }

    Program shell = shell(script.toString(), Map.of()).ends(0);

    assertThat(shell.out())
        .contains("night-1 succeeded", "night-2 succeeded", "night is valid")
        .contains("Dashboard: " + service.uri() + "/ui/runs/night-1")
        .contains("night-2: " + service.uri() + "/ui/runs/night-2");
    assertThat(runs()).containsExactly("night-2", "night-1");
  }

  @Test
  void aJobThatIsRepeatedFollowsItsRunAndAnotherJobBeginsAnew() {
    onGithub();
    onGitlab();
    assertThat(runs()).containsExactly("night-4", "night-3", "night-2", "night-1");
  }

  private void onGithub() {
    JsonNode job = yaml("actions").at("/jobs/night");
    assertThat(job.path("env").propertyNames())
        .containsExactlyInAnyOrder(
            "YARDMASTER_SERVER", "YARDMASTER_ACCESS_TOKEN", "YARDMASTER_DIRECTORY");
    String step = job.at("/steps/1/run").asString();

    for (int time = 0; time < 2; time++) {
      Program again = shell(step, job(attempt("1"))).ends(0);
      assertThat(again.out()).contains("night-1 succeeded");
    }
    Program next = shell(step, job(attempt("2"))).ends(0);

    assertThat(next.out()).contains("night-2 succeeded");
  }

  private static Map<String, String> attempt(String number) {
    return Map.of(
        "GITHUB_ACTIONS", "true",
        "GITHUB_REPOSITORY", "sky/survey",
        "GITHUB_RUN_ID", "1658821493",
        "GITHUB_RUN_ATTEMPT", number);
  }

  private void onGitlab() {
    JsonNode job = yaml("gitlab").path("night");
    String script = job.at("/script/0").asString();
    Map<String, String> environment =
        Map.of(
            "GITLAB_CI", "true",
            "CI_PROJECT_PATH", "sky/survey",
            "CI_PIPELINE_ID", "99817",
            "CI_JOB_NAME", "night");

    for (int runner = 0; runner < 2; runner++) {
      assertThat(shell(script, job(environment)).ends(0).out()).contains("night-3 succeeded");
    }
    Map<String, String> other = new HashMap<>(environment);
    other.put("CI_PIPELINE_ID", "99818");
    assertThat(shell(script, job(other)).ends(0).out()).contains("night-4 succeeded");
  }

  @Test
  void theScriptEndsAsTheRunDoes() {
    Program failed = shell("bash submit.sh fails.yaml one", job(Map.of())).ends(1);
    assertThat(failed.out()).contains("fails-1 failed", "no signal");

    Program refused = shell("bash submit.sh submit.sh two", job(Map.of())).ends(2);
    assertThat(refused.err()).contains("\"code\":\"invalid_pipeline\"", "refuses submit.sh");

    Program reused = shell("bash submit.sh night.yaml one", job(Map.of())).ends(2);
    assertThat(reused.err()).contains("key_reused");

    Map<String, String> stranger = new HashMap<>(job(Map.of()));
    stranger.put("YARDMASTER_ACCESS_TOKEN", "ym_of-somebody-else");
    assertThat(shell("bash submit.sh night.yaml five", stranger).ends(2).err()).contains("401");

    aJobThatIsCancelledCancelsItsRun();
  }

  /** A job that says "failed" sends somebody to look for what is wrong with the pipeline. */
  @Test
  void theScriptDoesNotTakeTroubleWithTheServiceForAFailedRun() throws IOException {
    HttpServer stranger = HttpServer.create(new InetSocketAddress("127.0.0.1", 0), 0);
    try {
      answer(stranger, "/api/v1/runs", 201, "{\"id\":\"night-7\"}");
      answer(stranger, "/api/v1/runs/night-7/wait", 404, "{\"code\":\"unknown_run\"}");
      answer(stranger, "/other/api/v1/runs", 200, "<html>Welcome</html>");
      stranger.start();
      String address = "http://127.0.0.1:" + stranger.getAddress().getPort();

      Program forgotten = shell("bash submit.sh night.yaml one", jobFor(address)).ends(4);
      assertThat(forgotten.err()).contains("unknown_run", "what has become of night-7 could not");

      Program elsewhere =
          shell("bash submit.sh night.yaml one", jobFor(address + "/other")).ends(4);
      assertThat(elsewhere.err()).contains("Welcome", "does not answer as Yardmaster does");

      service.kill();
      Program away = shell("bash submit.sh night.yaml one", jobFor(service.uri().toString()));
      assertThat(away.ends(4).err()).contains("has taken night.yaml could not be told");
    } finally {
      stranger.stop(0);
    }
  }

  private Map<String, String> jobFor(String server) {
    Map<String, String> environment = new HashMap<>(job(Map.of()));
    environment.put("YARDMASTER_SERVER", server);
    environment.put("YARDMASTER_PATIENCE", "1");
    return environment;
  }

  private static void answer(HttpServer server, String path, int status, String body) {
    server.createContext(
        path,
        exchange -> {
          try (exchange) {
            exchange.getRequestBody().readAllBytes();
            byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(status, bytes.length);
            exchange.getResponseBody().write(bytes);
          }
        });
  }

  private void aJobThatIsCancelledCancelsItsRun() {
    Program job = shell("exec bash submit.sh slow.yaml three", job(Map.of()));
    job.awaitOut("slow-1: ");
    await()
        .atMost(Program.PATIENCE)
        .until(() -> api.run("slow-1").task("wait").counter("processing") == 1);

    job.terminate();

    job.ends(3);
    assertThat(job.out()).contains("slow-1 cancelled");
    assertThat(api.run("slow-1").state()).isEqualTo("cancelled");
  }

  @Test
  void aJobSurvivesARestartOfTheService() {
    Program job = shell("exec bash submit.sh slow.yaml four", job(Map.of()));
    job.awaitOut("slow-1: ");

    service.kill();
    service.startAgain();
    workshop.write("go", "");

    job.ends(0);
    assertThat(job.out()).contains("slow-1 succeeded");
  }
}
