package dev.yardmaster.cli.progress;

import static dev.yardmaster.cli.client.RunJson.run;
import static org.assertj.core.api.Assertions.assertThat;

import dev.yardmaster.cli.client.RunJson;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class LineProgressTest {

  private final ByteArrayOutputStream written = new ByteArrayOutputStream();
  private final Progress progress =
      new LineProgress(new PrintStream(written, true, StandardCharsets.UTF_8));

  private void at(double seconds, RunJson run) {
    progress.show(run.read(), Duration.ofMillis((long) (seconds * 1000)));
  }

  private List<String> lines() {
    return written.toString(StandardCharsets.UTF_8).lines().toList();
  }

  @Test
  void aLineEveryFiveSecondsWithWhatChanged() {
    at(0.2, run("sky-1", "running").running("detect", 0, 2, 64, 2).running("report", 0, 0, 1, 0));
    at(4.9, run("sky-1", "running").running("detect", 11, 2, 64, 2).running("report", 0, 0, 1, 0));
    at(5.0, run("sky-1", "running").running("detect", 12, 2, 64, 2).running("report", 0, 0, 1, 0));
    at(7.0, run("sky-1", "running").running("detect", 20, 2, 64, 2).running("report", 0, 0, 1, 0));
    at(10.0, run("sky-1", "running").running("detect", 13, 1, 64, 1).running("report", 0, 0, 1, 0));
    at(12.0, run("sky-1", "succeeded").done("detect", 64, 0).done("report", 1, 0));

    assertThat(lines())
        .containsExactly(
            "[0:05] detect 12/64, 2 workers, 2.4 blocks/s",
            "[0:10] detect 13/64, 1 worker, 0.20 blocks/s",
            "[0:12] detect 64/64, done | report 1/1, done");
  }

  @Test
  void nothingIsSaidWhileNothingChanges() {
    at(5, run("sky-1", "running").running("detect", 3, 2, 64, 2));
    at(10, run("sky-1", "running").running("detect", 3, 2, 64, 2));
    at(14, run("sky-1", "running").running("detect", 3, 2, 64, 2));

    assertThat(lines()).containsExactly("[0:05] detect 3/64, 2 workers, 0.60 blocks/s");
  }

  @Test
  void theLastLineHasTheFinalCountersHoweverSoonItComes() {
    at(5, run("sky-1", "running").running("detect", 60, 2, 64, 2).running("report", 0, 0, 1, 0));
    at(
        5.1,
        run("sky-1", "failed")
            .done("detect", 61, 3)
            .abandoned("report", "upstream_abandoned", 0, 0, 1));

    assertThat(lines().getLast())
        .isEqualTo(
            "[0:05] detect 61/64, done, 3 failed | report 0/1, given up: a task before it was,"
                + " 1 orphaned");
  }

  @Test
  void aRunThatWasCompleteBeforeTheFirstLookIsToldInOneLine() {
    at(0.1, run("sky-1", "succeeded").done("detect", 64, 0));

    assertThat(lines()).containsExactly("[0:00] detect 64/64, done");
  }

  @Test
  void aTaskThatEndsFarLaterShowsAClockWithHours() {
    at(3 * 3600 + 2 * 60 + 9, run("sky-1", "succeeded").done("detect", 64, 0));

    assertThat(lines()).containsExactly("[3:02:09] detect 64/64, done");
  }

  @Test
  void aLineNamesSixTasksAndCountsTheOthers() {
    RunJson run = run("sky-1", "running");
    for (int number = 1; number <= 9; number++) {
      run.running("t" + number, 1, 0, 2, 0);
    }
    at(5, run);

    assertThat(lines())
        .containsExactly(
            "[0:05] t1 1/2, 0.20 blocks/s | t2 1/2, 0.20 blocks/s | t3 1/2, 0.20 blocks/s"
                + " | t4 1/2, 0.20 blocks/s | t5 1/2, 0.20 blocks/s | t6 1/2, 0.20 blocks/s"
                + " | and 3 more tasks");
  }

  @Test
  void whyNothingMovesIsSaidOnceForEachReason() {
    String needs = "A worker needs 1 gpu, and only 0 of the service's budget is free.";
    String busy = "All 2 workers that fit work on other tasks.";
    at(1, run("sky-1", "running").waiting("detect", 4, "budget", needs));
    at(10, run("sky-1", "running").waiting("detect", 4, "budget", needs));
    at(11, run("sky-1", "running").waiting("detect", 4, "budget", needs));
    at(40, run("sky-1", "running").waiting("detect", 4, "budget", needs));
    at(41, run("sky-1", "running").waiting("detect", 4, "workers_busy", busy));

    assertThat(lines())
        .containsExactly(
            "[0:11] no block has ended for a while: detect: " + needs,
            "[0:41] no block has ended for a while: detect: " + busy);
  }

  @Test
  void aReasonThatGoesToAndFroIsNotSaidMoreOftenThanOtherLines() {
    at(1, run("sky-1", "running").running("detect", 0, 1, 4, 0));
    at(11, run("sky-1", "running").running("detect", 0, 1, 4, 0));
    at(12, run("sky-1", "running").running("detect", 0, 2, 4, 0));
    at(13, run("sky-1", "running").running("detect", 0, 1, 4, 0));
    at(16, run("sky-1", "running").running("detect", 0, 2, 4, 0));

    assertThat(lines())
        .containsExactly(
            "[0:11] no block has ended for a while: detect: 1 block in work.",
            "[0:16] no block has ended for a while: detect: 2 blocks in work.");
  }

  @Test
  void aTaskThatWaitsForOthersIsNotNamedBesideThem() {
    at(1, stuck());
    at(11, stuck());

    assertThat(lines())
        .containsExactly(
            "[0:11] no block has ended for a while: detect: No worker offers the tags gpu.");
  }

  private static RunJson stuck() {
    return run("sky-1", "running")
        .waiting("detect", 4, "no_worker_with_tags", "No worker offers the tags gpu.")
        .waiting("report", 1, "upstream", "Its blocks wait for task detect to be done.");
  }
}
