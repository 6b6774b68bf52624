package dev.yardmaster.cli;

import dev.yardmaster.cli.client.RunAnswer;
import dev.yardmaster.cli.client.ServiceClient;
import dev.yardmaster.cli.client.ServiceException;
import dev.yardmaster.cli.client.ServiceException.Unavailable;
import dev.yardmaster.cli.client.ServiceException.Unreachable;
import dev.yardmaster.cli.progress.Progress;
import java.time.Duration;
import java.util.function.LongSupplier;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Follows a run by asking for it a few times a second, and shows what it learns. A service that is
 * away for a while, such as for an update, is waited for.
 */
final class RunWatch {

  /** A person sees no difference to more often; a thousand tasks an answer still cost little. */
  private static final Duration EVERY = Duration.ofMillis(250);

  /** A service that is started anew is back before. */
  private static final Duration PATIENCE = Duration.ofMinutes(1);

  /**
   * A worker has {@code stop_within} (30 s) to end its process before it counts as lost; the rest
   * is for the service to notice.
   */
  private static final Duration STOPPING = Duration.ofSeconds(35);

  private static final Duration BETWEEN_TRIES = Duration.ofSeconds(1);

  private final ServiceClient client;
  private final Progress progress;
  private final Interruption interruption;
  private final LongSupplier nanoTime;
  private final long began;
  private @Nullable Duration lostSince;

  RunWatch(
      ServiceClient client, Progress progress, Interruption interruption, LongSupplier nanoTime) {
    this.client = client;
    this.progress = progress;
    this.interruption = interruption;
    this.nanoTime = nanoTime;
    this.began = nanoTime.getAsLong();
  }

  /** The run as it is when it has ended, or when somebody wants to stop. */
  RunAnswer untilEnd(String run) {
    return until(run, answer -> answer.ended() || interruption.noted() != null);
  }

  /** The run as it is when it has ended, which it is about to do; or after {@link #STOPPING}. */
  RunAnswer untilOver(String run) {
    return within(STOPPING, run, RunAnswer::ended);
  }

  /** The run as it is when it has ended and no worker is left; or after {@link #STOPPING}. */
  RunAnswer untilStopped(String run) {
    return within(STOPPING, run, answer -> answer.ended() && answer.alive() == 0);
  }

  private RunAnswer within(Duration time, String run, Predicate<RunAnswer> enough) {
    Duration last = elapsed().plus(time);
    return until(run, answer -> enough.test(answer) || elapsed().compareTo(last) >= 0);
  }

  private RunAnswer until(String run, Predicate<RunAnswer> enough) {
    while (true) {
      Duration asked = elapsed();
      RunAnswer answer = ask(run);
      if (answer != null) {
        progress.show(answer, elapsed());
        if (enough.test(answer)) {
          return answer;
        }
      }
      pause(EVERY.minus(elapsed().minus(asked)));
    }
  }

  /** Null where the service is away but may come back. */
  private @Nullable RunAnswer ask(String run) {
    try {
      RunAnswer answer = client.await(run, EVERY);
      if (lostSince != null) {
        lostSince = null;
        progress.say("The service answers again.");
      }
      return answer;
    } catch (Unreachable | Unavailable away) {
      bear(away);
      pause(BETWEEN_TRIES);
      return null;
    }
  }

  private void bear(ServiceException away) {
    if (lostSince == null) {
      lostSince = elapsed();
      progress.say(away.getMessage());
      progress.say("Trying again for " + PATIENCE.toSeconds() + " s.");
    } else if (elapsed().minus(lostSince).compareTo(PATIENCE) >= 0
        || interruption.noted() != null) {
      throw away;
    }
  }

  private void pause(Duration time) {
    if (!time.isPositive()) {
      return;
    }
    if (interruption.noted() == null) {
      interruption.await(time);
    } else {
      sleep(time);
    }
  }

  private static void sleep(Duration time) {
    try {
      Thread.sleep(time);
    } catch (InterruptedException stopped) {
      Thread.currentThread().interrupt();
    }
  }

  private Duration elapsed() {
    return Duration.ofNanos(nanoTime.getAsLong() - began);
  }
}
