package dev.yardmaster.scheduler;

import dev.yardmaster.scheduler.placement.Waiting;
import dev.yardmaster.scheduler.state.Binding;
import dev.yardmaster.scheduler.state.Pool;
import dev.yardmaster.scheduler.state.Run;
import dev.yardmaster.scheduler.state.SchedulerState;
import dev.yardmaster.scheduler.state.Task;
import dev.yardmaster.scheduler.state.Worker;
import dev.yardmaster.scheduler.task.Running;
import dev.yardmaster.scheduler.view.CensusView;
import dev.yardmaster.scheduler.view.CensusView.WaitingGroup;
import dev.yardmaster.scheduler.view.CensusView.WorkerGroup;
import dev.yardmaster.scheduler.view.CensusView.WorkerState;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;

/**
 * Counts workers and waiting tasks.
 *
 * <p>Cost: one look at each worker, each alive binding and each task of the running runs, and the
 * reasons of at most {@link #MAX_EXPLAINED} tasks.
 */
final class Census {

  /** A reason takes a few microseconds, so that all of these take the writer some milliseconds. */
  static final int MAX_EXPLAINED = 2_000;

  private static final Comparator<SortedSet<String>> BY_TAGS =
      Comparator.comparing(tags -> String.join(",", tags));

  private final SchedulerState state;
  private final Explainer explainer;
  private final Claims claims;
  private int explained;

  private Census(SchedulerState state, Moment now) {
    this.state = state;
    this.explainer = new Explainer(state, false);
    this.claims = new Claims(state, now);
  }

  static CensusView of(SchedulerState state, Moment now) {
    Census census = new Census(state, now);
    return new CensusView(
        Shares.of(state, now, List.of()).service(), census.workers(), census.waiting());
  }

  private List<WorkerGroup> workers() {
    SortedMap<SortedSet<String>, Map<WorkerState, Integer>> counts = new TreeMap<>(BY_TAGS);
    for (Pool pool : state.placement().pools()) {
      Map<WorkerState, Integer> ofTags =
          counts.computeIfAbsent(pool.offer().tags(), tags -> new EnumMap<>(WorkerState.class));
      for (Worker worker : pool.members()) {
        ofTags.merge(stateOf(worker), 1, Integer::sum);
      }
    }
    List<WorkerGroup> groups = new ArrayList<>();
    counts.forEach(
        (tags, ofTags) ->
            ofTags.forEach((each, workers) -> groups.add(new WorkerGroup(tags, each, workers))));
    return groups;
  }

  private static WorkerState stateOf(Worker worker) {
    Binding binding = worker.binding();
    if (binding == null) {
      return worker.ask() == null ? WorkerState.SILENT : WorkerState.ASKING;
    }
    if (binding.ending() != null) {
      return WorkerState.ENDING;
    }
    return binding.leases().isEmpty() ? WorkerState.IDLE : WorkerState.WORKING;
  }

  private List<WaitingGroup> waiting() {
    SortedMap<String, SortedMap<String, Integer>> counts = new TreeMap<>();
    for (Run run : state.runs().values()) {
      if (run.state() == RunState.RUNNING) {
        for (Task task : run.tasks()) {
          count(task, counts);
        }
      }
    }
    List<WaitingGroup> groups = new ArrayList<>();
    counts.forEach(
        (pipeline, byCode) ->
            byCode.forEach((code, tasks) -> groups.add(new WaitingGroup(pipeline, code, tasks))));
    return groups;
  }

  private void count(Task task, SortedMap<String, SortedMap<String, Integer>> counts) {
    for (String code : codes(task)) {
      counts
          .computeIfAbsent(task.run().pipeline().name(), pipeline -> new TreeMap<>())
          .merge(code, 1, Integer::sum);
    }
  }

  private static boolean mayWait(Task task) {
    return task.life() instanceof Running running
        && (running.ready() == 0 ? running.processing() == 0 : task.uncovered() > 0);
  }

  /** A task may wait for two keys of a budget, but is one task. */
  private Set<String> codes(Task task) {
    Set<String> codes = new LinkedHashSet<>();
    if (mayWait(task)) {
      if (explained >= MAX_EXPLAINED) {
        codes.add(WaitingGroup.NOT_ASKED);
      } else {
        explained++;
        explainer.explain(task, claims).stream().map(Waiting::code).forEach(codes::add);
      }
    }
    return codes;
  }
}
