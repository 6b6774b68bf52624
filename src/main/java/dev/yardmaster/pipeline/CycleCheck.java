package dev.yardmaster.pipeline;

import dev.yardmaster.pipeline.DependencyCheck.Resolved;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Deque;
import java.util.List;
import java.util.stream.Collectors;

/**
 * Goal: one problem for each group of tasks that wait for each other, naming one cycle in it.
 *
 * <p>Constraints: a chain of a thousand tasks must not need a stack as deep, and half a million
 * dependencies not a second.
 *
 * <p>Method: groups by {@link Components}; in each group the shortest cycle through its first task,
 * by breadth-first search. Each dependency is looked at a constant number of times.
 *
 * <p>Example: a after b, b after c, c after a, d after c: one problem, {@code "a" waits for "b",
 * "b" waits for "c", "c" waits for "a"}; d is not mentioned, because mending the cycle mends it.
 */
final class CycleCheck {

  /** Longest cycle that a message spells out; a longer one is cut in the middle. */
  private static final int MAX_NAMED = 12;

  private final Problems problems;
  private final List<TaskDraft> tasks;
  private final List<List<Resolved>> graph;

  CycleCheck(Problems problems, List<TaskDraft> tasks, List<List<Resolved>> graph) {
    this.problems = problems;
    this.tasks = tasks;
    this.graph = graph;
  }

  void check() {
    int[][] upstream =
        graph.stream()
            .map(edges -> edges.stream().mapToInt(Resolved::upstream).toArray())
            .toArray(int[][]::new);
    int[] component = Components.of(upstream);
    boolean[] seen = new boolean[tasks.size()];
    int[] sizes = new int[tasks.size()];
    Arrays.stream(component).forEach(c -> sizes[c]++);
    for (int task = 0; task < component.length; task++) {
      if (sizes[component[task]] > 1 && !seen[component[task]]) {
        seen[component[task]] = true;
        report(shortestCycle(task, upstream, component));
      }
    }
  }

  /** From a task along its dependencies back to it, the task itself at the start only. */
  private static List<Integer> shortestCycle(int start, int[][] upstream, int[] component) {
    int[] cameFrom = new int[upstream.length];
    Arrays.fill(cameFrom, -1);
    Deque<Integer> queue = new ArrayDeque<>(List.of(start));
    while (cameFrom[start] < 0) {
      int task = queue.remove();
      for (int next : upstream[task]) {
        if (cameFrom[next] < 0 && component[next] == component[start]) {
          cameFrom[next] = task;
          queue.add(next);
        }
      }
    }
    List<Integer> cycle = new ArrayList<>();
    for (int task = cameFrom[start]; task != start; task = cameFrom[task]) {
      cycle.add(task);
    }
    cycle.add(start);
    Collections.reverse(cycle);
    return cycle;
  }

  private void report(List<Integer> cycle) {
    int first = cycle.get(0);
    int second = cycle.get(1);
    Pointer at =
        graph.get(first).stream()
            .filter(edge -> edge.upstream() == second)
            .map(Resolved::at)
            .findFirst()
            .orElse(tasks.get(first).at());
    problems.add(
        at,
        ProblemCode.CYCLE,
        "these tasks wait for each other and none can start: "
            + inWords(cycle)
            + "; leave one of these dependencies out");
  }

  private String inWords(List<Integer> cycle) {
    List<String> steps = new ArrayList<>();
    for (int i = 0; i < cycle.size(); i++) {
      int next = cycle.get((i + 1) % cycle.size());
      steps.add(name(cycle.get(i)) + " waits for " + name(next));
    }
    if (steps.size() > MAX_NAMED) {
      int left = steps.size() - MAX_NAMED;
      steps.subList(MAX_NAMED - 1, steps.size() - 1).clear();
      steps.add(MAX_NAMED - 1, "… (" + left + " more)");
    }
    return steps.stream().collect(Collectors.joining(", "));
  }

  private String name(int task) {
    return Words.quoted(String.valueOf(tasks.get(task).id()));
  }
}
