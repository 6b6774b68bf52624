package dev.yardmaster.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;

/**
 * Kills programs with -9, and sees that all they have started dies soon after, without anybody's
 * help. Thread-safe.
 */
final class Graveyard {

  /** TERM at once, KILL a second later, and some time for a busy machine. */
  private static final Duration DEATH_TAKES = Duration.ofSeconds(20);

  private record Dead(Program program, List<ProcessHandle> orphans, long since) {

    boolean isOver() {
      return orphans.stream().noneMatch(ProcessHandle::isAlive);
    }
  }

  private final List<Dead> dead = new ArrayList<>();

  /** Returns when the program itself is gone. */
  void kill(Program program) {
    List<ProcessHandle> orphans = program.descendants().toList();
    program.kill();
    synchronized (this) {
      dead.add(new Dead(program, orphans, System.nanoTime()));
    }
  }

  /** Whoever was killed long enough ago must have left nobody. */
  synchronized void check() {
    for (Iterator<Dead> each = dead.iterator(); each.hasNext(); ) {
      Dead one = each.next();
      if (one.isOver()) {
        one.program().gone();
        each.remove();
      } else {
        assertThat(Duration.ofNanos(System.nanoTime() - one.since()))
            .as(
                "%s%nis dead, and of what it started this still runs: %s",
                one.program().story(), one)
            .isLessThan(DEATH_TAKES);
      }
    }
  }

  /** Waits until nobody is left of whomever was killed. */
  void awaitPeace() {
    await("orphans die")
        .atMost(DEATH_TAKES.multipliedBy(2))
        .until(
            () -> {
              check();
              return isEmpty();
            });
  }

  private synchronized boolean isEmpty() {
    return dead.isEmpty();
  }
}
