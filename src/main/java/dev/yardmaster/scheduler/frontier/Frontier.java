package dev.yardmaster.scheduler.frontier;

import dev.yardmaster.pipeline.TaskSpec;
import dev.yardmaster.pipeline.TaskSpec.Blocks;
import dev.yardmaster.pipeline.TaskSpec.Dependency;
import dev.yardmaster.scheduler.snapshot.RunSnapshot.FrontierSnapshot;
import dev.yardmaster.scheduler.view.BlockView.BlockState;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The frontier of a run: which blocks of its tasks are ready, and what the end of one block does to
 * those that wait for it.
 *
 * <p>Goal: downstream blocks start as soon as their upstream blocks are done, and a block that can
 * never run is orphaned once, however many of its inputs failed. Constraints: up to 2^40 blocks a
 * task, a thousand tasks, no object per block. Method: per task a few ranges and bitmaps; the end
 * of a block touches only the same block of {@code matching} dependents, the last end of a task its
 * {@code all} dependents. Cost: a completed block costs one set operation and one per matching
 * edge; orphaning walks each downstream edge at most once per cause.
 *
 * <p>Tasks are named by their place in the pipeline. The frontier keeps no counters: it tells them
 * to a {@link Gate}, which knows which tasks are still running.
 */
public final class Frontier {

  /** The tasks' counters, behind the gate that hands them out only while a task is running. */
  public interface Gate {
    /** Whether the task may still change. */
    boolean running(int task);

    /** So many blocks of a running task became ready. */
    void becameReady(int task, long blocks);

    /** So many waiting blocks of a running task were orphaned. */
    void orphaned(int task, long blocks);
  }

  private record Edge(int task, Blocks blocks) {}

  private final List<TaskFrontier> tasks = new ArrayList<>();
  private final List<List<Edge>> upstream = new ArrayList<>();
  private final List<List<Edge>> downstream = new ArrayList<>();

  public Frontier(List<TaskSpec> specs) {
    Map<String, Integer> places = new HashMap<>();
    for (TaskSpec spec : specs) {
      places.put(spec.id(), tasks.size());
      tasks.add(new TaskFrontier(spec.blocks()));
      upstream.add(new ArrayList<>());
      downstream.add(new ArrayList<>());
    }
    for (int task = 0; task < specs.size(); task++) {
      for (Dependency dependency : specs.get(task).after()) {
        int from = places.get(dependency.task());
        upstream.get(task).add(new Edge(from, dependency.blocks()));
        downstream.get(from).add(new Edge(task, dependency.blocks()));
      }
    }
  }

  /** Makes ready what waits for nothing. Called once. */
  public void open(Gate gate) {
    for (int task = 0; task < tasks.size(); task++) {
      if (upstream.get(task).stream().allMatch(edge -> tasks.get(edge.task()).allCompleted())) {
        openAll(task, gate);
      }
    }
  }

  private void openAll(int task, Gate gate) {
    long total = tasks.get(task).completed().total();
    if (total > 0) {
      tasks.get(task).makeAllReady();
      gate.becameReady(task, total);
    }
  }

  /** The next blocks of a task to hand out, at most this many; changes nothing. */
  public long[] peek(int task, int limit) {
    return tasks.get(task).peek(limit);
  }

  /** Hands out a ready block. */
  public void take(int task, long block) {
    tasks.get(task).take(block);
  }

  /** A leased block comes back without a failed attempt: to the front. */
  public void giveBack(int task, long block) {
    tasks.get(task).giveBack(block);
  }

  /** A leased block failed and is tried again: at the back. */
  public void retry(int task, long block) {
    tasks.get(task).retry(block);
  }

  /** Failed attempts of a block so far. */
  public int failures(int task, long block) {
    return tasks.get(task).failures(block);
  }

  /** A leased block is done: what waited for it alone becomes ready. */
  public void complete(int task, long block, Gate gate) {
    tasks.get(task).complete(block);
    boolean last = tasks.get(task).allCompleted();
    for (Edge edge : downstream.get(task)) {
      if (!gate.running(edge.task())) {
        continue;
      }
      if (edge.blocks() == Blocks.MATCHING) {
        if (inputsComplete(edge.task(), block)) {
          tasks.get(edge.task()).makeReady(block);
          gate.becameReady(edge.task(), 1);
        }
      } else if (last) {
        openAfterAll(edge.task(), gate);
      }
    }
  }

