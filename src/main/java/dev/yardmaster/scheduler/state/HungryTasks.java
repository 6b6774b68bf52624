package dev.yardmaster.scheduler.state;

import dev.yardmaster.scheduler.placement.Need;
import java.util.Collections;
import java.util.Comparator;
import java.util.SortedSet;
import java.util.TreeSet;

/** The running tasks of one need, and of these in order those that want a worker. */
public final class HungryTasks {

  /** Fewest alive first, then run, then place in the pipeline (semantics §5). */
  static final Comparator<Task> ORDER =
      Comparator.<Task>comparingInt(task -> task.hungryAlive)
          .thenComparingLong(task -> task.run().order())
          .thenComparingInt(Task::place);

  private final Need need;
  private final SortedSet<Task> hungry = new TreeSet<>(ORDER);
  int running;

  HungryTasks(Need need) {
    this.need = need;
  }

  public Need need() {
    return need;
  }

  public SortedSet<Task> hungry() {
    return Collections.unmodifiableSortedSet(hungry);
  }

  /** Whether the index says something else of the task than what is true now. */
  static boolean isStale(Task task) {
    boolean wants = task.wantsWorker();
    return wants != task.hungry || (wants && task.hungryAlive != task.alive());
  }

  /** Puts the task where it belongs; answers whether it began or ceased to be hungry. */
  boolean refresh(Task task, long now) {
    boolean wants = task.wantsWorker();
    boolean turned = wants != task.hungry;
    if (task.hungry) {
      hungry.remove(task);
    }
    task.hungry = wants;
    task.hungryAlive = task.alive();
    task.waitingSince = wants ? now : Timed.NEVER;
    if (wants) {
      hungry.add(task);
    }
    return turned;
  }
}
