package dev.yardmaster.pipeline;

import dev.yardmaster.pipeline.TaskSpec.Dependency;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;

/**
 * Tasks so that each comes after all that it waits for; of those that could come next, the first of
 * the document. By A. B. Kahn (<i>Topological sorting of large networks</i>, 1962).
 */
final class TopologicalOrder {

  private final List<TaskSpec> tasks;
  private final List<List<Integer>> downstream = new ArrayList<>();
  private final int[] waitingFor;

  private TopologicalOrder(List<TaskSpec> tasks) {
    this.tasks = tasks;
    this.waitingFor = new int[tasks.size()];
  }

  /**
   * @param tasks of a valid pipeline; tasks in a cycle would be missing in the answer
   */
  static List<TaskSpec> of(List<TaskSpec> tasks) {
    TopologicalOrder order = new TopologicalOrder(tasks);
    order.connect();
    return order.sorted();
  }

  private void connect() {
    Map<String, Integer> indexById = new HashMap<>();
    for (int index = 0; index < tasks.size(); index++) {
      indexById.put(tasks.get(index).id(), index);
      downstream.add(new ArrayList<>());
    }
    for (int index = 0; index < tasks.size(); index++) {
      for (Dependency dependency : tasks.get(index).after()) {
        downstream.get(indexById.get(dependency.task())).add(index);
        waitingFor[index]++;
      }
    }
  }

  private List<TaskSpec> sorted() {
    PriorityQueue<Integer> next = new PriorityQueue<>();
    for (int index = 0; index < waitingFor.length; index++) {
      if (waitingFor[index] == 0) {
        next.add(index);
      }
    }
    List<TaskSpec> sorted = new ArrayList<>();
    while (!next.isEmpty()) {
      int index = next.remove();
      sorted.add(tasks.get(index));
      for (int waiting : downstream.get(index)) {
        if (--waitingFor[waiting] == 0) {
          next.add(waiting);
        }
      }
    }
    return sorted;
  }
}
