package dev.yardmaster.scheduler.view;

import java.util.List;
import java.util.SortedSet;

/**
 * The service in numbers, for those who watch over it.
 *
 * @param resources what becomes of the service's budget, by name; keys that it does not bound too
 * @param workers by tags and state; groups without members are left out
 * @param waiting by pipeline and code; groups without members are left out
 */
public record CensusView(
    List<ResourceShare> resources, List<WorkerGroup> workers, List<WaitingGroup> waiting) {

  public CensusView {
    resources = List.copyOf(resources);
    workers = List.copyOf(workers);
    waiting = List.copyOf(waiting);
  }

  /** What a registered worker is doing. */
  public enum WorkerState {
    /** At a task, with blocks in its hands. */
    WORKING,
    /** At a task, without blocks: it asks for some, or starts. */
    IDLE,
    /** At a task that it is to leave. */
    ENDING,
    /** At no task; it asks for one. */
    ASKING,
    /** At no task, and it does not ask: between two calls, or silent. */
    SILENT
  }

  /** Workers with equal tags in the same state. */
  public record WorkerGroup(SortedSet<String> tags, WorkerState state, int workers) {}

  /**
   * Tasks of the running runs of a pipeline that wait for the same reason. A task that waits for
   * several is in several groups.
   *
   * @param code of the explanation (semantics §5); {@link #NOT_ASKED} for those beyond the bound
   */
  public record WaitingGroup(String pipeline, String code, int tasks) {

    /** Stands for reasons that nobody worked out, because there were too many tasks. */
    public static final String NOT_ASKED = "other";
  }
}
