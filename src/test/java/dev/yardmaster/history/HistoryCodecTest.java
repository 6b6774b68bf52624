package dev.yardmaster.history;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import dev.yardmaster.history.Curves.Point;
import dev.yardmaster.history.Curves.ResourceCurve;
import dev.yardmaster.history.Curves.ResourcePoint;
import dev.yardmaster.history.Timeline.Bar;
import dev.yardmaster.history.Timeline.Row;
import java.util.List;
import org.junit.jupiter.api.Test;

class HistoryCodecTest {

  @Test
  void curvesComeBackAsTheyWere() {
    Curves curves =
        new Curves(
            2_000,
            List.of(
                new Point(1_800_000_000_000L, 1, 2, 3, 4, 5, 6, null),
                new Point(1_800_000_002_000L, 2, 2, 3, 4, 4, 6, 0.5)),
            List.of(
                new ResourceCurve("cpu", 4L, List.of(new ResourcePoint(1, 2, 1, 0, 1L))),
                new ResourceCurve("gpu", null, List.of(new ResourcePoint(1, 1, 0, 0, null)))));

    assertThat(HistoryCodec.decode(HistoryCodec.encode(curves), Curves.class)).isEqualTo(curves);
  }

  @Test
  void timelinesComeBackAsTheyWere() {
    Timeline timeline =
        new Timeline(
            10,
            90,
            20,
            List.of(new Row("w-1", "node", "h", List.of(new Bar("a", 10, 90, 3, 1, true)))),
            7);

    assertThat(HistoryCodec.decode(HistoryCodec.encode(timeline), Timeline.class))
        .isEqualTo(timeline);
  }

  @Test
  void whatAnotherVersionStoredIsNotGuessedAt() {
    assertThatIllegalStateException()
        .isThrownBy(() -> HistoryCodec.decode(new byte[] {9, 1, 2}, Curves.class));
  }
}
