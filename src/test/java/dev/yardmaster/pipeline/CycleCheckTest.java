package dev.yardmaster.pipeline;

import static dev.yardmaster.pipeline.PipelineFixture.withoutServiceBudget;
import static org.assertj.core.api.Assertions.assertThat;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class CycleCheckTest {

  @Test
  void namesTheTasksOfTheCycleInOrder() {
    List<Problem> problems = problems(graph("a", "c", "b", "a", "c", "b", "d", "c", "e"));

    assertThat(problems)
        .containsExactly(
            new Problem(
                "/tasks/0/after/0",
                "cycle",
                "these tasks wait for each other and none can start: "
                    + "\"a\" waits for \"c\", \"c\" waits for \"b\", \"b\" waits for \"a\"; "
                    + "leave one of these dependencies out"));
  }

  @Test
  void twoSeparateCyclesAreTwoProblems() {
    assertThat(problems(graph("a", "b", "b", "a", "c", "d", "d", "c")))
        .extracting(Problem::code)
        .containsExactly("cycle", "cycle");
  }

  @Test
  void namesTheShortestCycleThroughTheFirstTask() {
    Map<String, List<String>> graph = new LinkedHashMap<>();
    graph.put("a", List.of("b", "c"));
    graph.put("b", List.of("c"));
    graph.put("c", List.of("a"));

    assertThat(problems(graph))
        .extracting(Problem::message)
        .containsExactly(
            "these tasks wait for each other and none can start: "
                + "\"a\" waits for \"c\", \"c\" waits for \"a\"; "
                + "leave one of these dependencies out");
  }

  @Test
  void aDiamondIsNoCycle() {
    Map<String, List<String>> graph = new LinkedHashMap<>();
    graph.put("d", List.of("b", "c"));
    graph.put("b", List.of("a"));
    graph.put("c", List.of("a"));
    graph.put("a", List.of());

    assertThat(withoutServiceBudget().valid(tree(graph)).tasks()).hasSize(4);
  }

  @Test
  void aCycleOfAThousandTasksIsFoundAndShortened() {
    Map<String, List<String>> ring = new LinkedHashMap<>();
    for (int i = 0; i < 1_000; i++) {
      ring.put("t" + i, List.of("t" + (i + 1) % 1_000));
    }

    List<Problem> problems = problems(ring);

    assertThat(problems).hasSize(1);
    assertThat(problems.getFirst().message())
        .contains("\"t0\" waits for \"t1\"", "… (988 more), \"t999\" waits for \"t0\"")
        .hasSizeLessThan(500);
  }

  @Test
  @Timeout(60)
  void halfAMillionDependenciesAreQuick() {
    Map<String, List<String>> dense = new LinkedHashMap<>();
    for (int i = 0; i < 1_000; i++) {
      dense.put("t" + i, new ArrayList<>(dense.keySet()));
    }
    Map<String, Object> tree = tree(dense);
    ThreadMXBean threads = ManagementFactory.getThreadMXBean();

    long start = threads.getCurrentThreadCpuTime();
    Pipeline pipeline = withoutServiceBudget().valid(tree);
    Duration took = Duration.ofNanos(threads.getCurrentThreadCpuTime() - start);

    assertThat(pipeline.tasks().getLast().after()).hasSize(999);
    // It takes a tenth of this or less; following every path would never end.
    assertThat(took).isLessThan(Duration.ofSeconds(10));
  }

  /** Whether a random graph has a cycle is also known from removing tasks nobody waits for. */
  @Test
  void agreesWithTheObviousAlgorithmOnRandomGraphs() {
    Random random = new Random(20_260_704);
    int cyclic = 0;
    for (int round = 0; round < 500; round++) {
      Map<String, List<String>> graph = randomGraph(random, 2 + random.nextInt(7));
      boolean hasCycle = hasCycle(graph);
      cyclic += hasCycle ? 1 : 0;
      PipelineParser.Result result = new PipelineParser(null).parse(tree(graph), Map.of());
      assertThat(result instanceof PipelineParser.Result.Invalid)
          .as("%s", graph)
          .isEqualTo(hasCycle);
    }
    assertThat(cyclic).isBetween(50, 450);
  }

  private static Map<String, List<String>> randomGraph(Random random, int tasks) {
    Map<String, List<String>> graph = new LinkedHashMap<>();
    for (int task = 0; task < tasks; task++) {
      List<String> after = new ArrayList<>();
      for (int upstream = 0; upstream < tasks; upstream++) {
        if (upstream != task && random.nextInt(tasks) == 0) {
          after.add("t" + upstream);
        }
      }
      Collections.shuffle(after, random);
      graph.put("t" + task, after);
    }
    return graph;
  }

  private static boolean hasCycle(Map<String, List<String>> graph) {
    Map<String, List<String>> left = new LinkedHashMap<>(graph);
    while (left.values().removeIf(after -> after.stream().noneMatch(left::containsKey))) {
      // Each round removes tasks that wait for nothing that is left.
    }
    return !left.isEmpty();
  }

  /** Pairs of a task and what it waits for; a task without a partner waits for nothing. */
  private static Map<String, List<String>> graph(String... pairs) {
    Map<String, List<String>> graph = new LinkedHashMap<>();
    for (int i = 0; i < pairs.length; i += 2) {
      graph.put(pairs[i], i + 1 < pairs.length ? List.of(pairs[i + 1]) : List.of());
    }
    return graph;
  }

  private static List<Problem> problems(Map<String, List<String>> graph) {
    return withoutServiceBudget().problems(tree(graph));
  }

  private static Map<String, Object> tree(Map<String, List<String>> graph) {
    List<Object> tasks = new ArrayList<>();
    graph.forEach(
        (id, after) -> {
          List<Map<String, String>> entries =
              after.stream().map(task -> Map.of("task", task)).toList();
          tasks.add(Map.of("id", id, "blocks", 1, "after", entries));
        });
    return Map.of("name", "p", "tasks", tasks);
  }
}
