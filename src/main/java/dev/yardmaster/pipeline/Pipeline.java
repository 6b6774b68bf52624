package dev.yardmaster.pipeline;

import java.time.Duration;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A named, immutable document: tasks, their order, a resource budget. An instance that came out of
 * {@link PipelineParser} is valid as a whole.
 *
 * @param name what runs are named after
 * @param params what commands find in their environment; scalars (string, number, boolean) in the
 *     order of the document
 * @param resources the run's own budget; null where only the service's holds
 * @param timeout how long a run may take before it is cancelled; null for as long as it takes
 * @param onAbandon what the abandonment of a task does downstream
 * @param tasks at least one, in the order of the document; ids are unique and the graph is acyclic
 */
public record Pipeline(
    String name,
    Map<String, Object> params,
    @Nullable Resources resources,
    @Nullable Duration timeout,
    OnAbandon onAbandon,
    List<TaskSpec> tasks) {

  public Pipeline {
    params = Collections.unmodifiableMap(new LinkedHashMap<>(params));
    tasks = List.copyOf(tasks);
  }

  /** What the abandonment of a task does to the tasks downstream of it. */
  public enum OnAbandon {
    /** Every transitively downstream task is abandoned at once. */
    STOP,
    /** Only blocks that wait for an orphaned one are orphaned; the rest is worked off. */
    FINISH_REACHABLE
  }
}
