package dev.yardmaster.pipeline;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

/** Valid documents, each field there or left out, as one seed decides. */
final class RandomPipelines {

  private static final List<String> DURATIONS = List.of("1ms", "30s", "PT1M1S", "2h", "365d");

  private final Random random;

  RandomPipelines(Random random) {
    this.random = random;
  }

  Map<String, Object> document() {
    Map<String, Object> document = new LinkedHashMap<>();
    document.put("name", "p" + random.nextInt(10));
    document.put("resources", Map.of("cpu", 8, "gpu", 2L));
    if (random.nextBoolean()) {
      document.put("params", params());
    }
    if (random.nextBoolean()) {
      document.put("timeout", any(DURATIONS));
    }
    if (random.nextBoolean()) {
      document.put("on_abandon", any(List.of("stop", "finish_reachable")));
    }
    document.put("tasks", tasks(1 + random.nextInt(6)));
    return document;
  }

  private Map<String, Object> params() {
    Map<String, Object> params = new LinkedHashMap<>();
    for (int i = random.nextInt(4); i >= 0; i--) {
      params.put(
          "p" + i,
          any(List.of("text", "", "80", "ü \u2028 \ud83d\ude80", 80, -1L, 0.1, -0.0, 1e300, true)));
    }
    return params;
  }

  private List<Object> tasks(int count) {
    List<Object> tasks = new ArrayList<>();
    int[] blocks = random.ints(count, 0, 3).toArray();
    for (int i = 0; i < count; i++) {
      Map<String, Object> task = new LinkedHashMap<>();
      task.put("id", "t" + i);
      task.put("blocks", blocks[i]);
      List<Object> after = new ArrayList<>();
      for (int upstream = 0; upstream < i; upstream++) {
        if (random.nextInt(3) == 0) {
          after.add(dependency(upstream, blocks[upstream] == blocks[i]));
        }
      }
      task.put("after", after);
      addWorkers(task);
      addCommand(task);
      tasks.add(task);
    }
    return tasks;
  }

  private Map<String, Object> dependency(int upstream, boolean canMatch) {
    Map<String, Object> dependency = new LinkedHashMap<>(Map.of("task", "t" + upstream));
    String blocks = canMatch ? any(List.of("all", "matching", "")) : "all";
    if (!blocks.isEmpty()) {
      dependency.put("blocks", blocks);
    }
    return dependency;
  }

  private void addWorkers(Map<String, Object> task) {
    perhaps(task, "requires", Map.of("cpu", random.nextInt(9), "gpu", random.nextInt(3)));
    perhaps(task, "tags", any(List.of(List.of(), List.of("linux"), List.of("gpu", "a100"))));
    perhaps(task, "max_workers", 1 + random.nextInt(1_000_000));
    perhaps(task, "max_worker_restarts", random.nextInt(1_000_001));
    perhaps(task, "max_retries", random.nextInt(101));
    perhaps(task, "block_timeout", any(DURATIONS));
    perhaps(task, "ask_within", any(DURATIONS));
    perhaps(task, "min_binding", any(List.of("0s", "PT0.000001S", "1d")));
    perhaps(task, "block_failure", any(List.of("ends_worker", "continues")));
  }

  private void addCommand(Map<String, Object> task) {
    if (random.nextBoolean()) {
      task.put(
          "command", any(List.of(List.of("a"), List.of("python3", "", "x y", "\ud83d\ude80"))));
      perhaps(task, "mode", any(List.of("per_block", "stream", "client")));
      perhaps(task, "env", any(List.of(Map.of(), Map.of("A", 1, "B", "x=y", "_c", false))));
    }
  }

  private void perhaps(Map<String, Object> task, String field, Object value) {
    if (random.nextBoolean()) {
      task.put(field, value);
    }
  }

  private <T> T any(List<T> values) {
    return values.get(random.nextInt(values.size()));
  }
}
