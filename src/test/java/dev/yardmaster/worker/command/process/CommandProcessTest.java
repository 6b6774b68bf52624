package dev.yardmaster.worker.command.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CommandProcessTest {

  private static final Duration SOON = Duration.ofSeconds(20);

  @TempDir Path directory;
  private ProcessGuard guard;

  @BeforeEach
  void startGuard() throws IOException {
    guard = ProcessGuard.start();
  }

  @AfterEach
  void closeGuard() {
    guard.close();
  }

  @Test
  void theExitCodeIsTheCommandsOwn() throws IOException {
    assertThat(end("exit 0").exitCode()).isEqualTo(0);
    assertThat(end("exit 3").exitCode()).isEqualTo(3);
    assertThat(end("kill -9 $$").exitCode()).isEqualTo(137);
  }

  @Test
  void aMissingProgramIsExitCode127AndSaysSo() throws IOException {
    ProcessEnd end = start(List.of("no-such-program-here"), Map.of()).waitFor(SOON);

    assertThat(end.exitCode()).isEqualTo(127);
    assertThat(end.describe()).contains("command not found").contains("no-such-program-here");
  }

  @Test
  void aMissingWorkingDirectoryIsNamed() {
    ProcessSpec spec =
        new ProcessSpec(List.of("true"), directory.resolve("nowhere"), Map.of(), false);

    assertThatThrownBy(() -> CommandProcess.start(guard, spec, null))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("nowhere")
        .hasMessageContaining("is not there");
  }

  @Test
  void onlyTheLastFourKibibytesOfStderrAreKept() throws IOException {
    ProcessEnd end = end("i=0; while [ $i -lt 20000 ]; do echo line $i; i=$((i+1)); done >&2");

    assertThat(end.stderrTail()).endsWith("line 19999").hasSizeLessThanOrEqualTo(4096);
    assertThat(end.stderrTail()).hasSizeGreaterThan(4000).doesNotContain("line 19000\n");
  }

  @Test
  void stdinIsEmpty() throws IOException {
    assertThat(end("read line && exit 9; exit 4").exitCode()).isEqualTo(4);
  }

  @Test
  void ourOwnConfigurationIsNotPassedOn() throws IOException {
    Map<String, String> environment = Map.of("YARDMASTER_TASK", "detect", "COLOUR", "blue");

    CommandProcess process =
        start(List.of("sh", "-c", "echo $YARDMASTER_TASK $COLOUR >&2"), environment);

    assertThat(process.waitFor(SOON).stderrTail()).isEqualTo("detect blue");
  }

  @ParameterizedTest
  @CsvSource({
    "YARDMASTER_ACCESS_TOKEN, true",
    "SPRING_DATASOURCE_PASSWORD, true",
    "SERVER_SSL_KEY_STORE_PASSWORD, true",
    "SERVER_NAME, false",
    "PATH, false"
  })
  void whatMayHoldPasswordsOfOursIsKeptFromCommands(String variable, boolean kept) {
    assertThat(CommandProcess.isPrivate(variable)).isEqualTo(kept);
  }

  @Test
  void stopKillsAGrandchildThatIgnoresTerm() throws IOException {
    Path pids = directory.resolve("pids");
    CommandProcess process =
        start(
            List.of(
                "sh",
                "-c",
                "trap '' TERM; sh -c 'while :; do sleep 1; done' & echo $$ $! >pids; wait; wait"),
            Map.of());
    await().atMost(SOON).until(() -> Processes.pidsIn(pids).size() == 2);

    ProcessEnd end = process.stop(Duration.ofMillis(100));

    assertThat(end.exitCode()).isEqualTo(137);
    assertThat(end.stoppedByUs()).isTrue();
    await().atMost(SOON).until(() -> Processes.pidsIn(pids).stream().noneMatch(Processes::runs));
  }

  @Test
  void stopGivesAWellBehavedProcessTheTimeToTidyUp() throws IOException {
    Path ready = directory.resolve("ready");
    CommandProcess process =
        start(
            List.of("sh", "-c", "trap 'echo tidy >&2; exit 5' TERM; : >ready; while :; do :; done"),
            Map.of());
    await().atMost(SOON).until(() -> Files.exists(ready));

    ProcessEnd end = process.stop(SOON);

    assertThat(end.exitCode()).isEqualTo(5);
    assertThat(end.stderrTail()).isEqualTo("tidy");
  }

  @Test
  void whatACommandLeavesBehindEndsWithIt() throws IOException {
    Path pids = directory.resolve("pids");

    ProcessEnd end = end("sleep 1000 & echo $! >pids");

    assertThat(end.exitCode()).isEqualTo(0);
    assertThat(Processes.pidsIn(pids)).hasSize(1);
    await().atMost(SOON).until(() -> Processes.pidsIn(pids).stream().noneMatch(Processes::runs));
  }

  @Test
  void closingTheGuardKillsWhatStillRuns() throws IOException {
    CommandProcess process = start(List.of("sleep", "1000"), Map.of());

    guard.close();

    assertThat(process.waitFor(SOON)).isNotNull();
  }

  @Test
  void aGuardThatWasKilledIsReplaced() throws IOException {
    ProcessHandle shell = guard.shell();
    shell.destroyForcibly();
    shell.onExit().join();

    CommandProcess process = start(List.of("sleep", "1000"), Map.of());

    assertThat(process.stop(SOON).exitCode()).isEqualTo(143);
  }

  @Test
  void perlStandsInWhereSetsidIsMissing() throws IOException {
    assumeTrue(Files.isExecutable(Path.of("/usr/bin/perl")));
    guard.close();
    guard = ProcessGuard.start(ProcessGuard.perlSession("/usr/bin/perl"));

    assertAGrandchildDiesWithItsParent();
  }

  @Test
  void withoutEitherTheKnownDescendantsAreKilled() throws IOException {
    guard.close();
    guard = ProcessGuard.start(List.of());

    assertAGrandchildDiesWithItsParent();
  }

  @Test
  void aTidiedTemporaryDirectoryIsMadeAgain() throws IOException {
    Files.delete(guard.directory());

    assertThat(end("exit 0").exitCode()).isEqualTo(0);
  }

  @Test
  void theLogHoldsBothOutputsAndIsBounded() throws IOException {
    Path file = directory.resolve("logs/worker-1.log");
    try (OutputLog log = new OutputLog(file, 1000)) {
      log.heading("first");
      ProcessSpec spec =
          new ProcessSpec(
              List.of("sh", "-c", "echo to stdout; echo to stderr >&2"),
              directory,
              Map.of(),
              false);
      CommandProcess.start(guard, spec, log).waitFor(SOON);
      await().atMost(SOON).until(() -> Files.readString(file).contains("to stdout"));
      assertThat(Files.readString(file)).contains("--- first", "to stderr");

      byte[] much = "x".repeat(600).getBytes();
      log.write(much, much.length);
      log.write(much, much.length);
    }
    assertThat(Files.size(file)).isEqualTo(600);
    assertThat(Files.readString(file.resolveSibling("worker-1.log.1"))).contains("--- first");
  }

  private void assertAGrandchildDiesWithItsParent() throws IOException {
    Path pids = directory.resolve("pids");
    CommandProcess process =
        start(List.of("sh", "-c", "sleep 1000 & echo $$ $! >pids; wait"), Map.of());
    await().atMost(SOON).until(() -> Processes.pidsIn(pids).size() == 2);

    assertThat(process.stop(SOON).exitCode()).isEqualTo(143);

    await().atMost(SOON).until(() -> Processes.pidsIn(pids).stream().noneMatch(Processes::runs));
  }

  private ProcessEnd end(String script) throws IOException {
    return start(List.of("sh", "-c", script), Map.of()).waitFor(SOON);
  }

  private CommandProcess start(List<String> command, Map<String, String> environment)
      throws IOException {
    return CommandProcess.start(
        guard, new ProcessSpec(command, directory, environment, false), null);
  }
}
