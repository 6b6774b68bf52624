package dev.yardmaster.scheduler;

import static dev.yardmaster.scheduler.PipelineBuilder.pipeline;
import static dev.yardmaster.scheduler.TaskBuilder.task;
import static org.assertj.core.api.Assertions.assertThat;

import dev.yardmaster.scheduler.command.Outcome;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** What becomes a run, and what is refused because it could never start (semantics §5, §9). */
class SubmissionTest {

  @RegisterExtension final Yard yard = new Yard();

  @Test
  void runsAreNumberedByPipeline() {
    assertThat(yard.submit(pipeline("deepfield", task("a")))).isEqualTo(new RunId("deepfield-1"));
    assertThat(yard.submit(pipeline("other", task("a")))).isEqualTo(new RunId("other-1"));
    assertThat(yard.submit(pipeline("deepfield", task("a")))).isEqualTo(new RunId("deepfield-2"));
  }

  @Test
  void moreThanTheServiceHasIsRefused() {
    yard.serviceBudget("gpu", 1);
    assertThat(reason(pipeline("p", task("ok").requires("gpu", 1), predict(8))))
        .isEqualTo("task \"predict\" requires {gpu: 8} but the global budget only has {gpu: 1}");
  }

  @Test
  void moreThanTheRunHasIsRefused() {
    yard.serviceBudget("gpu", 16);
    assertThat(reason(pipeline("p", predict(8)).budget("gpu", 2)))
        .isEqualTo("task \"predict\" requires {gpu: 8} but the run's budget only has {gpu: 2}");
  }

  @Test
  void moreThanTheServiceHasIsRefusedWhateverTheRunSays() {
    yard.serviceBudget("gpu", 4);
    assertThat(reason(pipeline("p", predict(8)).budget("gpu", 16)))
        .isEqualTo("task \"predict\" requires {gpu: 8} but the global budget only has {gpu: 4}");
  }

  @Test
  void aKeyThatNobodyHasABudgetOfIsRefused() {
    yard.serviceBudget("cpu", 4);
    assertThat(reason(pipeline("p", predict(1)).budget("memory", 4)))
        .contains("predict")
        .contains("gpu");
  }

  @Test
  void needingMoreThanIsFreeRightNowIsNoError() {
    WorkerId worker = yard.serviceBudget("gpu", 4).client("w");
    yard.submit(pipeline("p", predict(4)));
    yard.asks(worker);
    assertThat(yard.used("gpu")).isEqualTo(4);
    assertThat(yard.tries(pipeline("p", predict(4)))).isInstanceOf(Outcome.Submitted.class);
  }

  @Test
  void theSameKeyAndDocumentAreTheSameRun() {
    Outcome first = yard.tries(pipeline("p", task("a")), "key", "digest");
    assertThat(yard.tries(pipeline("p", task("a")), "key", "digest"))
        .isEqualTo(new Outcome.Submitted(new RunId("p-1"), true));
    assertThat(first).isEqualTo(new Outcome.Submitted(new RunId("p-1"), false));
    assertThat(yard.scheduler().runs(null, null, null, 10)).hasSize(1);
  }

  @Test
  void theSameKeyWithAnotherDocumentIsAConflict() {
    yard.tries(pipeline("p", task("a")), "key", "digest");
    assertThat(yard.tries(pipeline("p", task("b")), "key", "another"))
        .isEqualTo(new Outcome.KeyReused(new RunId("p-1")));
  }

  @Test
  void aKeyIsKnownAfterItsRunHasEndedAndTheServiceHasStartedAgain() {
    yard.tries(pipeline("p", task("a")), "key", "digest");
    yard.cancel(new RunId("p-1"));
    yard.restart();
    assertThat(yard.tries(pipeline("p", task("a")), "key", "digest"))
        .isEqualTo(new Outcome.Submitted(new RunId("p-1"), true));
  }

  @Test
  void anotherKeyIsAnotherRun() {
    yard.tries(pipeline("p", task("a")), "one", "digest");
    assertThat(yard.tries(pipeline("p", task("a")), "two", "digest"))
        .isEqualTo(new Outcome.Submitted(new RunId("p-2"), false));
  }

  private static TaskBuilder predict(long gpus) {
    return task("predict").requires("gpu", gpus);
  }

  private String reason(PipelineBuilder pipeline) {
    return ((Outcome.Refused) yard.tries(pipeline)).reason();
  }
}
