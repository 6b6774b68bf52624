package dev.yardmaster.scheduler;

import dev.yardmaster.scheduler.command.Command.ForgetRuns;
import dev.yardmaster.scheduler.command.Outcome;
import dev.yardmaster.scheduler.event.Event;
import dev.yardmaster.scheduler.state.Run;
import dev.yardmaster.scheduler.state.Task;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * Which runs are no longer kept.
 *
 * <p>The first to go is the run that ended first, not the one that was submitted first: a run of
 * six weeks is not gone the moment it ends. A hung worker of a cancelled run still holds amounts of
 * a budget, so that its run stays until that binding is over.
 */
final class Retention {

  private static final Comparator<Run> BY_END =
      Comparator.comparing(Retention::endOf).thenComparingLong(Run::order);

  private Retention() {}

  static Outcome forget(Turn turn, ForgetRuns command) {
    List<Run> expired = expired(turn, command);
    List<Run> now = expired.subList(0, Math.min(command.atMost(), expired.size()));
    now.forEach(run -> turn.emit(new Event.RunForgotten(run.id(), run.order())));
    return new Outcome.Forgotten(now.stream().map(Run::id).toList(), now.size() < expired.size());
  }

  private static List<Run> expired(Turn turn, ForgetRuns command) {
    List<Run> ended = new ArrayList<>();
    for (Run run : turn.state.runs().values()) {
      if (run.endedAtWall() != null) {
        ended.add(run);
      }
    }
    ended.sort(BY_END);
    int tooMany = ended.size() - command.keepRuns();
    long endedBy = turn.now.wallMillis() - command.keepFor().toMillis();
    List<Run> expired = new ArrayList<>();
    for (int i = 0; i < ended.size(); i++) {
      Run run = ended.get(i);
      if ((i < tooMany || endOf(run) <= endedBy) && !hasBindings(run)) {
        expired.add(run);
      }
    }
    return expired;
  }

  private static boolean hasBindings(Run run) {
    for (Task task : run.tasks()) {
      if (task.alive() > 0) {
        return true;
      }
    }
    return false;
  }

  private static long endOf(Run run) {
    return run.endedAtWall() == null ? Long.MAX_VALUE : run.endedAtWall();
  }
}
