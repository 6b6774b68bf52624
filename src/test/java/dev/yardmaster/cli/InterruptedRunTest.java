package dev.yardmaster.cli;

import static dev.yardmaster.cli.client.RunJson.run;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.yardmaster.YardmasterApplication;
import dev.yardmaster.cli.client.FakeService;
import dev.yardmaster.cli.client.RunJson;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Signals, sent to a real process. */
class InterruptedRunTest {

  private static final Duration LONG = Duration.ofSeconds(60);

  @TempDir private Path directory;

  private FakeService service;
  private Process process;

  @BeforeEach
  void start() throws IOException {
    service = FakeService.start();
    Files.writeString(
        directory.resolve("sky.yaml"), "name: sky\ntasks: [{id: detect, blocks: 4}]\n");
    says("POST /runs", 201, running());
    says("GET /runs/sky-1", 200, running());
    says("GET /runs/sky-1/wait", 200, running());
  }

  @AfterEach
  void stop() throws InterruptedException {
    if (process != null) {
      process.destroyForcibly().waitFor();
    }
    service.close();
  }

  private static RunJson running() {
    return run("sky-1", "running").running("detect", 1, 2, 4, 2);
  }

  private static RunJson cancelled(int alive) {
    return run("sky-1", "cancelled")
        .why("cancelled by a person")
        .task("detect", "abandoned", 1, 0, 3, 0, 4, alive, ", \"reason\": \"cancelled\"");
  }

  private void says(String call, int status, Object body) {
    service.says(call, status, body.toString());
  }

  /** What the service answers to a cancellation, and from then on to those who wait. */
  private void cancelling(int status, RunJson... afterwards) {
    says("POST /runs/sky-1/cancel", status, "{}");
    service.when(
        "POST /runs/sky-1/cancel",
        () -> {
          service.forget("GET /runs/sky-1/wait");
          List.of(afterwards).forEach(run -> says("GET /runs/sky-1/wait", 200, run));
        });
  }

  private void yardmaster(String... arguments) throws IOException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.add("-XX:TieredStopAtLevel=1");
    command.add("-cp");
    command.add(System.getProperty("java.class.path"));
    command.add(YardmasterApplication.class.getName());
    command.addAll(List.of(arguments));
    command.add("--server=" + service.url());
    process =
        new ProcessBuilder(command)
            .directory(directory.toFile())
            .redirectErrorStream(true)
            .redirectOutput(directory.resolve("output").toFile())
            .start();
  }

  private String output() throws IOException {
    return Files.readString(directory.resolve("output"));
  }

  private void awaitCalls(String call) {
    await().atMost(LONG).until(() -> service.calls().contains(call));
  }

  private void signal(String name) throws IOException, InterruptedException {
    Process kill = new ProcessBuilder("kill", "-" + name, Long.toString(process.pid())).start();
    assertThat(kill.waitFor()).isZero();
  }

  private boolean endsWhenSignalled() throws IOException, InterruptedException {
    new ProcessBuilder("kill", "-INT", Long.toString(process.pid())).start().waitFor();
    return !process.isAlive();
  }

  private int exitCode() throws InterruptedException {
    assertThat(process.waitFor(LONG.toSeconds(), TimeUnit.SECONDS)).isTrue();
    return process.exitValue();
  }

  @Test
  void controlCCancelsTheRunWaitsForItsWorkersAndSaysWhatWasDone() throws Exception {
    yardmaster("run", "sky.yaml");
    awaitCalls("GET /runs/sky-1/wait");
    cancelling(202, cancelled(2), cancelled(1), cancelled(0));

    signal("INT");

    assertThat(exitCode()).isEqualTo(3);
    assertThat(service.calls()).containsOnlyOnce("POST /runs/sky-1/cancel");
    assertThat(output().lines())
        .contains(
            "Ctrl-C: cancelling sky-1 at "
                + service.url()
                + ", then its workers stop. Once more ends this at once.",
            "sky-1 was cancelled (cancelled by a person): 1 of 4 blocks completed.",
            "3 blocks were not completed; no worker of the run is left.");
  }

  @Test
  void sigtermDoesTheSame() throws Exception {
    yardmaster("run", "sky.yaml");
    awaitCalls("GET /runs/sky-1/wait");
    cancelling(202, cancelled(0));

    signal("TERM");

    assertThat(exitCode()).isEqualTo(3);
    assertThat(output()).contains("SIGTERM: cancelling sky-1");
  }

  @Test
  void aSecondControlCEndsAtOnce() throws Exception {
    yardmaster("run", "sky.yaml");
    awaitCalls("GET /runs/sky-1/wait");
    cancelling(202, cancelled(2));
    signal("INT");
    awaitCalls("POST /runs/sky-1/cancel");

    // One that follows within a second is taken for the same wish.
    await().atMost(LONG).pollInterval(Duration.ofMillis(300)).until(this::endsWhenSignalled);

    assertThat(exitCode()).isEqualTo(3);
    assertThat(output()).contains("Ending at once");
  }

  @Test
  void aRunThatEndedBeforeItCouldBeCancelledKeepsItsOwnEnd() throws Exception {
    yardmaster("run", "sky.yaml");
    awaitCalls("GET /runs/sky-1/wait");
    cancelling(409, run("sky-1", "succeeded").done("detect", 4, 0));

    signal("INT");

    assertThat(exitCode()).isZero();
    assertThat(output()).contains("sky-1 succeeded: 4 of 4 blocks completed.");
  }

  @Test
  void controlCOnWaitEndsTheWatchingAndNotTheRun() throws Exception {
    yardmaster("wait", "sky-1");
    awaitCalls("GET /runs/sky-1/wait");

    signal("INT");

    assertThat(exitCode()).isEqualTo(130);
    assertThat(service.calls()).doesNotContain("POST /runs/sky-1/cancel");
  }
}
