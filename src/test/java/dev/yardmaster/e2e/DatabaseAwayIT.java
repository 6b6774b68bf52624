package dev.yardmaster.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.yardmaster.testing.PostgresServer;
import dev.yardmaster.testing.PostgresServer.Stop;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;

/**
 * Semantics §10 on a real PostgreSQL: it is stopped in order, frozen, and killed, for longer than a
 * worker may be silent, while blocks are in the hands of workers.
 */
class DatabaseAwayIT {

  /** A worker that is silent for so long is lost; while the database is away, none is. */
  private static final Duration LOST_AFTER = Duration.ofSeconds(10);

  private static final Duration AWAY = LOST_AFTER.plusSeconds(5);

  /** A commit that hangs is given up after 10 s; the rest is for a busy machine. */
  private static final Duration LONGEST_CALL = Duration.ofSeconds(25);

  private static final int LOAD_WORKERS = 4;
  private static final int LOAD_BLOCKS = 6_000;
  private static final int COMMAND_BLOCKS = 100;

  private static final String LOAD =
      """
      name: load
      tasks:
        - {id: first, blocks: %1$d, max_workers: 4, tags: [load]}
        - {id: second, blocks: %1$d, max_workers: 4, tags: [load], after: [{task: first}]}
      """
          .formatted(LOAD_BLOCKS);

  private static final String COMMANDS =
      """
      name: commands
      tasks:
        - {id: nap, blocks: %d, max_retries: 0, command: [sleep, "0.3"]}
      """
          .formatted(COMMAND_BLOCKS);

  private static final String HELD =
      """
      name: held
      tasks:
        - {id: long, blocks: 1, max_retries: 0, max_worker_restarts: 0, tags: [long]}
      """;

  private static PostgresServer server;

  @RegisterExtension private final Workshop workshop = new Workshop();

  private final Ledger ledger = new Ledger();
  private final List<LoadWorker> workers = new ArrayList<>();
  private volatile boolean beating = true;

  @BeforeAll
  static void startServer() {
    server = PostgresServer.start();
  }

  @AfterAll
  static void endServer() {
    // Not there where the test is skipped.
    if (server != null) {
      server.close();
    }
  }

  private static String[] settings(String url, String... more) {
    List<String> settings = new ArrayList<>(List.of("--spring.datasource.url=" + url));
    settings.addAll(List.of(more));
    return settings.toArray(String[]::new);
  }

  /** A worker with one block in its hands for as long as the test takes. */
  private record Holder(Api api, String path, String token, String lease) {

    static Holder of(Api api) throws IOException {
      var me =
          api.post(
                  "/api/v1/workers",
                  Map.of("name", "holder", "host", "elsewhere", "tags", List.of("long")))
              .ok();
      String path = "/api/v1/workers/" + me.path("id").asString();
      String token = me.path("token").asString();
      var blocks = api.post(path + "/acquire", token, Map.of("wait", "10s")).ok().path("blocks");
      return new Holder(api, path, token, blocks.path(0).path("lease").asString());
    }

    Api.Answer beat() throws IOException {
      return api.post(path + "/heartbeat", token, Map.of());
    }

    String release() throws IOException {
      var results = List.of(Map.of("lease", lease, "ok", true));
      return api.post(path + "/release", token, Map.of("results", results))
          .ok()
          .path("results")
          .path(0)
          .path("outcome")
          .asString();
    }
  }

  /** As a worker does that is at work: whether it is heard or not. */
  private void beat(Holder holder) {
    while (beating) {
      try {
        holder.beat();
        Thread.sleep(1_000);
      } catch (IOException away) {
        // the next one, then
      } catch (InterruptedException e) {
        return;
      }
    }
  }

  private void startWorkers(Api api, String run) {
    Random random = new Random(1);
    for (int number = 1; number <= LOAD_WORKERS; number++) {
      Random own = new Random(random.nextLong());
      workers.add(new LoadWorker(api, "load-" + number, run, "load", ledger, own));
    }
    workers.forEach(worker -> Thread.ofVirtual().start(worker));
  }

