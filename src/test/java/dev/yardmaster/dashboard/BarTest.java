package dev.yardmaster.dashboard;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.yardmaster.scheduler.task.Counters;
import org.junit.jupiter.api.Test;

class BarTest {

  @Test
  void segmentsFillTheBarWithoutGaps() {
    Bar bar = Bar.of(new Counters(64, 40, 4, 15, 2, 0, 3, 0, 0, 0, 0, 0));

    double end = 0;
    for (Bar.Segment segment : bar.segments()) {
      assertThat(segment.x()).isCloseTo(end, within(1e-9));
      end = segment.x() + segment.width();
    }
    assertThat(end).isCloseTo(1_000, within(1e-9));
    assertThat(bar.text()).isEqualTo("15 completed, 2 failed, 4 processing, 40 ready, 3 pending");
  }

  @Test
  void oneFailureAmongABillionIsVisible() {
    Bar bar = Bar.of(new Counters(1_000_000_000, 0, 0, 999_999_999, 1, 0, 0, 0, 0, 0, 0, 0));

    assertThat(bar.segments().getLast().kind()).isEqualTo("failed");
    assertThat(bar.segments().getLast().width()).isGreaterThanOrEqualTo(6);
  }

  @Test
  void aTaskWithoutBlocksHasAnEmptyBar() {
    Bar bar = Bar.of(new Counters(0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0));

    assertThat(bar.segments()).isEmpty();
    assertThat(bar.text()).isEqualTo("no blocks");
  }
}
