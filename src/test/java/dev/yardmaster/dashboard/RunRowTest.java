package dev.yardmaster.dashboard;

import static org.assertj.core.api.Assertions.assertThat;

import dev.yardmaster.scheduler.RunId;
import dev.yardmaster.scheduler.RunState;
import dev.yardmaster.scheduler.task.Counters;
import dev.yardmaster.scheduler.view.RunSummary;
import org.junit.jupiter.api.Test;

class RunRowTest {

  private static final long SUBMITTED = 1_700_000_000_000L;

  private static RunRow row(RunState state, Counters counters) {
    return RunRow.of(
        new RunSummary(1, new RunId("sky-1"), "sky", state, null, SUBMITTED, null, counters),
        SUBMITTED + 5_000);
  }

  @Test
  void aFailedRunIsAllSettledAndSaysHow() {
    Counters counters = new Counters(24, 0, 0, 2, 1, 21, 0, 0, 3, 3, 0, 0);

    RunRow row = row(RunState.FAILED, counters);

    assertThat(row.percent()).isEqualTo(100);
    assertThat(row.blocks()).isEqualTo("24 of 24");
    assertThat(row.lost()).isEqualTo("1 failed, 21 orphaned");
    assertThat(row.bar().text()).isEqualTo("2 completed, 1 failed, 21 orphaned");
  }

  @Test
  void whatIsNotSettledShowsAsOne() {
    RunRow row = row(RunState.RUNNING, new Counters(65, 50, 4, 10, 0, 0, 1, 0, 5, 1, 0, 1));

    assertThat(row.lost()).isNull();
    assertThat(row.bar().text()).isEqualTo("10 completed, 55 pending");
  }
}
