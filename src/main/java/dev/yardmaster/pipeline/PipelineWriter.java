package dev.yardmaster.pipeline;

import dev.yardmaster.pipeline.TaskSpec.Dependency;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A pipeline as a document again, with every default written out, so that what is stored means the
 * same when defaults change. {@link PipelineParser} makes an equal pipeline of it.
 */
public final class PipelineWriter {

  private PipelineWriter() {}

  /** Maps, lists, text, numbers and truth values; never null inside; in the order of the schema. */
  public static Map<String, Object> tree(Pipeline pipeline) {
    Map<String, Object> tree = new LinkedHashMap<>();
    tree.put("name", pipeline.name());
    putUnlessEmpty(tree, "params", pipeline.params());
    if (pipeline.resources() != null) {
      tree.put("resources", amounts(pipeline.resources()));
    }
    putDuration(tree, "timeout", pipeline.timeout());
    tree.put("on_abandon", Values.written(pipeline.onAbandon()));
    tree.put("tasks", pipeline.tasks().stream().map(PipelineWriter::task).toList());
    return tree;
  }

  /**
   * The same for the same document, however it was written: SHA-256 in 64 hexadecimal digits over
   * the tree, keys sorted. Defaults that are written and those that are left out are the same.
   */
  public static String digest(Pipeline pipeline) {
    return TreeDigest.of(tree(pipeline));
  }

  private static Map<String, Object> task(TaskSpec task) {
    Map<String, Object> tree = new LinkedHashMap<>();
    tree.put("id", task.id());
    tree.put("blocks", task.blocks());
    putUnlessEmpty(tree, "after", task.after().stream().map(PipelineWriter::dependency).toList());
    putUnlessEmpty(tree, "requires", amounts(task.requires()));
    putUnlessEmpty(tree, "tags", List.copyOf(task.tags()));
    tree.put("max_workers", (long) task.maxWorkers());
    tree.put("max_worker_restarts", (long) task.maxWorkerRestarts());
    tree.put("max_retries", (long) task.maxRetries());
    putDuration(tree, "block_timeout", task.blockTimeout());
    putDuration(tree, "ask_within", task.askWithin());
    putDuration(tree, "min_binding", task.minBinding());
    tree.put("block_failure", Values.written(task.blockFailure()));
    if (task.command() != null) {
      tree.put("command", new ArrayList<>(task.command()));
    }
    tree.put("mode", Values.written(task.mode()));
    putUnlessEmpty(tree, "env", new LinkedHashMap<>(task.env()));
    return tree;
  }

  private static Map<String, Object> dependency(Dependency dependency) {
    Map<String, Object> tree = new LinkedHashMap<>();
    tree.put("task", dependency.task());
    tree.put("blocks", Values.written(dependency.blocks()));
    return tree;
  }

  private static Map<String, Object> amounts(Resources resources) {
    return new LinkedHashMap<>(resources.amounts());
  }

  private static void putDuration(
      Map<String, Object> tree, String field, @Nullable Duration duration) {
    if (duration != null) {
      tree.put(field, Durations.format(duration));
    }
  }

  private static void putUnlessEmpty(Map<String, Object> tree, String field, Map<String, ?> value) {
    if (!value.isEmpty()) {
      tree.put(field, new LinkedHashMap<>(value));
    }
  }

  private static void putUnlessEmpty(Map<String, Object> tree, String field, List<?> value) {
    if (!value.isEmpty()) {
      tree.put(field, value);
    }
  }
}
