package dev.yardmaster.api;

import dev.yardmaster.scheduler.RunState;
import dev.yardmaster.scheduler.view.RunSummary;
import io.swagger.v3.oas.annotations.media.Schema;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Runs, newest first.
 *
 * @param next what to say as {@code after} for older ones; absent where there are none
 */
@Schema(description = "Runs, newest first")
public record RunPage(List<Row> runs, @Nullable String next) {

  /**
   * @param blocks of all its tasks
   * @param settled of these, those that are completed, failed or orphaned
   * @param failed of the settled ones, those that are out of retries
   * @param orphaned of the settled ones, those that will never be executed
   */
  @Schema(name = "RunSummary")
  public record Row(
      String id,
      String pipeline,
      RunState state,
      @Nullable String why,
      Instant submittedAt,
      @Nullable Instant endedAt,
      long settled,
      long failed,
      long orphaned,
      long blocks) {

    /** As the list of runs has it. */
    public static Row of(RunSummary run) {
      return new Row(
          run.id().value(),
          run.pipeline(),
          run.state(),
          run.why(),
          Instant.ofEpochMilli(run.submittedAt()),
          Times.instant(run.endedAt()),
          run.counters().settled(),
          run.counters().failed(),
          run.counters().orphaned(),
          run.counters().total());
    }
  }

  /**
   * @param found up to one more than {@code limit}, which tells whether there are more
   */
  public static RunPage of(List<RunSummary> found, int limit) {
    List<Row> rows = found.stream().limit(limit).map(Row::of).toList();
    return new RunPage(rows, found.size() > limit ? rows.getLast().id() : null);
  }
}
