package dev.yardmaster.pipeline;

import static dev.yardmaster.pipeline.PipelineFixture.withServiceBudget;
import static dev.yardmaster.pipeline.PipelineFixture.withoutServiceBudget;
import static org.assertj.core.api.Assertions.assertThat;

import dev.yardmaster.pipeline.Pipeline.OnAbandon;
import dev.yardmaster.pipeline.PipelineParser.Result.Valid;
import dev.yardmaster.pipeline.TaskSpec.BlockFailure;
import dev.yardmaster.pipeline.TaskSpec.Blocks;
import dev.yardmaster.pipeline.TaskSpec.Dependency;
import dev.yardmaster.pipeline.TaskSpec.Mode;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class PipelineParserTest {

  /** The document that the reference shows. */
  private static final String DEEPFIELD =
      """
      name: deepfield
      params: {image: sky.pgm, threshold: 80}
      resources: {cpu: 4, gpu: 1}
      timeout: 2h
      on_abandon: finish_reachable
      tasks:
        - id: detect
          blocks: 64
          requires: {cpu: 1}
          tags: [linux]
          max_workers: 4
          max_worker_restarts: 3
          max_retries: 1
          block_timeout: 5m
          block_failure: ends_worker
          command: [python3, detect.py]
          mode: stream
          env: {OMP_NUM_THREADS: "1"}
        - id: merge
          blocks: 1
          after: [{task: detect, blocks: all}]
          command: [python3, merge.py]
      """;

  @Test
  void everyFieldOfTheDocumentArrives() {
    Pipeline pipeline = withoutServiceBudget().valid(DEEPFIELD);

    assertThat(pipeline.name()).isEqualTo("deepfield");
    assertThat(pipeline.params())
        .containsExactly(Map.entry("image", "sky.pgm"), Map.entry("threshold", 80L));
    assertThat(pipeline.resources()).isEqualTo(Resources.of(Map.of("cpu", 4L, "gpu", 1L)));
    assertThat(pipeline.timeout()).isEqualTo(Duration.ofHours(2));
    assertThat(pipeline.onAbandon()).isEqualTo(OnAbandon.FINISH_REACHABLE);
    TaskSpec detect = pipeline.tasks().getFirst();
    assertThat(detect.id()).isEqualTo("detect");
    assertThat(detect.blocks()).isEqualTo(64);
    assertThat(detect.requires()).isEqualTo(Resources.of(Map.of("cpu", 1L)));
    assertThat(detect.tags()).containsExactly("linux");
    assertThat(detect.maxWorkers()).isEqualTo(4);
    assertThat(detect.maxWorkerRestarts()).isEqualTo(3);
    assertThat(detect.maxRetries()).isEqualTo(1);
    assertThat(detect.blockTimeout()).isEqualTo(Duration.ofMinutes(5));
    assertThat(detect.blockFailure()).isEqualTo(BlockFailure.ENDS_WORKER);
    assertThat(detect.command()).containsExactly("python3", "detect.py");
    assertThat(detect.mode()).isEqualTo(Mode.STREAM);
    assertThat(detect.env()).containsExactly(Map.entry("OMP_NUM_THREADS", "1"));
    assertThat(pipeline.tasks().getLast().after())
        .containsExactly(new Dependency("detect", Blocks.ALL));
  }

  @Test
  void whatIsLeftOutHasTheDefaultsOfTheReference() {
    Pipeline pipeline = withoutServiceBudget().valid("{name: p, tasks: [{id: t, blocks: 4}]}");

    assertThat(pipeline.params()).isEmpty();
    assertThat(pipeline.resources()).isNull();
    assertThat(pipeline.timeout()).isNull();
    assertThat(pipeline.onAbandon()).isEqualTo(OnAbandon.STOP);
    TaskSpec task = pipeline.tasks().getFirst();
    assertThat(task.after()).isEmpty();
    assertThat(task.requires()).isEqualTo(Resources.NONE);
    assertThat(task.tags()).isEmpty();
    assertThat(task.maxWorkers()).isEqualTo(1);
    assertThat(task.maxWorkerRestarts()).isEqualTo(10);
    assertThat(task.maxRetries()).isEqualTo(2);
    assertThat(task.blockTimeout()).isEqualTo(Duration.ofMinutes(10));
    assertThat(task.command()).isNull();
    assertThat(task.env()).isEmpty();
  }

  @Test
  void aCommandIsRunPerBlockAndItsWorkerEndsWithAFailedBlock() {
    TaskSpec task = withoutServiceBudget().task("command: [a]");

    assertThat(task.mode()).isEqualTo(Mode.PER_BLOCK);
    assertThat(task.blockFailure()).isEqualTo(BlockFailure.ENDS_WORKER);
    assertThat(task.minBinding()).isZero();
    assertThat(task.workerKind()).isEqualTo(WorkerKind.COMMAND);
  }

  @Test
  void aStreamKeepsItsProcessAfterAFailedBlock() {
    TaskSpec task = withoutServiceBudget().task("command: [a], mode: stream");

    assertThat(task.blockFailure()).isEqualTo(BlockFailure.CONTINUES);
    assertThat(task.minBinding()).isEqualTo(Duration.ofSeconds(30));
  }

  @Test
  void aCommandMaySpeakTheWorkerProtocolItself() {
    TaskSpec task = withoutServiceBudget().task("command: [a], mode: client");

    assertThat(task.mode()).isEqualTo(Mode.CLIENT);
    assertThat(task.blockFailure()).isEqualTo(BlockFailure.CONTINUES);
    assertThat(task.workerKind()).isEqualTo(WorkerKind.COMMAND);
  }

  @Test
  void withoutACommandWorkersBringTheirOwnCode() {
    TaskSpec task = withoutServiceBudget().task("max_retries: 0");

    assertThat(task.mode()).isEqualTo(Mode.CLIENT);
    assertThat(task.blockFailure()).isEqualTo(BlockFailure.CONTINUES);
    assertThat(task.minBinding()).isEqualTo(Duration.ofSeconds(30));
    assertThat(task.workerKind()).isEqualTo(WorkerKind.CLIENT);
  }

  @Test
  void aWorkerMayStayAwayAsLongAsABlockMayTake() {
    assertThat(withoutServiceBudget().task("block_timeout: 3m").askWithin())
        .isEqualTo(Duration.ofMinutes(3));
    assertThat(withoutServiceBudget().task("block_timeout: 3m, ask_within: 10s").askWithin())
        .isEqualTo(Duration.ofSeconds(10));
    assertThat(withoutServiceBudget().task("min_binding: 0s").minBinding()).isZero();
  }

  @Test
  void everythingWrongIsSaidAtOnce() {
    List<Problem> problems =
        withServiceBudget(Map.of("cpu", 4L))
            .problems(
                """
                name: Bad Name
                resource: {cpu: 4}
                tasks:
                  - {id: a, blocks: 8, max_workers: 0, after: [{task: b}]}
                  - {id: b, blocks: 8, max_retries: -1, after: [{task: a}]}
                  - {id: b, blocks: 1.5, requires: {cpu: -1, gpu: 1}, mode: stream}
                  - {id: c, blocks: 8, requires: {cpu: 5}, after: [{task: d}]}
                """);

    assertThat(problems)
        .extracting(problem -> problem.pointer() + " " + problem.code())
        .containsExactlyInAnyOrder(
            "/name invalid_name",
            "/resource unknown_field",
            "/tasks/0/max_workers too_small",
            "/tasks/1/max_retries negative",
            "/tasks/2/id duplicate_id",
            "/tasks/2/blocks not_whole",
            "/tasks/2/requires/cpu negative",
            "/tasks/2/requires/gpu no_budget",
            "/tasks/2/mode mode_without_command",
            "/tasks/3/requires/cpu exceeds_budget",
            "/tasks/3/after/0/task unknown_task",
            "/tasks/0/after/0 cycle");
  }

  @Test
  void moreThanTheServiceHasIsRefusedInTheseWords() {
    Problem problem =
        withServiceBudget(Map.of("gpu", 1L))
            .problems("{name: p, tasks: [{id: predict, blocks: 1, requires: {gpu: 8}}]}")
            .getFirst();

    assertThat(problem)
        .isEqualTo(
            new Problem(
                "/tasks/0/requires/gpu",
                "exceeds_budget",
                "task \"predict\" requires {gpu: 8} but the global budget only has {gpu: 1}"));
  }

  @Test
  void moreThanTheRunHasIsRefusedInTheseWords() {
    String document =
        "{name: p, resources: {gpu: 1}, tasks: [{id: predict, blocks: 1, requires: {gpu: 8}}]}";

    assertThat(withServiceBudget(Map.of("gpu", 8L)).problems(document))
        .extracting(Problem::message)
        .containsExactly(
            "task \"predict\" requires {gpu: 8} but the run's budget only has {gpu: 1}");
  }

  @Test
  void aBudgetOfZeroHasNothing() {
    String document =
        "{name: p, resources: {gpu: 0}, tasks: [{id: predict, blocks: 1, requires: {gpu: 1}}]}";

    assertThat(withServiceBudget(Map.of("gpu", 8L)).problems(document))
        .extracting(Problem::message)
        .containsExactly(
            "task \"predict\" requires {gpu: 1} but the run's budget only has {gpu: 0}");
  }

  @Test
  void oneBudgetThatHasTheKeyIsEnough() {
    String ofRun =
        "{name: p, resources: {gpu: 1}, tasks: [{id: t, blocks: 1, requires: {gpu: 1}}]}";
    String ofService =
        "{name: p, resources: {cpu: 1}, tasks: [{id: t, blocks: 1, requires: {gpu: 1}}]}";

    withoutServiceBudget().valid(ofRun);
    withServiceBudget(Map.of("gpu", 1L)).valid(ofService);
  }

  @Test
  void aKeyThatNoBudgetHasIsRefusedWithAGuessAtWhatWasMeant() {
    Problem problem = withServiceBudget(Map.of("gpu", 4L)).problemOfTask("requires: {gpus: 1}");

    assertThat(problem.code()).isEqualTo("no_budget");
    assertThat(problem.message()).contains("requires {gpus: 1}", "did you mean \"gpu\"?");
  }

  @Test
  void zeroAmountsCountAsAbsent() {
    TaskSpec task = withoutServiceBudget().task("requires: {gpu: 0}");

    assertThat(task.requires()).isEqualTo(Resources.NONE);
  }

  @Test
  void needingAllOfABudgetIsNoError() {
    withServiceBudget(Map.of("cpu", 4L)).task("requires: {cpu: 4}, max_workers: 100");
  }

  @Test
  void acceptedDocumentsAreReadWhateverTheBudgetIsNow() {
    Object tree =
        PipelineFixture.tree("{name: p, tasks: [{id: t, blocks: 1, requires: {gpu: 8}}]}");

    assertThat(PipelineParser.ofAccepted().parse(tree, Map.of())).isInstanceOf(Valid.class);
  }

  @Test
  void blocksMatchWhereCountsAreEqual() {
    Pipeline pipeline =
        withoutServiceBudget()
            .valid(
                "{name: p, tasks: [{id: b, blocks: 4, after: [{task: a}]}, {id: a, blocks: 4}]}");

    assertThat(pipeline.tasks().getFirst().after())
        .containsExactly(new Dependency("a", Blocks.MATCHING));
  }

  @Test
  void unequalCountsAreNamed() {
    List<Problem> problems =
        withoutServiceBudget()
            .problems(
                "{name: p, tasks: [{id: a, blocks: 4}, {id: b, blocks: 1, after: [{task: a}]}]}");

    assertThat(problems)
        .extracting(Problem::message)
        .containsExactly(
            "task \"b\" has 1 blocks and waits for task \"a\" with 4; "
                + "write blocks: all if every block shall wait for all of them");
  }

  @Test
  void aCommandInOneLineIsRefusedWithItsWords() {
    assertThat(withoutServiceBudget().problemOfTask("command: python3 detect.py").message())
        .endsWith("write a list of words such as [python3, detect.py]");
  }

  @Test
  void aNumberIsNoDuration() {
    assertThat(withoutServiceBudget().problemOfTask("block_timeout: 30").message())
        .isEqualTo(
            "\"block_timeout\" of task \"t\" is 30 without a unit; "
                + "write it like 250ms, 30s, 10m, 2h, 1d or PT1H30M");
  }

  @Test
  void aNearMissIsGuessed() {
    assertThat(withoutServiceBudget().problemOfTask("max_worker: 2").message())
        .isEqualTo("task \"t\" has an unknown field \"max_worker\"; did you mean \"max_workers\"?");
    assertThat(withoutServiceBudget().problemOfTask("maxWorkers: 2").message())
        .endsWith("did you mean \"max_workers\"?");
    assertThat(withoutServiceBudget().problemOfTask("depends_on: [a]").message())
        .endsWith("did you mean \"after\"?");
    assertThat(withoutServiceBudget().problemOfTask("colour: red").message())
        .doesNotContain("did you mean")
        .contains("the fields are id, blocks, after");
  }

  @Test
  void shortWordsAreNotGuessedAt() {
    assertThat(
            withoutServiceBudget()
                .problems("{name: p, tasks: [{id: a, blocks: 1, after: [{task: c}]}]}"))
        .extracting(Problem::message)
        .containsExactly(
            "task \"a\" waits for \"c\", which is no task of this pipeline; "
                + "add it or leave the dependency out");
  }

  @Test
  void aNumberInQuotesIsToldSo() {
    assertThat(withoutServiceBudget().problemOfTask("max_retries: '4'").message())
        .endsWith("write a whole number from 0 to 100 without quotes");
  }

  @Test
  void aTaskWithoutAnIdIsNamedByItsNumber() {
    assertThat(withoutServiceBudget().problems("{name: p, tasks: [{blocks: -1}]}"))
        .extracting(Problem::message)
        .containsExactly(
            "tasks[0] has no \"id\"; write a name",
            "\"blocks\" of tasks[0] is -1; write a whole number from 0 to 1099511627776");
  }

  @Test
  void wholeNumbersAreTakenHoweverTheyAreWritten() {
    for (Object number :
        List.of(
            (byte) 4, (short) 4, 4, 4L, 4.0f, 4.0, BigInteger.valueOf(4), new BigDecimal("4.00"))) {
      assertThat(blocks(number)).isEqualTo(4);
    }
    assertThat(blocks(0)).isZero();
    assertThat(blocks(new BigDecimal("1e3"))).isEqualTo(1_000);
    assertThat(blocks(1L << 40)).isEqualTo(1_099_511_627_776L);
  }

  private static long blocks(Object number) {
    return withoutServiceBudget().valid(treeWithBlocks(number)).tasks().getFirst().blocks();
  }

  private static Map<String, Object> treeWithBlocks(Object number) {
    return Map.of("name", "p", "tasks", List.of(Map.of("id", "t", "blocks", number)));
  }

  @Test
  void hugeExponentsCostNothing() {
    assertThat(withoutServiceBudget().problems(treeWithBlocks(new BigDecimal("1e999999999"))))
        .extracting(Problem::code)
        .containsExactly("too_large");
    assertThat(withoutServiceBudget().problems(treeWithBlocks(new BigDecimal("1e-999999999"))))
        .extracting(Problem::code)
        .containsExactly("not_whole");
  }

  @Test
  void theGreatestAllowedOfEverythingIsAllowed() {
    withServiceBudget(Map.of("r", (1L << 53) - 1))
        .task(
            "requires: {r: 9007199254740991}, max_workers: 1000000, max_worker_restarts: 1000000,"
                + " max_retries: 100, block_timeout: 365d, min_binding: 365d, ask_within:"
                + " PT0.000000001S");
    withoutServiceBudget().valid("{name: " + "p".repeat(63) + ", tasks: [{id: t, blocks: 0}]}");
  }

  @Test
  void variablesOfACommandAreText() {
    TaskSpec task =
        withoutServiceBudget().task("command: [a], env: {A: 1, B: true, C: 0.5, D: '', E: no}");

    assertThat(task.env())
        .containsExactly(
            Map.entry("A", "1"),
            Map.entry("B", "true"),
            Map.entry("C", "0.5"),
            Map.entry("D", ""),
            Map.entry("E", "no"));
  }

  @Test
  void aMessageRepeatsNoTerminalCodesAndNoLongTexts() {
    Problem problem = withoutServiceBudget().problemOfTask("\"\\e[31m" + "x".repeat(300) + "\": 1");

    assertThat(problem.message()).contains("\\u001b[31m").doesNotContain("x".repeat(81));
  }

  @Test
  void aFloodOfProblemsIsCounted() {
    StringBuilder fields = new StringBuilder();
    for (int i = 0; i < 1_500; i++) {
      fields.append("unknown").append(i).append(": 1, ");
    }

    List<Problem> problems =
        withoutServiceBudget().problems("{name: p, tasks: [{id: t, blocks: 1}], " + fields + "}");

    assertThat(problems).hasSize(1_001);
    assertThat(problems.getLast().code()).isEqualTo("more_problems");
    assertThat(problems.getLast().message()).startsWith("500 more problems");
  }

  @Test
  void tooManyTasksAreRefusedWithoutAFloodOfConsequences() {
    StringBuilder tasks = new StringBuilder();
    for (int i = 1_000; i >= 0; i--) {
      tasks.append("{id: t").append(i).append(", blocks: 1, after: [{task: t0}]}, ");
    }

    assertThat(withoutServiceBudget().problems("{name: p, tasks: [" + tasks + "]}"))
        .extracting(Problem::code)
        .containsExactly("too_many");
  }
}
