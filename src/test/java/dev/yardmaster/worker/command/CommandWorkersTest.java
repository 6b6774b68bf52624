package dev.yardmaster.worker.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.yardmaster.worker.command.FakeService.Offer;
import dev.yardmaster.worker.command.FakeService.Released;
import dev.yardmaster.worker.command.WorkerEvent.Refused;
import dev.yardmaster.worker.command.WorkerEvent.Replaced;
import dev.yardmaster.worker.command.WorkerEvent.Retrying;
import dev.yardmaster.worker.command.process.Processes;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A service that goes away, forgets and refuses; workers that are told to stop. */
class CommandWorkersTest {

  private static final Duration SOON = Duration.ofSeconds(30);

  private static final Timing QUICK =
      new Timing(
          Duration.ofMillis(10),
          Duration.ofMillis(100),
          Duration.ofMillis(300),
          Duration.ofSeconds(20),
          Duration.ofMinutes(1));

  /** Tells that it began, and ends when the test says so. */
  private static final String UNTIL_TOLD =
      "echo $$ >began; while ! test -e go; do sleep 0.02; done; ";

  @TempDir Path directory;
  private final List<WorkerEvent> events = new CopyOnWriteArrayList<>();
  private FakeService service;
  private CommandWorkers workers;

  @BeforeEach
  void startService() throws IOException {
    service = new FakeService();
  }

  @AfterEach
  void stop() {
    workers.close();
    service.close();
  }

  @Test
  void waitsForAServiceThatIsNotThereYet() throws IOException {
    service.goAway();
    start(1);
    await().atMost(SOON).until(() -> count(Retrying.class) >= 3);
    assertThat(((Retrying) events.getFirst()).cause())
        .isEqualTo(service.uri() + " cannot be reached; does the service run?");

    service.comeBack();

    await().atMost(SOON).until(() -> service.registrations().size() == 1);
  }

  @Test
  void aRestartOfTheServiceDuringABlockCostsNothing() throws IOException {
    service.offer(sh("per_block", 1, UNTIL_TOLD));
    start(1);
    awaitBegun();

    service.goAway();
    Files.createFile(directory.resolve("go"));
    await().atMost(SOON).until(() -> count(Retrying.class) >= 2);
    service.comeBack();

    await().atMost(SOON).until(() -> service.unbound().size() == 1);
    assertThat(service.released()).extracting(Released::outcome).containsExactly("accepted");
    assertThat(service.registrations()).hasSize(1);
  }

  @Test
  void aServiceThatIsBusyIsAskedAgain() {
    service.refuseNext(3, 503);
    start(1);

    await().atMost(SOON).until(() -> service.registrations().size() == 1);
    assertThat(events).filteredOn(Retrying.class::isInstance).hasSize(3);
    assertThat(((Retrying) events.getFirst()).cause()).isEqualTo("HTTP 503: the database is away");
  }

  @ParameterizedTest
  @ValueSource(strings = {"acquire", "release", "unbind", "register", "heartbeat"})
  void anAnswerThatIsLostOnTheWayIsAskedForAgain(String call) {
    service.loseReplies(call, 2);
    service.offer(sh("per_block", 3, "exit 0"));
    start(1);

    await().atMost(SOON).until(() -> service.unbound().size() == 1);

    assertThat(service.released())
        .allMatch(Released::ok)
        .allMatch(r -> r.outcome().equals("accepted"));
    assertThat(service.released()).extracting(Released::lease).doesNotContainNull();
    assertThat(service.released().stream().map(Released::lease).distinct()).hasSize(3);
  }

  @Test
  void aForgottenWorkerKillsItsProcessAndRegistersAgain() {
    service.offer(sh("stream", 1, "echo $$ >began; sleep 1000"));
    start(1);
    long pid = awaitBegun();

    service.forgetWorkers();

    await().atMost(SOON).until(() -> service.registrations().size() == 2);
    assertThat(Processes.runs(pid)).isFalse();
    assertThat(count(Replaced.class)).isEqualTo(1);
    service.offer(sh("per_block", 1, "exit 0"));
    await().atMost(SOON).until(() -> service.released().size() == 1);
  }

  @Test
  void anIdleWorkerThatIsForgottenRegistersAgain() {
    start(1);
    await().atMost(SOON).until(() -> service.registrations().size() == 1);

    service.forgetWorkers();

    await().atMost(SOON).until(() -> service.registrations().size() == 2);
  }

  @Test
  void aRefusedWorkerEndsAndSaysWhy() {
    service.refuseNext(1, 401);
    start(1);

    assertThat(workers.awaitEnd(SOON)).isTrue();
    assertThat(workers.refusal()).contains("HTTP 401: the database is away");
    assertThat(count(Refused.class)).isEqualTo(1);
  }

  @Test
  void heartbeatsGoOnWhileABlockRuns() throws IOException {
    service.offer(sh("per_block", 1, UNTIL_TOLD));
    start(1);
    awaitBegun();
    int before = service.beats();

    await().atMost(SOON).until(() -> service.beats() >= before + 5);

    Files.createFile(directory.resolve("go"));
    await().atMost(SOON).until(() -> service.unbound().size() == 1);
  }

  @ParameterizedTest
  @ValueSource(strings = {"per_block", "stream"})
  void stopFinishesTheBlockInHandAndTakesNoOther(String mode) throws IOException {
    service.offer(sh(mode, 5, UNTIL_TOLD + "echo '{\"ok\": true}'"));
    start(1);
    awaitBegun();

    CompletableFuture<Boolean> stopped = CompletableFuture.supplyAsync(() -> workers.stop(SOON));
    int before = service.beats();
    await().atMost(SOON).until(() -> service.beats() >= before + 3);
    assertThat(stopped).isNotDone();
    Files.createFile(directory.resolve("go"));

    assertThat(stopped.join()).isTrue();
    assertThat(service.released()).extracting(Released::block).containsExactly(0L);
    assertThat(service.released()).allMatch(Released::ok);
    assertThat(service.left()).hasSize(1);
  }

