package dev.yardmaster.history;

import dev.yardmaster.scheduler.RunId;
import dev.yardmaster.scheduler.TaskId;
import dev.yardmaster.scheduler.task.Counters;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** What runs looked like over time, while they run, after their end and after restarts. */
public interface Histories {

  /** Blocks a second over the last half minute or so; null where nothing is known to get done. */
  @Nullable Double rate(TaskId task);

  /** Empty where nothing is known of the run. May wait for the database. */
  Optional<Curves> curves(RunId run);

  /** Empty where nothing is known of the run. May wait for the database. */
  Optional<Timeline> timeline(RunId run);

  /**
   * Seconds, to a tenth, until every block has met its end, at that rate; null where there is none.
   */
  static @Nullable Double remainingSeconds(Counters counters, @Nullable Double rate) {
    if (rate == null || rate <= 0) {
      return null;
    }
    return Math.round((counters.total() - counters.settled()) / rate * 10) / 10.0;
  }
}
