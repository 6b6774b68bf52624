package dev.yardmaster.scheduler;

import static dev.yardmaster.scheduler.PipelineBuilder.pipeline;
import static dev.yardmaster.scheduler.TaskBuilder.task;
import static org.assertj.core.api.Assertions.assertThat;

import dev.yardmaster.pipeline.Resources;
import dev.yardmaster.scheduler.command.Command;
import dev.yardmaster.scheduler.view.CensusView;
import dev.yardmaster.scheduler.view.CensusView.WaitingGroup;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** The service in numbers. */
class CensusTest {

  private final Yard yard = new Yard();

  private CensusView census() {
    return yard.scheduler().census(yard.now());
  }

  @Test
  void nobodyIsThereAtFirst() {
    assertThat(census().workers()).isEmpty();
    assertThat(census().waiting()).isEmpty();
    assertThat(census().resources()).isEmpty();
  }

  private void serviceHas(long each) {
    yard.execute(new Command.SetServiceBudget(Resources.of(Map.of("cpu", each, "ram", each))));
  }

  @Test
  void aTaskIsCountedWithEachOfItsReasonsOnce() {
    serviceHas(9);
    yard.submit(
        pipeline(
            "p", task("a").blocks(3).requires("cpu", 9).requires("ram", 9), task("b").all("a")));
    serviceHas(4);

    assertThat(census().waiting())
        .containsExactly(
            new WaitingGroup("p", "infeasible", 1),
            new WaitingGroup("p", "no_worker_with_tags", 1),
            new WaitingGroup("p", "upstream", 1));
  }

  /** More waiting tasks than anybody can work out the reasons of between two batches. */
  @Test
  void whatIsBeyondTheBoundIsCountedAllTheSame() {
    TaskBuilder[] many =
        IntStream.range(0, 500).mapToObj(i -> task("t" + i)).toArray(TaskBuilder[]::new);
    for (int run = 0; run < 5; run++) {
      yard.submit(pipeline("p" + run, many));
    }

    assertThat(census().waiting())
        .contains(
            new WaitingGroup("p3", "no_worker_with_tags", 500),
            new WaitingGroup("p4", WaitingGroup.NOT_ASKED, 500))
        .hasSize(5);
  }
}
