package dev.yardmaster.cli;

import static dev.yardmaster.cli.client.RunJson.run;
import static org.assertj.core.api.Assertions.assertThat;

import dev.yardmaster.YardmasterApplication;
import dev.yardmaster.api.access.TokenHash;
import dev.yardmaster.cli.client.FakeService;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Exit codes and texts of every command that needs no service inside. */
class CommandLineInterfaceTest {

  private static final String GOOD =
      """
      name: sky
      params: {threshold: 80}
      tasks:
        - {id: detect, blocks: 4, command: [python3, detect.py]}
      """;

  @TempDir private Path directory;
  private final Map<String, String> environment = new HashMap<>();

  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();
  private FakeService service;

  @BeforeEach
  void start() throws IOException {
    service = FakeService.start();
    Files.writeString(directory.resolve("sky.yaml"), GOOD);
  }

  @AfterEach
  void stop() {
    service.close();
  }

  private int yardmaster(String... arguments) {
    Surroundings surroundings =
        new Surroundings(
            new PrintStream(out, true, StandardCharsets.UTF_8),
            new PrintStream(err, true, StandardCharsets.UTF_8),
            environment,
            directory,
            YardmasterApplication.class);
    return CommandLineInterface.run(surroundings, arguments);
  }

  private List<String> out() {
    return out.toString(StandardCharsets.UTF_8).lines().toList();
  }

  private List<String> err() {
    return err.toString(StandardCharsets.UTF_8).lines().toList();
  }

  private String server() {
    return "--server=" + service.url();
  }

  private void says(String call, int status, Object body) {
    service.says(call, status, body.toString());
  }

  @Test
  void aRunThatSucceedsIsZero() {
    says("POST /runs", 201, run("sky-1", "running").running("detect", 0, 0, 4, 0));
    says("GET /runs/sky-1/wait", 200, run("sky-1", "running").running("detect", 2, 2, 4, 2));
    says(
        "GET /runs/sky-1/wait",
        200,
        run("sky-1", "succeeded").endedAfterSeconds(7).done("detect", 4, 0));

    assertThat(yardmaster("run", "sky.yaml", "-p", "threshold=90", server())).isZero();

    assertThat(out())
        .containsExactly(
            "sky-1: 1 task, 4 blocks",
            "Dashboard: " + service.url() + "/ui/runs/sky-1",
            "[0:00] detect 4/4, done",
            "",
            "sky-1 succeeded after 7.5 s: 4 of 4 blocks completed.",
            "",
            "TASK    STATE  BLOCKS  COMPLETED  FAILED  ORPHANED  WORKER STARTS  RESTARTS"
                + "  WORKER FAILURES  TIME",
            "detect  done        4          4       0         0              5         3"
                + "                4  -");
    assertThat(err()).isEmpty();
    assertThat(service.asked().getFirst().call()).isEqualTo("POST /runs?param=threshold%3D90");
    assertThat(service.asked().getFirst().headers())
        .containsEntry("yardmaster-directory", directory.toString());
    assertThat(service.asked().getFirst().body()).isEqualTo(GOOD);
  }

  @Test
  void aRunHasTheKeyAndTheFolderThatItIsGiven() {
    says("POST /runs", 201, run("sky-1", "succeeded").done("detect", 4, 0));
    says("GET /runs/sky-1/wait", 200, run("sky-1", "succeeded").done("detect", 4, 0));

    assertThat(
            yardmaster("run", "sky.yaml", server(), "--key", "job-7", "--directory", "/data/sky"))
        .isZero();

    assertThat(service.asked().getFirst().headers())
        .containsEntry("idempotency-key", "job-7")
        .containsEntry("yardmaster-directory", "/data/sky");
  }

  @Test
  void aKeyAndAFolderAreForAServiceThatStays() {
    assertThat(yardmaster("run", "sky.yaml", "--key", "job-7")).isEqualTo(2);
    assertThat(yardmaster("run", "sky.yaml", "--directory", "/data")).isEqualTo(2);
    assertThat(yardmaster("run", "sky.yaml", server(), "--key", "job 7")).isEqualTo(2);
    assertThat(yardmaster("run", "sky.yaml", server(), "--directory", "data")).isEqualTo(2);

    assertThat(err())
        .containsExactly(
            "--key and --directory are for a service that stays: name it with --server, or leave"
                + " them out",
            "--key and --directory are for a service that stays: name it with --server, or leave"
                + " them out",
            "--key: must be 1 to 200 visible ASCII characters, without spaces",
            "--directory data: must be absolute, as it is on other machines");
    assertThat(service.asked()).isEmpty();
  }

