package dev.yardmaster.scheduler;

import static dev.yardmaster.scheduler.PipelineBuilder.pipeline;
import static dev.yardmaster.scheduler.TaskBuilder.task;
import static org.assertj.core.api.Assertions.assertThat;

import dev.yardmaster.scheduler.view.RunView.TaskState;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The plain course of a run. */
class SchedulerStoryTest {

  @RegisterExtension final Yard yard = new Yard();

  @Test
  void oneWorkerFinishesAChain() {
    WorkerId worker = yard.client("w");
    RunId run = yard.submit(pipeline("p", task("a").blocks(2), task("b").blocks(2).matching("a")));
    yard.asks(worker);
    for (int i = 0; i < 6 && yard.run(run).state() == RunState.RUNNING; i++) {
      if (yard.held(worker).isEmpty()) {
        yard.asks(worker);
      } else {
        yard.completesAndAsks(worker);
      }
    }
    assertThat(yard.run(run).state()).isEqualTo(RunState.SUCCEEDED);
    assertThat(yard.task(run, "a").state()).isEqualTo(TaskState.DONE);
    assertThat(yard.counters(run, "b").completed()).isEqualTo(2);
    assertThat(yard.counters(run, "b").workerStarts()).isEqualTo(1);
  }
}
