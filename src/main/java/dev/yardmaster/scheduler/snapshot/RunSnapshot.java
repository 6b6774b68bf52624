package dev.yardmaster.scheduler.snapshot;

import dev.yardmaster.scheduler.BindingId;
import dev.yardmaster.scheduler.RunState;
import dev.yardmaster.scheduler.WorkerId;
import dev.yardmaster.scheduler.event.Event.EndKind;
import dev.yardmaster.scheduler.event.Event.RunSubmitted;
import dev.yardmaster.scheduler.task.AbandonReason;
import dev.yardmaster.scheduler.task.Counters;
import java.util.List;
import java.util.SortedMap;
import org.jspecify.annotations.Nullable;

/**
 * A run with its tasks, blocks and bindings. Times named {@code …Wall} are milliseconds since the
 * epoch, others are service time.
 *
 * @param order of submission to the service
 */
public record RunSnapshot(
    RunSubmitted submission,
    long order,
    long submittedAt,
    long submittedAtWall,
    RunState state,
    @Nullable String why,
    @Nullable Long endedAtWall,
    long lateEventsDropped,
    List<TaskSnapshot> tasks) {

  /**
   * A task, in the order of the pipeline.
   *
   * @param done whether it is done; it is running where it is neither done nor abandoned
   * @param abandoned why it was given up; null where it was not
   * @param failuresByHost dirty ends on a host since it last completed a block
   * @param failuresByWorker dirty ends by the number of the worker
   */
  public record TaskSnapshot(
      Counters counters,
      boolean done,
      @Nullable AbandonReason abandoned,
      boolean upstreamAbandoned,
      SortedMap<String, Long> failuresByHost,
      SortedMap<Long, Long> failuresByWorker,
      long promisedAt,
      @Nullable Long startedAtWall,
      @Nullable Long endedAtWall,
      FrontierSnapshot frontier,
      List<BindingSnapshot> bindings) {}

  /**
   * The blocks of a task; bitmaps in RoaringBitmap's portable form for 64-bit numbers.
   *
   * @param freshNext blocks from here to {@code freshEnd} were never tried and are ready
   * @param failures the n-th holds the blocks that failed more than n times
   */
  public record FrontierSnapshot(
      byte[] returned,
      long freshNext,
      long freshEnd,
      byte[] scattered,
      byte[] retried,
      BlockSetSnapshot completed,
      BlockSetSnapshot failed,
      BlockSetSnapshot orphaned,
      List<byte[]> failures,
      boolean abandoned) {}

  /** Everything below one number, everything from another on, and a bitmap between. */
  public record BlockSetSnapshot(long below, long from, byte[] between) {}

  /**
   * A binding that has not ended.
   *
   * @param worker null where a launched process has not registered
   * @param launcher null where nobody launched it
   * @param leases numbers, in order of work
   * @param blocks of these leases
   * @param attempts of these blocks
   * @param firstDeadline {@link Long#MAX_VALUE} where none runs
   * @param end how it is ending; null where it is active
   * @param toldAt {@link Long#MAX_VALUE} where the worker was not told
   * @param firstLeaseAt {@link Long#MAX_VALUE} where it had none
   */
  public record BindingSnapshot(
      BindingId id,
      @Nullable WorkerId worker,
      @Nullable String launcher,
      long startedAtWall,
      long startedAt,
      long[] leases,
      long[] blocks,
      int[] attempts,
      long firstDeadline,
      long awaySince,
      @Nullable EndKind end,
      @Nullable String endWhy,
      long endingSince,
      long toldAt,
      long blocksDone,
      long firstLeaseAt) {}
}