  @Test
  void aRunThatFailsIsOneAndSaysWhy() {
    says("POST /runs", 201, run("sky-1", "running").running("detect", 0, 0, 4, 0));
    says("GET /runs/sky-1/wait", 200, run("sky-1", "failed").done("detect", 3, 1));
    says(
        "GET /runs/sky-1/tasks/detect/blocks",
        200,
        "{\"blocks\": [{\"block\": 2, \"attempts\": [{\"attempt\": 3, \"error\": \"bad"
            + " tile\"}]}]}");
    says("GET /runs/sky-1/events", 200, "{\"events\": [], \"next\": 0}");

    assertThat(yardmaster("run", "sky.yaml", server())).isEqualTo(1);

    assertThat(out())
        .contains("  detect: 1 block failed", "  detect, block 2, attempt 3:", "    bad tile");
  }

  @Test
  void aRunThatSomebodyElseCancelledIsThree() {
    says("POST /runs", 201, run("sky-1", "running").running("detect", 0, 0, 4, 0));
    says(
        "GET /runs/sky-1/wait",
        200,
        run("sky-1", "cancelled").why("timeout of 2h").abandoned("detect", "cancelled", 1, 0, 3));

    assertThat(yardmaster("run", "sky.yaml", server())).isEqualTo(3);

    assertThat(out())
        .contains(
            "sky-1 was cancelled (timeout of 2h): 1 of 4 blocks completed.",
            "3 blocks were not completed; no worker of the run is left.");
  }

  @Test
  void aPipelineThatTheServiceRefusesIsTwoWithEveryProblem() {
    says(
        "POST /runs",
        422,
        """
        {"code": "invalid_pipeline", "detail": "2 problems", "problems": [
          {"pointer": "/tasks/0/requires/gpu", "code": "exceeds_budget", "message": "too much"},
          {"pointer": "/tasks/0/tags", "code": "wrong_type", "message": "not a list"}]}
        """);

    assertThat(yardmaster("run", "sky.yaml", server())).isEqualTo(2);

    assertThat(err())
        .containsExactly(
            "sky.yaml: /tasks/0/requires/gpu: too much [exceeds_budget]",
            "sky.yaml: /tasks/0/tags: not a list [wrong_type]");
  }

  @Test
  void aServiceThatTakesNoCommandsIsTwo() {
    says(
        "POST /runs",
        403,
        "{\"code\": \"commands_not_allowed\", \"detail\": \"No commands here.\"}");

    assertThat(yardmaster("run", "sky.yaml", server())).isEqualTo(2);
    assertThat(err()).singleElement().asString().endsWith("refused: No commands here.");
  }

  @Test
  void aBadPipelineIsTwoWithoutAnythingBeingStarted() throws IOException {
    Files.writeString(directory.resolve("bad.yaml"), "name: sky\ntasks: []\n");

    assertThat(yardmaster("run", "bad.yaml")).isEqualTo(2);

    assertThat(err()).singleElement().asString().startsWith("bad.yaml: /tasks: ");
    assertThat(directory.resolve(".yardmaster")).doesNotExist();
  }

  @Test
  void aServiceThatIsNotThereIsOneWithAddressAndRemedy() {
    service.close();

    for (String[] command :
        List.of(
            new String[] {"run", "sky.yaml"},
            new String[] {"validate", "sky.yaml"},
            new String[] {"wait", "sky-1"},
            new String[] {"cancel", "sky-1"},
            new String[] {"explain", "sky-1"})) {
      err.reset();
      assertThat(yardmaster(command[0], command[1], server())).as(command[0]).isEqualTo(1);
      assertThat(err())
          .as(command[0])
          .containsExactly(
              "No Yardmaster service answers at "
                  + service.url()
                  + " (connection refused). Start one with the command \"server\", or name another"
                  + " with --server URL.");
    }
  }

