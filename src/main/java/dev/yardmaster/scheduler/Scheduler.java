package dev.yardmaster.scheduler;

import dev.yardmaster.scheduler.command.Command;
import dev.yardmaster.scheduler.event.Event;
import dev.yardmaster.scheduler.view.BlockView;
import dev.yardmaster.scheduler.view.ResourcesView;
import dev.yardmaster.scheduler.view.RunSummary;
import dev.yardmaster.scheduler.view.RunView;
import dev.yardmaster.scheduler.view.WorkerView;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/** Skeleton of the public face; being written. */
public final class Scheduler {

  public Scheduler(SchedulerSettings settings) {}

  /**
   * Decides a command and everything that follows from it, applying each event as it is decided.
   */
  public Decision execute(Command command, Moment now) {
    throw new IllegalStateException();
  }

  /** Applies one stored event: how a rebuild replays the journal. */
  public void apply(Event event, Moment at) {
    throw new IllegalStateException();
  }

  /** Service time of the next deadline; a Tick is due then. May be early, never late. */
  public OptionalLong nextDeadline() {
    return OptionalLong.empty();
  }

  /** I1 to I7 as far as they can be seen in one state. */
  public void checkInvariants() {}

  public Optional<RunView> run(RunId run) {
    return Optional.empty();
  }

  /** Newest first. */
  public List<RunSummary> runs(
      @Nullable RunState state, @Nullable String pipeline, @Nullable RunId after, int limit) {
    return List.of();
  }

  public List<WorkerView> workers(Moment now) {
    return List.of();
  }

  public ResourcesView resources() {
    throw new IllegalStateException();
  }

  /** At most {@code limit} blocks from {@code from} on, in order; all states where it is null. */
  public List<BlockView> blocks(
      TaskId task, BlockView.@Nullable BlockState state, long from, int limit) {
    return List.of();
  }
}
