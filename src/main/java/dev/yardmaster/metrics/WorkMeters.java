package dev.yardmaster.metrics;

import java.util.HashMap;
import java.util.Map;

/**
 * Which meters count for which pipeline and task.
 *
 * <p>Places are given for the life of the process: a counter must not go away and come back. So who
 * comes when all are taken shares the place of the others, until a restart.
 */
final class WorkMeters {

  private record Place(String pipeline, String task) {}

  private final Meters meters;
  private final BoundedLabels pipelines;
  private final Map<String, PipelineMeters> byPipeline = new HashMap<>();
  private final Map<Place, TaskMeters> byTask = new HashMap<>();
  private int tasksOfTheirOwn;

  /**
   * @param pipelines shared with whoever else names pipelines on the page
   */
  WorkMeters(Meters meters, BoundedLabels pipelines) {
    this.meters = meters;
    this.pipelines = pipelines;
  }

  PipelineMeters of(String pipeline) {
    return byPipeline.computeIfAbsent(
        pipelines.of(pipeline), label -> new PipelineMeters(meters, label));
  }

  /** The other tasks of a pipeline that has a place are together, so that its sums are right. */
  TaskMeters of(String pipeline, String task) {
    String label = pipelines.of(pipeline);
    boolean strange = label.equals(MetricBounds.OTHER);
    Place place = new Place(label, strange ? MetricBounds.OTHER : task);
    TaskMeters known = byTask.get(place);
    if (known != null) {
      return known;
    }
    if (!strange && tasksOfTheirOwn < MetricBounds.MAX_TASKS) {
      tasksOfTheirOwn++;
      return make(place);
    }
    Place shared = new Place(label, MetricBounds.OTHER);
    TaskMeters others = byTask.get(shared);
    return others == null ? make(shared) : others;
  }

  private TaskMeters make(Place place) {
    TaskMeters fresh = new TaskMeters(meters, place.pipeline(), place.task());
    byTask.put(place, fresh);
    return fresh;
  }
}
