package dev.yardmaster.engine;

import dev.yardmaster.pipeline.Durations;
import dev.yardmaster.scheduler.command.Command;
import dev.yardmaster.scheduler.command.Outcome;
import java.time.Duration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Forgets runs that ended long ago, and deletes what is left of them. Works in small steps, so that
 * whoever drives it decides how much of the service's time that takes.
 */
public final class Housekeeper {

  private static final Logger LOG = LoggerFactory.getLogger(Housekeeper.class);

  /** Runs forgotten by one command: each may have 1,000 tasks, whose frontiers are let go. */
  static final int RUNS_AT_ONCE = 10;

  private final Engine engine;
  private final Journal journal;
  private final Duration keepFor;
  private final int keepRuns;

  /**
   * @param keepFor how long a run is kept after its end
   * @param keepRuns how many runs that have ended are kept, those that ended last
   */
  public Housekeeper(Engine engine, Journal journal, Duration keepFor, int keepRuns) {
    this.engine = engine;
    this.journal = journal;
    this.keepFor = keepFor;
    this.keepRuns = keepRuns;
  }

  /**
   * One small step; says whether another should follow soon.
   *
   * @throws JournalUnavailableException if the service cannot work at the moment
   * @throws ServiceBusyException if it has too much to do
   */
  public boolean step() {
    return forget() | journal.tidyUp();
  }

  private boolean forget() {
    Command command = new Command.ForgetRuns(keepFor, keepRuns, RUNS_AT_ONCE);
    if (!(Answers.of(engine.submit(command)) instanceof Outcome.Forgotten forgotten)) {
      return false;
    }
    if (!forgotten.runs().isEmpty()) {
      LOG.info(
          "Removed {}: runs are kept for {} after their end, and of all that ended the last {}.",
          forgotten.runs(),
          Durations.format(keepFor),
          keepRuns);
    }
    return forgotten.more();
  }
}
