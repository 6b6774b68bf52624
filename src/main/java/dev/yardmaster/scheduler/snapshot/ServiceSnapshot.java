package dev.yardmaster.scheduler.snapshot;

import dev.yardmaster.pipeline.Resources;
import dev.yardmaster.scheduler.BindingId;
import dev.yardmaster.scheduler.TaskId;
import dev.yardmaster.scheduler.event.Event.LauncherOffered;
import dev.yardmaster.scheduler.event.Event.WorkerRegistered;
import java.util.List;
import java.util.SortedMap;
import org.jspecify.annotations.Nullable;

/**
 * What belongs to no run.
 *
 * @param budget the service's own, or null
 * @param lastNumbers the number of the last run of each pipeline
 * @param launchers that still start processes
 */
public record ServiceSnapshot(
    @Nullable Resources budget,
    long lastOrder,
    long lastWorker,
    long lastBinding,
    long lastLease,
    SortedMap<String, Long> lastNumbers,
    List<WorkerSnapshot> workers,
    List<LauncherOffered> launchers) {

  /**
   * A registered worker.
   *
   * @param registeredAtWall milliseconds since the epoch
   * @param untold the binding of whose end it has not been told, and why that ended; or null
   * @param accepted recently accepted leases, as pairs of first and last
   * @param revoked leases that it lost, as pairs of first and last
   * @param revokedFrom the task of those
   */
  public record WorkerSnapshot(
      WorkerRegistered registration,
      long registeredAtWall,
      @Nullable BindingId untold,
      @Nullable String untoldWhy,
      long[] accepted,
      long[] revoked,
      @Nullable TaskId revokedFrom) {}
}