  private void awaitAccepted(int blocks) {
    await()
        .atMost(Program.PATIENCE)
        .until(() -> ledger.size() >= blocks || !ledger.violations().isEmpty());
  }

  private static Api.Answer timed(Api api, String path) {
    long begun = System.nanoTime();
    Api.Answer answer = api.get(path);
    assertThat(Duration.ofNanos(System.nanoTime() - begun)).as(path).isLessThan(LONGEST_CALL);
    return answer;
  }

  /** From here until the database is back, every call says: later. */
  private void assertAway(Api api, Holder holder, String run) throws IOException {
    await("503")
        .atMost(Duration.ofMinutes(1))
        .until(() -> timed(api, "/api/v1/runs/" + run).status() == 503);
    for (String path : List.of("/api/v1/runs/" + run, "/api/v1/runs", "/api/v1/workers")) {
      Api.Answer answer = timed(api, path);
      assertThat(answer.status()).as(path).isEqualTo(503);
      assertThat(answer.retryAfter()).as(path).isPositive();
      assertThat(answer.body().path("code").asString()).isEqualTo("journal_unavailable");
    }
    Api.Answer submitted = api.post("/api/v1/runs", Map.of("name", "late"));
    assertThat(submitted.status()).isIn(503, 422);
    assertThat(holder.beat().status()).isEqualTo(503);
    assertThat(timed(api, "/actuator/health/readiness").status()).isEqualTo(503);
    assertThat(timed(api, "/actuator/health/liveness").status()).isEqualTo(200);
  }

  private void assertBack(Api api, Holder holder, String held) throws IOException {
    await("ready again")
        .atMost(Program.PATIENCE)
        .until(() -> timed(api, "/actuator/health/readiness").status() == 200);
    assertThat(holder.beat().ok()).isNotNull();
    RunPicture.Task task = api.run(held).task("long");
    assertThat(task.counter("processing")).isEqualTo(1);
    assertThat(task.counter("worker_failures")).isZero();
    assertThat(task.alive()).isEqualTo(1);
  }

  private void away(Runnable leave, Runnable comeBack, Api api, Holder holder, String held)
      throws IOException, InterruptedException {
    long left = System.nanoTime();
    leave.run();
    try {
      assertAway(api, holder, held);
      long rest = AWAY.toNanos() - (System.nanoTime() - left);
      TimeUnit.NANOSECONDS.sleep(Math.max(0, rest));
    } finally {
      comeBack.run();
    }
    assertBack(api, holder, held);
  }

  @Test
  @Timeout(value = 15, unit = TimeUnit.MINUTES)
  void nothingEndsAndNothingIsLostWhileTheDatabaseIsAway() throws Exception {
    String url = server.newDatabase();
    Service service =
        Service.start(
            workshop,
            workshop.directory(),
            settings(
                url,
                "--yardmaster.workers.embedded.count=1",
                "--yardmaster.workers.lost-after=" + LOST_AFTER.toSeconds() + "s"));
    Api api = service.api();
    String held = api.submit(HELD);
    Holder holder = Holder.of(api);
    Thread.startVirtualThread(() -> beat(holder));
    String load = api.submit(LOAD);
    String commands = api.submit(COMMANDS, workshop.directory());
    startWorkers(api, load);

    awaitAccepted(500);
    away(() -> server.stop(Stop.FAST), server::startAgain, api, holder, held);
    awaitAccepted(ledger.size() + 500);
    away(server::freeze, server::resume, api, holder, held);
    awaitAccepted(ledger.size() + 500);
    server.stop(Stop.IMMEDIATE);
    server.startAgain();
    assertBack(api, holder, held);

    RunPicture loaded = api.ended(load);
    RunPicture commanded = api.ended(commands);
    workers.forEach(LoadWorker::stop);
    assertThat(holder.release()).isEqualTo("accepted");
    beating = false;
    assertThat(ledger.violations()).isEmpty();
    assertThat(ledger.sizes()).isEqualTo(Map.of("first", 6_000L, "second", 6_000L));
    assertCounted(url, loaded, load, Map.of("first", LOAD_BLOCKS, "second", LOAD_BLOCKS));
    assertCounted(url, commanded, commands, Map.of("nap", COMMAND_BLOCKS));
    assertCounted(url, api.ended(held), held, Map.of("long", 1));
  }

