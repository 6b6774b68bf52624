package dev.yardmaster.pipeline;

import dev.yardmaster.pipeline.TaskDraft.AfterDraft;
import dev.yardmaster.pipeline.TaskSpec.Blocks;
import dev.yardmaster.pipeline.TaskSpec.Dependency;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Connects the tasks: duplicate ids, unknown tasks, dependencies on itself or twice on one task,
 * and how blocks meet. Linear in the number of dependencies, of which a thousand tasks can have
 * half a million.
 */
final class DependencyCheck {

  private final Problems problems;
  private final List<TaskDraft> tasks;
  private final Map<String, Integer> indexById = new HashMap<>();

  DependencyCheck(Problems problems, List<TaskDraft> tasks) {
    this.problems = problems;
    this.tasks = tasks;
    for (int index = 0; index < tasks.size(); index++) {
      register(index);
    }
  }

  private void register(int index) {
    TaskDraft task = tasks.get(index);
    Integer first = task.id() == null ? null : indexById.putIfAbsent(task.id(), index);
    if (first != null) {
      problems.add(
          task.at().child("id"),
          ProblemCode.DUPLICATE_ID,
          task.label()
              + " is there twice, first as "
              + tasks.get(first).at().text()
              + "; rename one");
    }
  }

  /** For every task the tasks that it waits for; what could not be resolved is left out. */
  List<List<Resolved>> resolve() {
    int[] lastAskedBy = new int[tasks.size()];
    Arrays.fill(lastAskedBy, -1);
    List<List<Resolved>> graph = new ArrayList<>();
    for (int index = 0; index < tasks.size(); index++) {
      graph.add(resolve(index, lastAskedBy));
    }
    return graph;
  }

  /**
   * One usable dependency.
   *
   * @param upstream the index of the task waited for
   */
  record Resolved(int upstream, Pointer at, Dependency dependency) {}

  private List<Resolved> resolve(int index, int[] lastAskedBy) {
    List<Resolved> resolved = new ArrayList<>();
    for (AfterDraft after : tasks.get(index).after()) {
      Integer upstream = after.task() == null ? null : indexById.get(after.task());
      if (upstream == null) {
        reportUnknown(tasks.get(index), after);
      } else if (isAllowed(index, upstream, after, lastAskedBy)) {
        lastAskedBy[upstream] = index;
        Blocks blocks = blocks(tasks.get(index), tasks.get(upstream), after);
        String id = String.valueOf(after.task());
        resolved.add(new Resolved(upstream, after.at(), new Dependency(id, blocks)));
      }
    }
    return resolved;
  }

  private void reportUnknown(TaskDraft task, AfterDraft after) {
    if (after.task() != null) {
      String suggestion = problems.suggest(after.task(), indexById.keySet());
      problems.add(
          after.at().child("task"),
          ProblemCode.UNKNOWN_TASK,
          task.label()
              + " waits for "
              + Words.quoted(after.task())
              + ", which is no task of this pipeline"
              + (suggestion.isEmpty() ? "; add it or leave the dependency out" : suggestion));
    }
  }

  private boolean isAllowed(int index, int upstream, AfterDraft after, int[] lastAskedBy) {
    TaskDraft task = tasks.get(index);
    if (after.task() != null && after.task().equals(task.id())) {
      problems.add(
          after.at().child("task"),
          ProblemCode.SELF_DEPENDENCY,
          task.label() + " waits for itself and would never start; leave that dependency out");
      return false;
    }
    if (lastAskedBy[upstream] == index) {
      problems.add(
          after.at().child("task"),
          ProblemCode.DUPLICATE_DEPENDENCY,
          task.label() + " waits for " + tasks.get(upstream).label() + " twice; leave one out");
      return false;
    }
    return true;
  }

  private Blocks blocks(TaskDraft task, TaskDraft upstream, AfterDraft after) {
    boolean comparable = after.readable() && task.blocks() != null && upstream.blocks() != null;
    if (after.blocks() == Blocks.ALL || !comparable || task.blocks().equals(upstream.blocks())) {
      return after.blocks() == null ? Blocks.MATCHING : after.blocks();
    }
    String counts = counts(task, upstream);
    if (after.blocks() == Blocks.MATCHING) {
      problems.add(
          after.at().child("blocks"),
          ProblemCode.BLOCKS_DIFFER,
          counts + ", so their blocks cannot match; make them equal or write blocks: all");
    } else {
      problems.add(
          after.at(),
          ProblemCode.BLOCKS_UNSAID,
          counts + "; write blocks: all if every block shall wait for all of them");
    }
    return Blocks.ALL;
  }

  private static String counts(TaskDraft task, TaskDraft upstream) {
    return "%s has %s blocks and waits for %s with %s"
        .formatted(task.label(), task.blocks(), upstream.label(), upstream.blocks());
  }
}
