package dev.yardmaster.engine;

import dev.yardmaster.engine.Journal.RunRow;
import dev.yardmaster.engine.Journal.TaskRow;
import dev.yardmaster.pipeline.Pipeline;
import dev.yardmaster.pipeline.TaskSpec;
import dev.yardmaster.pipeline.TaskSpec.Dependency;
import dev.yardmaster.scheduler.RunId;
import dev.yardmaster.scheduler.TaskId;
import dev.yardmaster.scheduler.event.Event;
import dev.yardmaster.scheduler.event.Event.BlockResult;
import dev.yardmaster.scheduler.event.Event.ChargedBlock;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Which rows of the database a batch changes.
 *
 * <p>An event touches more tasks than it names: a finished block makes blocks downstream ready, one
 * that failed for good orphans blocks in every task behind it. Looking at all tasks of a run after
 * each batch would be simpler, but a run may have 1,000. So the events say where to look,
 * generously, and of those only rows that differ from what was last written are written.
 */
final class ChangedRows {

  private final StateMachine machine;
  private final Map<RunId, Graph> graphs = new HashMap<>();
  private final Map<TaskId, TaskRow> written = new HashMap<>();

  /** Of the batch at hand: these are no longer there to be looked at. */
  private final Set<RunId> forgotten = new HashSet<>();

  ChangedRows(StateMachine machine) {
    this.machine = machine;
  }

  /** Rows of tasks that differ from those of the last call; call it once with every batch. */
  List<TaskRow> tasks(List<Event.Durable> events) {
    noteForgotten(events);
    Set<TaskId> touched = new LinkedHashSet<>();
    events.forEach(event -> touch(event, touched));
    touched.removeIf(task -> forgotten.contains(task.run()));
    List<TaskRow> changed = new ArrayList<>();
    for (TaskId task : touched) {
      TaskRow row = machine.taskRow(task);
      if (!row.equals(written.put(task, row))) {
        changed.add(row);
      }
    }
    return changed;
  }

  /** Rows of runs that the events may have changed. */
  List<RunRow> runs(List<Event.Durable> events) {
    noteForgotten(events);
    Set<RunId> touched = new LinkedHashSet<>();
    for (Event.Durable event : events) {
      if (event instanceof Event.RunSubmitted submitted) {
        touched.add(submitted.run());
      } else if (event instanceof Event.RunEnded ended) {
        touched.add(ended.run());
      } else if (event instanceof Event.LateDropped dropped) {
        touched.add(dropped.task().run());
      }
    }
    touched.removeAll(forgotten);
    return touched.stream().map(machine::runRow).toList();
  }

  private void noteForgotten(List<Event.Durable> events) {
    forgotten.clear();
    for (Event.Durable event : events) {
      if (event instanceof Event.RunForgotten gone) {
        forgotten.add(gone.run());
      }
    }
  }

  /** Forgets runs that ended: nothing but late events can come of them. */
  void forgetEnded(List<Event.Durable> events) {
    for (Event.Durable event : events) {
      if (event instanceof Event.RunEnded ended) {
        forget(ended.run());
      } else if (event instanceof Event.RunForgotten gone) {
        forget(gone.run());
      }
    }
  }

  private void forget(RunId run) {
    Graph graph = graphs.remove(run);
    if (graph != null) {
      graph.all().forEach(written::remove);
    }
  }

  private void touch(Event.Durable event, Set<TaskId> touched) {
    switch (event) {
      case Event.RunSubmitted submitted -> touched.addAll(graph(submitted.run()).all());
      case Event.RunEnded ended -> touched.addAll(graph(ended.run()).all());
      case Event.RunForgotten gone -> {}
      case Event.TaskAbandoned abandoned -> touched.addAll(graph(abandoned.task().run()).all());
      case Event.TaskDone done -> touchWithDownstream(done.task(), touched);
      case Event.BlocksReleased released ->
          touchByResults(released.task(), failedForGood(released), touched);
      case Event.BindingEnding ending ->
          touchByResults(ending.task(), failedForGood(ending.charged()), touched);
      case Event.BindingEnded ended ->
          touchByResults(ended.task(), failedForGood(ended.charged()), touched);
      case Event.BlocksLeased leased -> touched.add(leased.task());
      case Event.BindingStarted started -> touched.add(started.task());
      case Event.BindingLaunched launched -> touched.add(launched.task());
      case Event.BindingEndTold told -> {}
      case Event.RoomPromised promised -> {}
      case Event.LateDropped dropped -> {}
      case Event.ServiceBudgetSet set -> {}
      case Event.WorkerRegistered registered -> {}
      case Event.WorkerRemoved removed -> {}
      case Event.LauncherOffered offered -> {}
      case Event.LauncherWithdrawn withdrawn -> {}
    }
  }

  private void touchByResults(TaskId task, boolean orphans, Set<TaskId> touched) {
    if (orphans) {
      touched.addAll(graph(task.run()).all());
    } else {
      touchWithDownstream(task, touched);
    }
  }

  private void touchWithDownstream(TaskId task, Set<TaskId> touched) {
    touched.add(task);
    touched.addAll(graph(task.run()).downstream(task));
  }

  private static boolean failedForGood(Event.BlocksReleased released) {
    return released.results().stream().anyMatch(one -> one.result() == BlockResult.FAILED);
  }

  private static boolean failedForGood(@Nullable ChargedBlock charged) {
    return charged != null && charged.result() == BlockResult.FAILED;
  }

  private Graph graph(RunId run) {
    if (forgotten.contains(run)) {
      return graphs.getOrDefault(run, Graph.NONE);
    }
    return graphs.computeIfAbsent(run, any -> Graph.of(run, machine.pipeline(run)));
  }

  /**
   * @param all tasks, in the order of the document
   * @param direct those that wait for a task directly
   */
  private record Graph(List<TaskId> all, Map<TaskId, List<TaskId>> direct) {

    static final Graph NONE = new Graph(List.of(), Map.of());

    static Graph of(RunId run, Pipeline pipeline) {
      List<TaskId> all = new ArrayList<>();
      Map<TaskId, List<TaskId>> direct = new HashMap<>();
      for (TaskSpec spec : pipeline.tasks()) {
        TaskId task = new TaskId(run, spec.id());
        all.add(task);
        for (Dependency upstream : spec.after()) {
          direct
              .computeIfAbsent(new TaskId(run, upstream.task()), any -> new ArrayList<>())
              .add(task);
        }
      }
      return new Graph(all, direct);
    }

    List<TaskId> downstream(TaskId task) {
      return Objects.requireNonNullElse(direct.get(task), List.of());
    }
  }
}
