package dev.yardmaster.history;

import static org.assertj.core.api.Assertions.assertThat;

import dev.yardmaster.history.Bars.AtWork;
import dev.yardmaster.history.Timeline.Bar;
import dev.yardmaster.scheduler.WorkerId;
import java.util.List;
import org.junit.jupiter.api.Test;

class BarsTest {

  private static final WorkerId W1 = new WorkerId(1);

  private final Bars bars = new Bars();

  private void works(WorkerId worker, String task, long from, long to, int most) {
    bars.add(worker, "name", "host", new Bar(task, from, to, 1, 0, false), most);
  }

  private Timeline timeline() {
    return bars.timeline(List.of(), 0);
  }

  @Test
  void aBarABlockAsLongAsThereAreFew() {
    works(W1, "a", 0, 40, 100);
    works(W1, "a", 40, 80, 100);
    works(W1, "b", 200, 300, 100);

    assertThat(timeline())
        .isEqualTo(
            new Timeline(
                0,
                300,
                0,
                List.of(
                    new Timeline.Row(
                        "w-1",
                        "name",
                        "host",
                        List.of(
                            new Bar("a", 0, 40, 1, 0, false),
                            new Bar("a", 40, 80, 1, 0, false),
                            new Bar("b", 200, 300, 1, 0, false)))),
                0));
  }

  /** 1,000 blocks of 10 ms one after the other; a pause of 5 s; 1,000 more. */
  @Test
  void whatIsCloseTogetherBecomesOneBarAndAGapStaysAGap() {
    for (int i = 0; i < 1_000; i++) {
      works(W1, "a", 10 * i, 10 * i + 10, 100);
    }
    for (int i = 0; i < 1_000; i++) {
      works(W1, "a", 15_000 + 10 * i, 15_010 + 10 * i, 100);
    }

    List<Bar> row = timeline().rows().getFirst().bars();
    assertThat(row.size()).isBetween(25, 100);
    assertThat(row.stream().mapToLong(Bar::blocks).sum()).as("nothing is lost").isEqualTo(2_000);
    assertThat(row).noneMatch(bar -> bar.from() < 10_000 && bar.to() > 15_000);
    assertThat(row.getFirst().from()).isZero();
    assertThat(row.getLast().to()).isEqualTo(25_000);
  }

  /** 40 blocks of 1 s, then 200 of 10 ms. */
  @Test
  void longBarsStayWhatTheyAreWhenShortOnesAreMerged() {
    long at = 0;
    for (int i = 0; i < 40; i++) {
      works(W1, "slow", at, at + 1_000, 100);
      at += 1_000;
    }
    for (int i = 0; i < 200; i++) {
      works(W1, "quick", at, at + 10, 100);
      at += 10;
    }

    Timeline timeline = timeline();
    assertThat(timeline.resolutionMillis()).isLessThan(1_000);
    assertThat(timeline.rows().getFirst().bars())
        .filteredOn(bar -> bar.task().equals("slow") && bar.blocks() == 1)
        .hasSizeGreaterThanOrEqualTo(39);
  }

  @Test
  void aMillionBlocksOfAHundredWorkersStayWithinBounds() {
    for (int round = 0; round < 10_000; round++) {
      for (int worker = 1; worker <= 100; worker++) {
        works(new WorkerId(worker), round % 2 == 0 ? "a" : "b", round * 7L, round * 7L + 5, 5_000);
      }
    }

    assertThat(bars.count()).isBetween(100, 5_000);
    assertThat(
            timeline().rows().stream()
                .flatMap(row -> row.bars().stream())
                .mapToLong(Bar::blocks)
                .sum())
        .isEqualTo(1_000_000);
  }

  @Test
  void workersWithoutARowAreCounted() {
    for (int worker = 1; worker <= 80; worker++) {
      works(new WorkerId(worker), "a", worker, worker + 1, 100);
    }

    assertThat(timeline().rows()).hasSize(50);
    assertThat(timeline().moreWorkers()).isEqualTo(30);
  }

  @Test
  void whoIsAtWorkHasAnOpenBar() {
    works(W1, "a", 0, 40, 100);

    Timeline timeline =
        bars.timeline(
            List.of(
                new AtWork(W1, "name", "host", "a", 50),
                new AtWork(new WorkerId(2), "other", "h2", "b", 60)),
            90);

    assertThat(timeline.rows().getFirst().bars())
        .last()
        .isEqualTo(new Bar("a", 50, 90, 0, 0, true));
    assertThat(timeline.rows().getLast())
        .isEqualTo(
            new Timeline.Row("w-2", "other", "h2", List.of(new Bar("b", 60, 90, 0, 0, true))));
    assertThat(timeline.to()).isEqualTo(90);
  }

  @Test
  void whatWasStoredGoesOn() {
    works(W1, "a", 0, 40, 100);
    Timeline stored = bars.timeline(List.of(new AtWork(W1, "name", "host", "a", 50)), 60);

    Bars loaded = new Bars(stored);
    loaded.add(W1, "name", "host", new Bar("a", 50, 120, 1, 0, false), 100);

    assertThat(loaded.timeline(List.of(), 0).rows().getFirst().bars())
        .containsExactly(new Bar("a", 0, 40, 1, 0, false), new Bar("a", 50, 120, 1, 0, false));
  }
}