  @Test
  void validateShowsThePlanWithoutAService() {
    assertThat(yardmaster("validate", "sky.yaml")).isZero();

    assertThat(out())
        .containsExactly(
            "sky is valid: 1 task, 4 blocks, no budget of its own.",
            "",
            "TASK    BLOCKS  AFTER  WORKERS  LIMITED BY   REQUIRES  TAGS  RUNS",
            "detect       4  -            1  max_workers  -         -     a command, per_block");
    assertThat(service.asked()).isEmpty();
  }

  @Test
  void validateTellsEveryProblemAtOnce() throws IOException {
    Files.writeString(
        directory.resolve("bad.json"),
        "{\"name\": \"sky\", \"tasks\": [{\"id\": \"a\", \"blocks\": -1, \"max_workers\": 0}]}");

    assertThat(yardmaster("validate", "bad.json")).isEqualTo(2);

    assertThat(err())
        .hasSize(2)
        .anyMatch(line -> line.startsWith("bad.json: /tasks/0/blocks: ") && line.endsWith("]"))
        .anyMatch(line -> line.startsWith("bad.json: /tasks/0/max_workers: "));
  }

  @Test
  void validateAsksAServiceThatIsNamed() {
    says(
        "POST /runs",
        200,
        """
        {"pipeline": "sky", "blocks": 4, "resources": {"cpu": 2}, "steps": [
          {"task": "detect", "blocks": 4, "after": [], "worker_kind": "command",
           "mode": "per_block", "requires": {"cpu": 1}, "tags": ["linux"], "max_workers": 4,
           "concurrent_workers": 2, "limited_by": "the run's budget of cpu"}]}
        """);

    assertThat(yardmaster("validate", "sky.yaml", "-p", "threshold=9", server())).isZero();

    assertThat(service.asked().getFirst().call())
        .isEqualTo("POST /runs?dry_run=true&param=threshold%3D9");
    assertThat(out())
        .contains(
            "sky is valid: 1 task, 4 blocks, a budget of 2 cpu.",
            "detect       4  -            2  the run's budget of cpu  1 cpu     linux  a command,"
                + " per_block");
  }

  @Test
  void aFileThatIsNotThereIsTwo() {
    assertThat(yardmaster("run", "nowhere.yaml")).isEqualTo(2);
    assertThat(err()).containsExactly("nowhere.yaml: no such file (looked in " + directory + ")");
  }

  @Test
  void waitEndsAsTheRunDid() {
    says("GET /runs/sky-1", 200, run("sky-1", "running").running("detect", 0, 1, 4, 1));
    says("GET /runs/sky-1/wait", 200, run("sky-1", "running").running("detect", 1, 1, 4, 1));
    says("GET /runs/sky-1/wait", 200, run("sky-1", "succeeded").done("detect", 4, 0));

    assertThat(yardmaster("wait", "sky-1", server())).isZero();
    assertThat(out()).contains("sky-1 succeeded: 4 of 4 blocks completed.");
  }

  @Test
  void waitForARunThatHasEndedReturnsAtOnce() {
    says(
        "GET /runs/sky-1",
        200,
        run("sky-1", "cancelled").abandoned("detect", "cancelled", 0, 0, 4));

    assertThat(yardmaster("wait", "sky-1", server())).isEqualTo(3);
    assertThat(service.calls()).containsExactly("GET /runs/sky-1");
  }

  private List<String> shown() {
    return service.asked().stream()
        .map(asked -> asked.headers().getOrDefault("authorization", "nothing"))
        .distinct()
        .toList();
  }

  @Test
  void whoHasNoTokenShowsNone() {
    says("GET /runs/sky-1", 200, run("sky-1", "succeeded"));

    assertThat(yardmaster("explain", "sky-1", server())).isZero();
    assertThat(shown()).containsExactly("nothing");
  }

  @Test
  void theTokenOfTheEnvironmentIsShown() {
    says("GET /runs/sky-1", 200, run("sky-1", "succeeded"));
    environment.put("YARDMASTER_ACCESS_TOKEN", " ym_env ");
    environment.put("YARDMASTER_TOKEN", "of a client worker");

    assertThat(yardmaster("wait", "sky-1", server())).isZero();
    assertThat(shown()).containsExactly("Bearer ym_env");
  }

