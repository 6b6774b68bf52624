package dev.yardmaster.api;

import dev.yardmaster.history.Timeline;
import io.swagger.v3.oas.annotations.media.Schema;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Who worked when at a run.
 *
 * @param from when the first bar begins; absent where there is none
 * @param to when the last bar ends; absent where there is none
 * @param resolutionSeconds what is closer together than this may be one bar; 0 where each is itself
 * @param rows a worker each, in the order in which they began
 * @param moreWorkers that have no row here
 */
@Schema(name = "Timeline", description = "Who worked when at a run")
record TimelineReply(
    String run,
    @Nullable Instant from,
    @Nullable Instant to,
    double resolutionSeconds,
    List<Row> rows,
    int moreWorkers) {

  @Schema(name = "TimelineRow")
  record Row(String worker, String name, String host, List<Bar> bars) {

    static Row of(Timeline.Row row) {
      return new Row(
          row.worker(), row.name(), row.host(), row.bars().stream().map(Bar::of).toList());
    }
  }

  /**
   * @param blocks that came back in that time; 0 where the work was for nothing
   * @param failed of these, attempts that failed
   * @param open whether it is still at work
   */
  @Schema(name = "TimelineBar")
  record Bar(String task, Instant from, Instant to, long blocks, long failed, boolean open) {

    static Bar of(Timeline.Bar bar) {
      return new Bar(
          bar.task(),
          Instant.ofEpochMilli(bar.from()),
          Instant.ofEpochMilli(bar.to()),
          bar.blocks(),
          bar.failed(),
          bar.open());
    }
  }

  static TimelineReply of(String run, Timeline timeline, int limit) {
    boolean empty = timeline.to() == 0;
    int left = Math.max(0, timeline.rows().size() - limit);
    return new TimelineReply(
        run,
        empty ? null : Instant.ofEpochMilli(timeline.from()),
        empty ? null : Instant.ofEpochMilli(timeline.to()),
        timeline.resolutionMillis() / 1e3,
        timeline.rows().stream().limit(limit).map(Row::of).toList(),
        timeline.moreWorkers() + left);
  }
}
