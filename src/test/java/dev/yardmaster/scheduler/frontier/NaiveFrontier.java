package dev.yardmaster.scheduler.frontier;

import dev.yardmaster.pipeline.TaskSpec;
import dev.yardmaster.pipeline.TaskSpec.Blocks;
import dev.yardmaster.pipeline.TaskSpec.Dependency;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * What the frontier should do, in plain sets: after each step everything that follows is worked out
 * anew from the definitions in semantics §4, over all blocks of all tasks.
 */
final class NaiveFrontier {

  enum State {
    PENDING,
    READY,
    LEASED,
    COMPLETED,
    FAILED,
    ORPHANED
  }

  /** One task; the three sets are what is ready, by how it became so. */
  static final class NaiveTask {
    final TaskSpec spec;
    final List<State> blocks = new ArrayList<>();
    final Map<Long, Integer> failures = new TreeMap<>();
    final TreeSet<Long> returned = new TreeSet<>();
    final TreeSet<Long> fresh = new TreeSet<>();
    final TreeSet<Long> retried = new TreeSet<>();
    boolean running = true;

    /** Given up in a way that orphans downstream only what waits for its orphans. */
    boolean spread;

    NaiveTask(TaskSpec spec) {
      this.spec = spec;
      for (long block = 0; block < spec.blocks(); block++) {
        blocks.add(State.PENDING);
      }
    }

    State state(long block) {
      return blocks.get((int) block);
    }

    void set(long block, State state) {
      blocks.set((int) block, state);
    }

    long count(State state) {
      return blocks.stream().filter(each -> each == state).count();
    }

    boolean completed() {
      return count(State.COMPLETED) == blocks.size();
    }

    /** Those that came back uncharged, those never tried, those tried again; each lowest first. */
    List<Long> ready() {
      List<Long> all = new ArrayList<>(returned);
      all.addAll(fresh);
      all.addAll(retried);
      return all;
    }

    void take(long block) {
      returned.remove(block);
      fresh.remove(block);
      retried.remove(block);
      set(block, State.LEASED);
    }

    /** What waits for this block will never have it. */
    private boolean lost(long block) {
      return switch (state(block)) {
        case FAILED, ORPHANED -> true;
        case COMPLETED -> false;
        case PENDING, READY, LEASED -> spread;
      };
    }
  }

  final List<NaiveTask> tasks = new ArrayList<>();

  NaiveFrontier(List<TaskSpec> specs) {
    specs.forEach(spec -> tasks.add(new NaiveTask(spec)));
    settle();
  }

  NaiveTask task(String id) {
    return tasks.stream().filter(task -> task.spec.id().equals(id)).findFirst().orElseThrow();
  }

  /** Until nothing changes: what has all its inputs is ready, what lacks one for ever orphaned. */
  void settle() {
    boolean changed = true;
    while (changed) {
      changed = false;
      for (NaiveTask task : tasks) {
        for (long block = 0; task.running && block < task.blocks.size(); block++) {
          changed |= settle(task, block);
        }
      }
    }
  }

  private boolean settle(NaiveTask task, long block) {
    if (task.state(block) != State.PENDING) {
      return false;
    }
    if (task.spec.after().stream().anyMatch(input -> lost(input, block))) {
      task.set(block, State.ORPHANED);
      return true;
    }
    if (task.spec.after().stream().allMatch(input -> complete(input, block))) {
      task.set(block, State.READY);
      task.fresh.add(block);
      return true;
    }
    return false;
  }

  private boolean lost(Dependency input, long block) {
    NaiveTask from = task(input.task());
    if (input.blocks() == Blocks.MATCHING) {
      return from.lost(block);
    }
    for (long each = 0; each < from.blocks.size(); each++) {
      if (from.lost(each)) {
        return true;
      }
    }
    return false;
  }

  private boolean complete(Dependency input, long block) {
    NaiveTask from = task(input.task());
    return input.blocks() == Blocks.MATCHING
        ? from.state(block) == State.COMPLETED
        : from.completed();
  }
}