  @Test
  void theTokenOfAFileWinsAndIsShownByEveryCommand() throws IOException {
    environment.put("YARDMASTER_ACCESS_TOKEN", "ym_env");
    Files.writeString(directory.resolve("token"), "ym_file\n");
    says("POST /runs", 201, run("sky-1", "succeeded"));
    says("GET /runs/sky-1", 200, run("sky-1", "succeeded"));
    says("GET /runs/sky-1/wait", 200, run("sky-1", "succeeded"));
    says("POST /runs/sky-1/cancel", 202, "");
    String token = "--token-file=token";

    yardmaster("run", "sky.yaml", server(), token);
    yardmaster("wait", "sky-1", server(), token);
    yardmaster("cancel", "sky-1", server(), token);
    yardmaster("explain", "sky-1", server(), token);
    yardmaster("validate", "sky.yaml", server(), token);

    assertThat(service.calls()).contains("POST /runs", "POST /runs/sky-1/cancel");
    assertThat(shown()).containsExactly("Bearer ym_file");
  }

  @Test
  void aTokenThatIsNoneIsTwoAndNotRepeated() throws IOException {
    Files.writeString(directory.resolve("key"), "-----BEGIN PRIVATE KEY-----\nabc\n");
    Files.writeString(directory.resolve("large"), "x".repeat(1_025));

    assertThat(yardmaster("wait", "sky-1", server(), "--token-file=key")).isEqualTo(2);
    assertThat(yardmaster("wait", "sky-1", server(), "--token-file=large")).isEqualTo(2);
    assertThat(yardmaster("wait", "sky-1", server(), "--token-file=nowhere")).isEqualTo(2);
    assertThat(yardmaster("run", "sky.yaml", "--token-file=key")).isEqualTo(2);
    assertThat(err()).hasSize(4);
    assertThat(err().get(0)).contains("--token-file key", "is no token").doesNotContain("PRIVATE");
    assertThat(err().get(1)).contains("a larger file");
    assertThat(err().get(2)).contains("cannot be read");
    assertThat(err().get(3)).contains("named with --server");
    assertThat(service.asked()).isEmpty();
  }

  @Test
  void whoMayNotIsTwoAndToldWhy() {
    says(
        "GET /runs/sky-1",
        401,
        "{\"code\": \"access_token_needed\", \"detail\": \"it came without\", \"remedy\":"
            + " \"Send one.\"}");
    says("POST /runs/sky-1/cancel", 403, "{\"detail\": \"this needs the role submit or admin\"}");

    assertThat(yardmaster("wait", "sky-1", server())).isEqualTo(2);
    assertThat(yardmaster("cancel", "sky-1", server())).isEqualTo(2);
    assertThat(err().get(0)).endsWith("refused: it came without. Send one.");
    assertThat(err().get(1)).endsWith("refused: this needs the role submit or admin");
  }

  @Test
  void whoHasToWaitIsOne() {
    says("GET /runs/sky-1", 429, "{\"detail\": \"too many wrong access tokens\"}");

    assertThat(yardmaster("explain", "sky-1", server())).isEqualTo(1);
    assertThat(err()).singleElement().asString().contains("too many wrong access tokens");
  }

  @Test
  void tokenPrintsATokenAndTheLinesForIt() {
    assertThat(yardmaster("token", "--name", "alice", "--role", "submit,view")).isZero();

    String token = out().get(2);
    assertThat(token).matches("ym_[A-Za-z0-9_-]{43}");
    assertThat(out().subList(6, 12))
        .containsExactly(
            "yardmaster:",
            "  access:",
            "    tokens:",
            "      - name: \"alice\"",
            "        roles: [view, submit]",
            "        hash: \"" + TokenHash.of(token).text() + "\"");
  }

  @Test
  void tokenKnowsWhatANameAndARoleAre() {
    assertThat(yardmaster("token", "--name=Alice")).isEqualTo(2);
    assertThat(yardmaster("token", "--role=root")).isEqualTo(2);
    assertThat(err().get(0)).startsWith("--name is \"Alice\", but must be 1 to 63");
    assertThat(err().get(1))
        .isEqualTo("--role is \"root\", but must be at least one of view, submit, work, admin.");
  }

