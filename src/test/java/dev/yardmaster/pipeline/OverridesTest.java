package dev.yardmaster.pipeline;

import static dev.yardmaster.pipeline.PipelineFixture.withoutServiceBudget;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class OverridesTest {

  private static final String DOCUMENT =
      """
      name: p
      params: {image: sky.pgm, threshold: 80, gain: 1.5, fast: true}
      tasks: [{id: t, blocks: 1}]
      """;

  @Test
  void takeTheTypeOfTheDocument() {
    assertThat(overridden("image", "80")).isEqualTo("80");
    assertThat(overridden("image", "true")).isEqualTo("true");
    assertThat(overridden("image", "")).isEqualTo("");
    assertThat(overridden("threshold", "90")).isEqualTo(90L);
    assertThat(overridden("threshold", "-7")).isEqualTo(-7L);
    assertThat(overridden("threshold", "0.25")).isEqualTo(0.25);
    assertThat(overridden("gain", "2e3")).isEqualTo(2000.0);
    assertThat(overridden("fast", "false")).isEqualTo(false);
  }

  @Test
  void keepTheOrderOfTheDocument() {
    Pipeline pipeline = withoutServiceBudget().override("image", "m31.pgm").valid(DOCUMENT);

    assertThat(pipeline.params().keySet()).containsExactly("image", "threshold", "gain", "fast");
  }

  @Test
  void ofAnotherTypeAreRefused() {
    for (String noNumber : List.of("much", "", "NaN", "Infinity", "0x10", "1d", " 1", "1,5")) {
      assertThat(problem("threshold", noNumber).code()).isEqualTo("wrong_type");
    }
    for (String noTruth : List.of("yes", "1", "True", "")) {
      assertThat(problem("fast", noTruth).code()).isEqualTo("wrong_type");
    }
    assertThat(problem("threshold", "much"))
        .isEqualTo(
            new Problem(
                "/params/threshold",
                "wrong_type",
                "\"params.threshold\" of the pipeline is the text \"much\"; "
                    + "write a number, as in the document"));
    assertThat(problem("threshold", "9223372036854775808").code()).isEqualTo("too_large");
    assertThat(problem("gain", "1e99999").code()).isEqualTo("too_large");
    assertThat(problem("image", "a\0b").code()).isEqualTo("invalid_text");
  }

  @Test
  void ofAnUnknownParamAreRefusedWithAGuess() {
    assertThat(problem("treshold", "90"))
        .isEqualTo(
            new Problem(
                "/params/treshold",
                "unknown_param",
                "\"params.treshold\" of the pipeline is set, but the document does not have it; "
                    + "did you mean \"threshold\"?"));
    assertThat(problem("a/b", "1").pointer()).isEqualTo("/params/a~1b");
  }

  @Test
  void countForTheLimitToo() {
    assertThat(problem("image", "x".repeat(16_384)).code()).isEqualTo("too_long");
  }

  @Test
  void ofADocumentWithoutParamsAreRefused() {
    assertThat(
            withoutServiceBudget()
                .override("a", "1")
                .problems("{name: p, tasks: [{id: t, blocks: 1}]}"))
        .extracting(Problem::code)
        .containsExactly("unknown_param");
  }

  private static Object overridden(String name, String value) {
    return withoutServiceBudget().override(name, value).valid(DOCUMENT).params().get(name);
  }

  private static Problem problem(String name, String value) {
    List<Problem> problems = withoutServiceBudget().override(name, value).problems(DOCUMENT);
    assertThat(problems).hasSize(1);
    return problems.getFirst();
  }
}
