package dev.yardmaster.worker;

import dev.yardmaster.pipeline.WorkerKind;
import dev.yardmaster.scheduler.view.WorkerView;
import io.swagger.v3.oas.annotations.media.Schema;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.SortedSet;
import org.jspecify.annotations.Nullable;

/**
 * Workers in order of registration.
 *
 * @param next what to say as {@code after} for the following; absent where there are none
 */
@Schema(description = "Workers in order of registration")
record WorkerPage(List<Row> workers, @Nullable String next) {

  /**
   * One worker.
   *
   * @param onlyFor what it is reserved for; absent where it takes anything
   * @param asking whether an acquire of it is waiting
   * @param binding absent where it is unbound
   * @param leases blocks in its hands
   * @param silentFor how long ago it last said something
   */
  @Schema(name = "Worker")
  record Row(
      String id,
      String name,
      String host,
      WorkerKind kind,
      SortedSet<String> tags,
      @Nullable OnlyFor onlyFor,
      boolean asking,
      @Nullable Bound binding,
      int leases,
      Instant registeredAt,
      Duration silentFor) {

    static Row of(WorkerView worker) {
      return new Row(
          worker.id().toString(),
          worker.name(),
          worker.host(),
          worker.kind(),
          worker.tags(),
          worker.onlyRun() == null
              ? null
              : new OnlyFor(worker.onlyRun().value(), worker.onlyTask()),
          worker.asking(),
          Bound.of(worker),
          worker.leases(),
          Instant.ofEpochMilli(worker.registeredAt()),
          Duration.ofMillis(worker.silentMillis()));
    }
  }

  /** A reservation for a run, or for one task of it. */
  @Schema(name = "Reservation")
  record OnlyFor(String run, @Nullable String task) {}

  /**
   * What a worker is bound to.
   *
   * @param ending why it is about to end; absent where it is not
   */
  @Schema(name = "BoundTo")
  record Bound(
      String id, String run, String task, @Nullable Instant since, @Nullable String ending) {

    static @Nullable Bound of(WorkerView worker) {
      if (worker.binding() == null || worker.task() == null) {
        return null;
      }
      Long since = worker.boundSince();
      return new Bound(
          worker.binding().toString(),
          worker.task().run().value(),
          worker.task().task(),
          since == null ? null : Instant.ofEpochMilli(since),
          worker.ending());
    }
  }

  /**
   * Those after a worker, at most so many.
   *
   * @param all in order of registration
   * @param after number of the last worker of the page before
   */
  static WorkerPage of(List<WorkerView> all, long after, int limit) {
    List<WorkerView> following =
        all.stream().filter(worker -> worker.id().number() > after).limit(limit + 1L).toList();
    List<Row> rows = following.stream().limit(limit).map(Row::of).toList();
    return new WorkerPage(rows, following.size() > limit ? rows.getLast().id() : null);
  }
}
