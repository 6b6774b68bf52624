package dev.yardmaster.cli.report;

import static dev.yardmaster.cli.client.RunJson.run;
import static org.assertj.core.api.Assertions.assertThat;

import dev.yardmaster.cli.client.EventAnswer;
import dev.yardmaster.cli.client.FailedBlock;
import dev.yardmaster.cli.client.FailedBlock.Attempt;
import dev.yardmaster.cli.client.PlanAnswer;
import dev.yardmaster.cli.client.PlanAnswer.After;
import dev.yardmaster.cli.client.PlanAnswer.Step;
import dev.yardmaster.cli.client.ProblemAnswer;
import dev.yardmaster.cli.client.RunAnswer;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class ReportTest {

  @Test
  void theSummaryHasEveryTasksFinalCounters() {
    RunAnswer run =
        run("sky-1", "failed")
            .endedAfterSeconds(12)
            .task(
                "detect",
                "done",
                61,
                3,
                0,
                0,
                64,
                0,
                ", \"started_at\": \"2026-03-01T10:00:01Z\", \"ended_at\":"
                    + " \"2026-03-01T10:00:09.2Z\"")
            .abandoned("report", "upstream_abandoned", 0, 0, 1)
            .read();

    assertThat(Summary.lines(run))
        .containsExactly(
            "sky-1 failed after 12.5 s: 61 of 65 blocks completed.",
            "",
            "TASK    STATE                           BLOCKS  COMPLETED  FAILED  ORPHANED"
                + "  WORKER STARTS  RESTARTS  WORKER FAILURES   TIME",
            "detect  done                                64         61       3         0"
                + "              5         3                4  8.2 s",
            "report  given up: a task before it was       1          0       0         1"
                + "              5         3                4      -");
  }

  @Test
  void aCancelledRunSaysWhy() {
    assertThat(
            Summary.headline(
                run("sky-1", "cancelled")
                    .why("timeout of 2h")
                    .endedAfterSeconds(3)
                    .abandoned("detect", "cancelled", 1, 0, 3)
                    .read()))
        .isEqualTo("sky-1 was cancelled (timeout of 2h) after 3.5 s: 1 of 4 blocks completed.");
  }

  @Test
  void failuresOfOneKindAreToldOnce() {
    List<FailedBlock> failed =
        IntStream.of(3, 5, 8)
            .mapToObj(
                block ->
                    new FailedBlock(
                        block,
                        List.of(
                            new Attempt(1, "w-1", "something else"),
                            new Attempt(2, "w-1", "exit code 1\nValueError: bad tile " + block))))
            .toList();
    RunAnswer run = run("sky-1", "failed").done("detect", 61, 3).done("report", 1, 0).read();

    assertThat(new FailureReport(run, Map.of("detect", failed), List.of()).lines())
        .containsExactly(
            "What failed",
            "  detect: 3 blocks failed",
            "Errors",
            "  detect, block 3, attempt 2 (and 2 more like it):",
            "    exit code 1",
            "    ValueError: bad tile 3",
            "What to do",
            "  Repair the cause, then run again. Where a block may fail by chance, raise its task's"
                + " max_retries.");
  }

  @Test
  void workersThatDiedAreToldWhereNoBlockFailed() {
    RunAnswer run =
        run("sky-1", "failed")
            .abandoned("detect", "restart_cap_exhausted", 0, 0, 8)
            .abandoned("report", "upstream_abandoned", 0, 0, 1)
            .read();
    List<EventAnswer> events =
        IntStream.rangeClosed(1, 4)
            .mapToObj(
                n ->
                    new EventAnswer(
                        n, null, "detect", "w-" + n, "worker_failed", "w-" + n + ": exit code 127"))
            .toList();

    assertThat(new FailureReport(run, Map.of(), events).lines())
        .containsExactly(
            "What failed",
            "  detect: given up: no worker starts left (5 of 5 used, 4 worker failures), 8 blocks"
                + " never executed",
            "  report: given up: a task before it was, 1 block never executed",
            "Errors",
            "  detect (and 3 more like it):",
            "    w-1: exit code 127",
            "What to do",
            "  Find out why the workers ended (above). Where that is to be expected, raise"
                + " max_worker_restarts.");
  }

  @Test
  void ofALongErrorTheEndIsShown() {
    ErrorGroups errors = new ErrorGroups();
    errors.add(
        "detect",
        "detect, block 1",
        String.join("\n", IntStream.rangeClosed(1, 20).mapToObj(n -> "line " + n).toList()));

    assertThat(errors.lines())
        .hasSize(14)
        .startsWith("  detect, block 1:", "    … 8 lines before", "    line 9")
        .endsWith("    line 20");
  }

  @Test
  void theMostFrequentErrorComesFirstAndTheRestIsCounted() {
    ErrorGroups errors = new ErrorGroups();
    for (char kind = 'a'; kind <= 'g'; kind++) {
      errors.add("detect", "block of " + kind, "error " + kind);
    }
    errors.add("detect", "another", "error c");

    assertThat(errors.lines())
        .startsWith("  block of c (and 1 more like it):", "    error c", "  block of a:")
        .endsWith("  and 2 more kinds of errors");
  }

  @Test
  void aProblemIsALineWithFilePointerAndCode() {
    assertThat(
            Problems.lines(
                "sky.yaml",
                List.of(
                    new ProblemAnswer.Item("/tasks/2/requires/gpu", "no_budget", "no gpu"),
                    new ProblemAnswer.Item("", "empty_document", "the document is empty"))))
        .containsExactly(
            "sky.yaml: /tasks/2/requires/gpu: no gpu [no_budget]",
            "sky.yaml: the document is empty [empty_document]");
  }

  @Test
  void aPlanIsATableInTheOrderOfWork() {
    PlanAnswer plan =
        new PlanAnswer(
            "sky",
            65,
            Map.of("gpu", 1L, "cpu", 4L),
            List.of(
                new Step(
                    "detect",
                    64,
                    List.of(),
                    "command",
                    "stream",
                    Map.of("cpu", 2L),
                    List.of("linux"),
                    4,
                    2,
                    "the run's budget of cpu"),
                new Step(
                    "report",
                    1,
                    List.of(new After("detect", "all")),
                    "client",
                    null,
                    Map.of(),
                    List.of(),
                    1,
                    1,
                    "max_workers")));

    assertThat(PlanTable.lines(plan))
        .containsExactly(
            "sky is valid: 2 tasks, 65 blocks, a budget of 4 cpu, 1 gpu.",
            "",
            "TASK    BLOCKS  AFTER          WORKERS  LIMITED BY               REQUIRES  TAGS  "
                + " RUNS",
            "detect      64  -                    2  the run's budget of cpu  2 cpu     linux  a"
                + " command, stream",
            "report       1  all of detect        1  max_workers              -         -      its"
                + " workers' own code");
  }

  @Test
  void anExplanationSaysForEachTaskWhatItWaitsFor() {
    RunAnswer run =
        run("sky-1", "running")
            .done("fetch", 4, 0)
            .task(
                "detect",
                "running",
                12,
                0,
                0,
                2,
                64,
                2,
                ", \"waiting\": [{\"code\": \"max_workers_reached\", \"text\": \"All of its 2"
                    + " workers are at work (max_workers).\"}]")
            .waiting("report", 1, "upstream", "Its blocks wait for task detect to be done.")
            .read();

    assertThat(Explanation.lines(run))
        .containsExactly(
            "sky-1 is running: 16 of 69 blocks completed.",
            "  fetch 4/4, done",
            "  detect 12/64, 2 workers, 2 blocks in work; no further worker:",
            "      All of its 2 workers are at work (max_workers).",
            "  report 0/1, no worker; it waits:",
            "      Its blocks wait for task detect to be done.");
  }

  @Test
  void amountsReadWell() {
    assertThat(Words.count(1, "block")).isEqualTo("1 block");
    assertThat(Words.count(0, "block")).isEqualTo("0 blocks");
    assertThat(Words.clock(Duration.ofSeconds(65))).isEqualTo("1:05");
    assertThat(Words.clock(Duration.ofSeconds(3665))).isEqualTo("1:01:05");
    assertThat(Words.took(Duration.ofMillis(59_940))).isEqualTo("59.9 s");
    assertThat(Words.took(Duration.ofSeconds(60))).isEqualTo("1:00");
    assertThat(Words.rate(0.25)).isEqualTo("0.25");
    assertThat(Words.rate(3.84)).isEqualTo("3.8");
    assertThat(Words.rate(1234.4)).isEqualTo("1234");
  }
}