  @Test
  void aRunThatDoesNotExistIsTwo() {
    says(
        "GET /runs/sky-9",
        404,
        "{\"code\": \"unknown_run\", \"detail\": \"There is no run sky-9.\"}");

    assertThat(yardmaster("wait", "sky-9", server())).isEqualTo(2);
    assertThat(err()).singleElement().asString().endsWith("There is no run sky-9.");
  }

  @Test
  void cancelSaysHowTheRunEnded() {
    says("POST /runs/sky-1/cancel", 202, "");
    says(
        "GET /runs/sky-1",
        200,
        run("sky-1", "cancelled")
            .task("detect", "abandoned", 1, 0, 3, 0, 4, 2, ", \"reason\": \"cancelled\""));

    assertThat(yardmaster("cancel", "sky-1", server())).isEqualTo(3);
    assertThat(out())
        .containsExactly(
            "sky-1 was cancelled: 1 of 4 blocks completed.",
            "2 workers will stop as soon as told.");
  }

  @Test
  void cancellingWhatHasEndedChangesNothing() {
    says("POST /runs/sky-1/cancel", 409, "{\"code\": \"already_ended\"}");
    says("GET /runs/sky-1", 200, run("sky-1", "succeeded").done("detect", 4, 0));

    assertThat(yardmaster("cancel", "sky-1", server())).isZero();
    assertThat(out())
        .containsExactly(
            "sky-1 succeeded: 4 of 4 blocks completed.",
            "It had ended already; nothing was left to cancel.");
  }

  @Test
  void explainOfARunThatGoesOnIsZero() {
    says(
        "GET /runs/sky-1",
        200,
        run("sky-1", "running").waiting("detect", 4, "budget", "Only 0 of 1 gpu is free."));

    assertThat(yardmaster("explain", "sky-1", server())).isZero();
    assertThat(out())
        .containsExactly(
            "sky-1 is running: 0 of 4 blocks completed.",
            "  detect 0/4, no worker; it waits:",
            "      Only 0 of 1 gpu is free.");
  }

  @Test
  void aServiceThatIsAwayForAMomentIsWaitedFor() {
    says("POST /runs", 201, run("sky-1", "running").running("detect", 0, 0, 4, 0));
    says("GET /runs/sky-1/wait", 503, "{\"detail\": \"The database does not answer.\"}");
    says("GET /runs/sky-1/wait", 200, run("sky-1", "succeeded").done("detect", 4, 0));

    assertThat(yardmaster("run", "sky.yaml", server())).isZero();
    assertThat(out())
        .containsSubsequence(
            "The service at "
                + service.url()
                + " cannot work at the moment: The database does not answer.",
            "Trying again for 60 s.",
            "The service answers again.",
            "sky-1 succeeded: 4 of 4 blocks completed.");
  }

  @Test
  void wrongUsageIsTwoAndPointsToTheHelp() {
    assertThat(yardmaster("run")).isEqualTo(2);
    assertThat(err())
        .containsExactly("Missing required parameter: 'FILE'", "Try: yardmaster run --help");

    err.reset();
    assertThat(yardmaster("rum", "sky.yaml")).isEqualTo(2);
    assertThat(yardmaster("run", "sky.yaml", "-p", "threshold")).isEqualTo(2);
    assertThat(yardmaster("run", "sky.yaml", "--workers=0")).isEqualTo(2);
    assertThat(yardmaster("run", "sky.yaml", "--port=70000")).isEqualTo(2);
    assertThat(yardmaster("run", "sky.yaml", "--keep", server())).isEqualTo(2);
    assertThat(yardmaster("run", "sky.yaml", "--data-dir=a;b")).isEqualTo(2);
    assertThat(yardmaster("server", "--data-dir=a;b")).isEqualTo(2);
    assertThat(yardmaster("explain", "sky-1", "--server=ftp://somewhere")).isEqualTo(2);
    assertThat(yardmaster("--prot=9")).isEqualTo(2);
    assertThat(service.asked()).isEmpty();
  }

  @Test
  void helpAndVersionAreZero() {
    assertThat(yardmaster("--help")).isZero();
    assertThat(out())
        .anyMatch(line -> line.contains("server"))
        .anyMatch(line -> line.contains("explain"))
        .anyMatch(line -> line.startsWith("  3   the run was cancelled"));

    out.reset();
    assertThat(yardmaster("--version")).isZero();
    assertThat(out().getFirst()).startsWith("yardmaster ");
  }
}
