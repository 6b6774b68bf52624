package dev.yardmaster.history;

import static org.assertj.core.api.Assertions.assertThat;

import dev.yardmaster.engine.Journal.TaskRow;
import dev.yardmaster.scheduler.task.Counters;
import dev.yardmaster.testing.Samples;
import org.junit.jupiter.api.Test;

class RatesTest {

  private final Rates rates = new Rates();

  private void done(long completed, long at) {
    done(completed, at, "RUNNING", 1);
  }

  private void done(long completed, long at, String state, int alive) {
    Counters counters = new Counters(1_000, 999 - completed, 1, completed, 0, 0, 0, 0, 1, 0, 0, 0);
    rates.note(new TaskRow(Samples.DETECT, state, null, counters, alive), at);
  }

  @Test
  void blocksASecond() {
    for (int second = 0; second <= 60; second++) {
      done(second * 4L, second * 1_000L);
      rates.pass(second * 1_000L);
    }

    assertThat(rates.rate(Samples.DETECT)).isEqualTo(4);
  }

  /** Two a second for a minute, then one: after half a minute nothing is left of the two. */
  @Test
  void onlyTheLastHalfMinuteCounts() {
    long done = 0;
    for (int second = 0; second <= 120; second++) {
      done(done, second * 1_000L);
      rates.pass(second * 1_000L);
      done += second < 60 ? 2 : 1;
    }

    assertThat(rates.rate(Samples.DETECT)).isEqualTo(1);
  }

  /** One block in 50 s, which is 0.02 a second, also in the seconds without one. */
  @Test
  void longBlocksHaveARateToo() {
    for (int second = 0; second <= 200; second++) {
      done(second / 50, second * 1_000L);
      rates.pass(second * 1_000L);
    }

    assertThat(rates.rate(Samples.DETECT)).isEqualTo(0.02);
  }

  @Test
  void nothingIsKnownBeforeABlockIsDone() {
    done(0, 0);
    rates.pass(60_000);

    assertThat(rates.rate(Samples.DETECT)).isNull();
  }

  @Test
  void whereNobodyIsAtWorkAnyMoreThereIsNoRate() {
    done(0, 0);
    done(100, 10_000);
    rates.pass(10_000);
    assertThat(rates.rate(Samples.DETECT)).isEqualTo(10);

    done(100, 11_000, "RUNNING", 0);
    for (int second = 11; second < 60; second++) {
      rates.pass(second * 1_000L);
    }

    assertThat(rates.rate(Samples.DETECT)).isNull();
  }

  @Test
  void aTaskThatHasEndedHasNoRate() {
    done(0, 0);
    done(100, 10_000);
    rates.pass(10_000);
    done(100, 11_000, "DONE", 1);

    assertThat(rates.rate(Samples.DETECT)).isNull();
  }

  /** 1,000 blocks, 100 of them done, 4 a second: 225 s. */
  @Test
  void theTimeLeftFollowsFromTheRate() {
    Counters counters = new Counters(1_000, 899, 1, 60, 10, 30, 0, 0, 1, 0, 0, 0);

    assertThat(Histories.remainingSeconds(counters, 4.0)).isEqualTo(225);
    assertThat(Histories.remainingSeconds(counters, null)).isNull();
  }
}