  private boolean inputsComplete(int task, long block) {
    for (Edge edge : upstream.get(task)) {
      TaskFrontier input = tasks.get(edge.task());
      boolean there =
          edge.blocks() == Blocks.ALL ? input.allCompleted() : input.completed().contains(block);
      if (!there) {
        return false;
      }
    }
    return true;
  }

  /** One whole input of the task is there: opens what has all the others too. */
  private void openAfterAll(int task, Gate gate) {
    BlockSet matching = null;
    for (Edge edge : upstream.get(task)) {
      TaskFrontier input = tasks.get(edge.task());
      if (edge.blocks() == Blocks.MATCHING) {
        matching = matching == null ? input.completed() : matching.and(input.completed());
      } else if (!input.allCompleted()) {
        return;
      }
    }
    if (matching == null) {
      openAll(task, gate);
    } else if (matching.size() > 0) {
      tasks.get(task).makeReady(matching);
      gate.becameReady(task, matching.size());
    }
  }

  /** A leased block failed for good: what waits for it, transitively, is orphaned. */
  public void fail(int task, long block, Gate gate) {
    tasks.get(task).fail(block);
    Deque<Integer> causes = new ArrayDeque<>();
    causes.add(task);
    while (!causes.isEmpty()) {
      for (Edge edge : downstream.get(causes.remove())) {
        if (!gate.running(edge.task())) {
          continue;
        }
        if (edge.blocks() == Blocks.ALL) {
          orphanSet(edge.task(), null, gate);
        } else if (tasks.get(edge.task()).orphan(block)) {
          gate.orphaned(edge.task(), 1);
          causes.add(edge.task());
        }
      }
    }
  }

  /**
   * A task was given up.
   *
   * @param spread whether to orphan, transitively, the blocks that wait for what it did not
   *     complete
   */
  public void abandon(int task, boolean spread, Gate gate) {
    tasks.get(task).abandon();
    if (spread && !tasks.get(task).allCompleted()) {
      orphanDownstream(task, tasks.get(task).completed().complement(), gate);
    }
  }

  private void orphanDownstream(int task, @Nullable BlockSet blocks, Gate gate) {
    for (Edge edge : downstream.get(task)) {
      orphanSet(edge.task(), edge.blocks() == Blocks.ALL ? null : blocks, gate);
    }
  }

  /** Orphans these blocks of the task, or all of them where null, and goes on downstream. */
  private void orphanSet(int task, @Nullable BlockSet blocks, Gate gate) {
    if (!gate.running(task)) {
      return;
    }
    TaskFrontier frontier = tasks.get(task);
    long orphaned = blocks == null ? frontier.orphanAll() : frontier.orphan(blocks);
    if (orphaned > 0) {
      gate.orphaned(task, orphaned);
      orphanDownstream(task, blocks, gate);
    }
  }

  /** Whether the task has completed every block. */
  public boolean allCompleted(int task) {
    return tasks.get(task).allCompleted();
  }

  /** The places of the tasks that this one waits for directly and that are not complete. */
  public List<Integer> incompleteUpstream(int task) {
    return upstream.get(task).stream()
        .map(Edge::task)
        .filter(place -> !tasks.get(place).allCompleted())
        .sorted()
        .distinct()
        .toList();
  }

  /** The places of the tasks that wait for this one directly. */
  public List<Integer> downstream(int task) {
    return downstream.get(task).stream().map(Edge::task).sorted().distinct().toList();
  }

  /** Where a block that nobody has leased stands. */
  public BlockState stateOf(int task, long block) {
    return tasks.get(task).stateOf(block);
  }

  /** The first failed block of the task that is not before this one; the total where none is. */
  public long nextFailedFrom(int task, long block) {
    return tasks.get(task).nextFailedFrom(block);
  }

  /** How the blocks of the task below this one stand; those that are leased count for nothing. */
  public BlockCounts countsBelow(int task, long block) {
    return tasks.get(task).countsBelow(block);
  }

  /** How many blocks of the task are ready; counted anew, for checks. */
  public long readySize(int task) {
    return tasks.get(task).readySize();
  }

  /** The blocks of a task as plain data. */
  public FrontierSnapshot snapshot(int task) {
    return tasks.get(task).snapshot();
  }

  /** Takes the blocks of a task from plain data. */
  public void restore(int task, FrontierSnapshot snapshot) {
    tasks.set(task, new TaskFrontier(tasks.get(task).completed().total(), snapshot));
  }
}
