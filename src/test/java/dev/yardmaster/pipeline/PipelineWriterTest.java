package dev.yardmaster.pipeline;

import static dev.yardmaster.pipeline.PipelineFixture.withoutServiceBudget;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

class PipelineWriterTest {

  /** Printed with every failure; change it to try other pipelines. */
  private static final long SEED = 20_260_704;

  @Test
  void everyDefaultIsWrittenOut() {
    Pipeline pipeline =
        withoutServiceBudget().valid("{name: p, tasks: [{id: t, blocks: 4, command: [a]}]}");

    Map<String, Object> written = PipelineWriter.tree(pipeline);

    assertThat(written)
        .hasToString(
            String.valueOf(
                PipelineFixture.tree(
                    """
                    name: p
                    on_abandon: stop
                    tasks:
                      - id: t
                        blocks: 4
                        max_workers: 1
                        max_worker_restarts: 10
                        max_retries: 2
                        block_timeout: 10m
                        ask_within: 10m
                        min_binding: 0s
                        block_failure: ends_worker
                        command: [a]
                        mode: per_block
                    """)));
    assertThat(withoutServiceBudget().valid(written)).isEqualTo(pipeline);
  }

  @Test
  void aBudgetOfNothingIsNotNoBudget() {
    Pipeline pipeline =
        withoutServiceBudget().valid("{name: p, resources: {cpu: 0}, tasks: [{id: t, blocks: 1}]}");

    assertThat(pipeline.resources()).isEqualTo(Resources.NONE);
    assertThat(withoutServiceBudget().valid(PipelineWriter.tree(pipeline))).isEqualTo(pipeline);
  }

  @Test
  void randomPipelinesComeBackEqual() {
    RandomPipelines random = new RandomPipelines(new Random(SEED));
    for (int round = 0; round < 1_000; round++) {
      Map<String, Object> document = random.document();
      Pipeline pipeline = withoutServiceBudget().valid(document);
      Map<String, Object> written = PipelineWriter.tree(pipeline);

      Pipeline again = withoutServiceBudget().valid(written);

      assertThat(again).as("seed %d, round %d", SEED, round).isEqualTo(pipeline);
      assertThat(PipelineWriter.tree(again)).isEqualTo(written);
      assertThat(PipelineWriter.digest(again)).isEqualTo(PipelineWriter.digest(pipeline));
    }
  }

  @Test
  void theDigestIsTheSameHoweverADocumentIsWritten() {
    String digest = digest("{name: p, params: {a: 1, b: x}, tasks: [{id: t, blocks: 4}]}");

    assertThat(digest).matches("[0-9a-f]{64}");
    assertThat(digest("{tasks: [{blocks: 4.0, id: t}], params: {b: x, a: 1}, name: p}"))
        .isEqualTo(digest);
    assertThat(
            digest(
                "{name: p, params: {a: 1, b: x}, tasks: [{id: t, blocks: 4, block_timeout:"
                    + " PT600S}]}"))
        .isEqualTo(digest);
  }

  @Test
  void theDigestTellsDocumentsApart() {
    assertThat(
            List.of(
                digest("{name: p, params: {a: 1, b: x}, tasks: [{id: t, blocks: 4}]}"),
                digest("{name: p, params: {a: '1', b: x}, tasks: [{id: t, blocks: 4}]}"),
                digest("{name: p, params: {a: 1.0, b: x}, tasks: [{id: t, blocks: 4}]}"),
                digest("{name: p, params: {a: x, b: 1}, tasks: [{id: t, blocks: 4}]}"),
                digest("{name: p, params: {a: 1, b: x}, tasks: [{id: t, blocks: 5}]}"),
                digest("{name: p, tasks: [{id: t, blocks: 4, command: [a, bc]}]}"),
                digest("{name: p, tasks: [{id: t, blocks: 4, command: [ab, c]}]}")))
        .doesNotHaveDuplicates();
  }

  private static String digest(String yaml) {
    return PipelineWriter.digest(withoutServiceBudget().valid(yaml));
  }
}