  /** By the API, by the rows of the database, and by its audit trail. */
  private static void assertCounted(
      String url, RunPicture picture, String run, Map<String, Integer> tasks) {
    assertThat(picture.state()).as(picture.toString()).isEqualTo("succeeded");
    tasks.forEach(
        (task, blocks) -> {
          assertThat(picture.task(task).counter("completed")).isEqualTo((long) blocks);
          assertThat(picture.task(task).counter("worker_failures")).isZero();
          assertThat(
                  PostgresServer.query(
                      url,
                      "select completed || ' of ' || total || ', ' || worker_failures from task"
                          + " where run_id = '%s' and task_id = '%s'".formatted(run, task)))
              .containsExactly("%1$d of %1$d, 0".formatted(blocks));
        });
    assertThat(PostgresServer.query(url, "select state from run where id = '" + run + "'"))
        .containsExactly("SUCCEEDED");
    assertThat(
            PostgresServer.query(
                url,
                "select message from audit where kind = 'worker_failed' and run_id = '%s'"
                    .formatted(run)))
        .isEmpty();
  }

  @Test
  @Timeout(value = 10, unit = TimeUnit.MINUTES)
  void aStartWaitsForADatabaseThatIsNotThereYet() {
    String url = server.newDatabase();
    server.stop(Stop.FAST);
    Program program;
    try {
      program = yardmaster(settings(url, "--yardmaster.database.wait-at-start=3m"));
      program.awaitOut("PostgreSQL at 127.0.0.1:\\d+/yard\\d+ does not answer: .*up to 180 s");
    } finally {
      server.startAgain();
    }
    program.awaitOut("Yardmaster is ready");
  }

  @Test
  @Timeout(value = 10, unit = TimeUnit.MINUTES)
  void aStartEndsWhereTheDatabaseDoesNotComeAndSaysWhereItLooked() {
    String url = server.newDatabase() + "&password=very-secret";
    server.stop(Stop.FAST);
    Program program;
    try {
      program = yardmaster(settings(url, "--yardmaster.database.wait-at-start=1s"));
      assertThat(program.awaitExit()).isNotZero();
    } finally {
      server.startAgain();
    }
    assertThat(program.err())
        .contains("PostgreSQL at 127.0.0.1:" + server.port() + "/yard")
        .contains("It was waited for 1 s (yardmaster.database.wait-at-start).")
        .contains("see that spring.datasource.url names its host and port");
    assertThat(program.out() + program.err()).doesNotContain("very-secret");
  }

  @Test
  @Timeout(value = 10, unit = TimeUnit.MINUTES)
  void aSecondServiceOnADatabaseIsRefusedAndTakesOverWhenTheFirstIsGone() {
    String url = server.newDatabase();
    Service first = Service.start(workshop, workshop.directory(), settings(url));

    Program second = yardmaster(settings(url, "--yardmaster.database.wait-at-start=1s"));

    assertThat(second.awaitExit()).isNotZero();
    assertThat(second.err())
        .contains("is in use by another Yardmaster (127.0.0.1 since ")
        .contains("Stop that one, or give this one a database of its own");
    assertThat(first.api().get("/api/v1/runs").status()).isEqualTo(200);

    Program third = yardmaster(settings(url, "--yardmaster.database.wait-at-start=3m"));
    third.awaitOut("is in use by another Yardmaster");
    first.kill();
    third.awaitOut("Yardmaster is ready");
  }

  private Program yardmaster(String... settings) {
    List<String> arguments = new ArrayList<>(List.of("server", "--port", "0"));
    arguments.addAll(List.of(settings));
    return workshop.yardmaster(arguments.toArray(String[]::new));
  }
}