  @Test
  void stopBreaksOffWhatTakesLongerThanTheLimit() {
    service.offer(sh("per_block", 5, UNTIL_TOLD));
    start(1);
    long pid = awaitBegun();

    assertThat(workers.stop(Duration.ofMillis(50))).isFalse();

    assertThat(Processes.runs(pid)).isFalse();
    assertThat(service.released()).isEmpty();
    assertThat(service.left()).hasSize(1);
  }

  @Test
  void stopEndsAnIdleStreamByItsStdin() throws IOException {
    Offer offer = sh("stream", 1, "while read line; do echo '{\"ok\": true}'; done; echo bye >bye");
    offer.openEnded = true;
    service.offer(offer);
    start(1);
    await().atMost(SOON).until(() -> service.released().size() == 1);

    assertThat(workers.stop(SOON)).isTrue();

    assertThat(Files.readString(directory.resolve("bye"))).isEqualTo("bye\n");
    assertThat(service.left()).hasSize(1);
  }

  @Test
  void stopTellsAClientToFinishWhatItHasInHand() throws IOException {
    service.offer(
        sh(
            "client",
            1,
            "trap 'echo told >told; exit 0' TERM; echo $$ >began; while :; do sleep 0.02; done"));
    start(1);
    awaitBegun();

    assertThat(workers.stop(SOON)).isTrue();

    assertThat(directory.resolve("told")).exists();
    assertThat(service.left()).hasSize(1);
  }

  @Test
  void aClientWhoseBindingIsOverGetsSomeTimeToEndAndIsThenStopped() {
    service.offer(
        new Offer(
                "client",
                1,
                List.of(
                    "python3",
                    "-c",
                    """
                    import json, os, time, urllib.request
                    base = os.environ["YARDMASTER_URL"] + "/api/v1/workers/"
                    def call(name, body):
                        request = urllib.request.Request(
                            base + os.environ["YARDMASTER_WORKER"] + "/" + name,
                            json.dumps(body).encode(),
                            {"Authorization": "Bearer " + os.environ["YARDMASTER_TOKEN"]})
                        return json.load(urllib.request.urlopen(request))
                    work = call("acquire", {"max_blocks": 1, "wait": "PT20S"})
                    call("release", {"results": [{"lease": work["blocks"][0]["lease"], "ok": True}]})
                    time.sleep(1000)
                    """))
            .in(directory));
    Timing impatient =
        new Timing(
            QUICK.firstPause(),
            QUICK.longestPause(),
            QUICK.killGrace(),
            Duration.ofMillis(100),
            QUICK.overdueMargin());
    workers = new CommandWorkers(settings(1), events::add, impatient);
    workers.start();

    await().atMost(SOON).until(() -> service.unbound().size() == 1);

    assertThat(service.unbound().getFirst().clean()).isTrue();
    assertThat(service.unbound().getFirst().exitCode()).isEqualTo(143);
    assertThat(service.unbound().getFirst().reason())
        .startsWith("its task is finished; its process was stopped, exit code 143");
  }

  @Test
  void stopIsQuickWhileTheServiceIsAway() {
    service.goAway();
    start(2);
    await().atMost(SOON).until(() -> count(Retrying.class) >= 2);

    assertThat(workers.stop(Duration.ofSeconds(10))).isTrue();
  }

  @Test
  void everySlotIsAWorker() {
    for (int i = 0; i < 4; i++) {
      service.offer(sh("per_block", 5, "exit 0"));
    }
    start(3);

    await().atMost(SOON).until(() -> service.unbound().size() == 4);

    assertThat(service.registrations())
        .extracting(registration -> registration.path("name").stringValue())
        .containsExactlyInAnyOrder("laptop-1", "laptop-2", "laptop-3");
    assertThat(service.released()).hasSize(20).allMatch(Released::ok);
  }

  @Test
  void theLogDirectoryGetsAFilePerWorker() throws IOException {
    service.offer(sh("per_block", 1, "echo to stdout; echo to stderr >&2"));
    Path logs = directory.resolve("logs");
    workers = new CommandWorkers(settings(1).withLogDirectory(logs), events::add, QUICK);
    workers.start();
    await().atMost(SOON).until(() -> service.unbound().size() == 1);

    assertThat(workers.stop(SOON)).isTrue();

    assertThat(Files.readString(logs.resolve("laptop-1.log")))
        .contains("--- sky-1/detect block 0, attempt 1\n", "to stdout\n", "to stderr\n");
  }

  @Test
  void settingsAreChecked() {
    start(1);
    assertThatThrownBy(() -> settings(0)).hasMessage("slots must be 1 to 1024, not 0");
    assertThatThrownBy(workers::start).isInstanceOf(IllegalStateException.class);
  }

  private void start(int slots) {
    workers = new CommandWorkers(settings(slots), events::add, QUICK);
    workers.start();
  }

  private CommandWorkerSettings settings(int slots) {
    return CommandWorkerSettings.of(service.uri(), "laptop", Set.of(), slots);
  }

  private long awaitBegun() {
    Path began = directory.resolve("began");
    await().atMost(SOON).until(() -> !Processes.pidsIn(began).isEmpty());
    return Processes.pidsIn(began).getFirst();
  }

  private int count(Class<? extends WorkerEvent> kind) {
    return (int) events.stream().filter(kind::isInstance).count();
  }

  private Offer sh(String mode, int blocks, String script) {
    return new Offer(mode, blocks, List.of("sh", "-c", script)).in(directory);
  }
}
