package dev.yardmaster.scheduler.frontier;

import dev.yardmaster.scheduler.snapshot.RunSnapshot.FrontierSnapshot;
import dev.yardmaster.scheduler.view.BlockView.BlockState;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.roaringbitmap.longlong.PeekableLongIterator;
import org.roaringbitmap.longlong.Roaring64Bitmap;

/**
 * The blocks of one task.
 *
 * <p>Ready blocks are handed out in this order: those that came back uncharged; those that were
 * never tried, lowest first; those that failed and are tried again. Blocks that became ready all at
 * once are two numbers.
 */
final class TaskFrontier {

  private final long total;
  private final Roaring64Bitmap returned;
  private long freshNext;
  private long freshEnd;
  private final Roaring64Bitmap scattered;
  private final Roaring64Bitmap retried;
  private final BlockSet completed;
  private long completedCount;
  private final BlockSet failed;
  private BlockSet orphaned;

  /** The n-th holds the blocks that have failed more than n times. */
  private final List<Roaring64Bitmap> failures = new ArrayList<>();

  private boolean abandoned;

  TaskFrontier(long total) {
    this.total = total;
    this.returned = new Roaring64Bitmap();
    this.scattered = new Roaring64Bitmap();
    this.retried = new Roaring64Bitmap();
    this.completed = new BlockSet(total);
    this.failed = new BlockSet(total);
    this.orphaned = new BlockSet(total);
  }

  void makeAllReady() {
    freshEnd = total;
  }

  void makeReady(long block) {
    scattered.addLong(block);
  }

  /** Called once, before any block was ready. */
  void makeReady(BlockSet blocks) {
    freshEnd = blocks.below();
    scattered.or(blocks.between());
    if (blocks.from() < total && blocks.from() >= blocks.below()) {
      scattered.addRange(blocks.from(), total);
    }
  }

  /** The next blocks to hand out, at most this many; changes nothing. */
  long[] peek(int limit) {
    long[] next = new long[limit];
    int count = copy(returned, next, 0);
    for (long block = freshNext; block < freshEnd && count < limit; block++) {
      next[count++] = block;
    }
    count = copy(scattered, next, count);
    count = copy(retried, next, count);
    return count == limit ? next : Arrays.copyOf(next, count);
  }

  private static int copy(Roaring64Bitmap from, long[] into, int count) {
    if (count == into.length || from.isEmpty()) {
      return count;
    }
    PeekableLongIterator iterator = from.getLongIterator();
    while (count < into.length && iterator.hasNext()) {
      into[count++] = iterator.next();
    }
    return count;
  }

  /**
   * Hands out a block that {@link #peek} named.
   *
   * @throws IllegalStateException if it is not ready: a bug
   */
  void take(long block) {
    if (!returned.isEmpty() && returned.contains(block)) {
      returned.removeLong(block);
    } else if (block == freshNext && freshNext < freshEnd) {
      freshNext++;
    } else if (scattered.contains(block)) {
      scattered.removeLong(block);
    } else if (retried.contains(block)) {
      retried.removeLong(block);
    } else {
      throw new IllegalStateException("block " + block + " is not ready");
    }
  }

  void giveBack(long block) {
    returned.addLong(block);
  }

  void retry(long block) {
    noteFailure(block);
    retried.addLong(block);
  }

  void fail(long block) {
    noteFailure(block);
    failed.add(block);
  }

  private void noteFailure(long block) {
    int count = failures(block);
    if (count == failures.size()) {
      failures.add(new Roaring64Bitmap());
    }
    failures.get(count).addLong(block);
  }

  /** Failed attempts so far. */
  int failures(long block) {
    int count = 0;
    while (count < failures.size() && failures.get(count).contains(block)) {
      count++;
    }
    return count;
  }

  void complete(long block) {
    if (!completed.add(block)) {
      throw new IllegalStateException("block " + block + " completed twice");
    }
    completedCount++;
  }

  boolean allCompleted() {
    return completedCount == total;
  }

  BlockSet completed() {
    return completed;
  }

  /** Whether it was not orphaned before. */
  boolean orphan(long block) {
    return orphaned.add(block);
  }

  /** How many were not orphaned before. */
  long orphan(BlockSet blocks) {
    return orphaned.addAll(blocks);
  }

  long orphanAll() {
    long before = orphaned.size();
    orphaned = BlockSet.full(total);
    return total - before;
  }

  void abandon() {
    abandoned = true;
  }

  long readySize() {
    return returned.getLongCardinality()
        + (freshEnd - freshNext)
        + scattered.getLongCardinality()
        + retried.getLongCardinality();
  }

  /** Where a block that nobody has leased stands. */
  BlockState stateOf(long block) {
    if (completed.contains(block)) {
      return BlockState.COMPLETED;
    }
    if (failed.contains(block)) {
      return BlockState.FAILED;
    }
    if (abandoned || orphaned.contains(block)) {
      return BlockState.ORPHANED;
    }
    return isReady(block) ? BlockState.READY : BlockState.PENDING;
  }

  /** How many of the blocks below this one have been taken up by an end, or are ready. */
  BlockCounts countsBelow(long block) {
    long done = completed.countBelow(block);
    long lost = failed.countBelow(block);
    // Whatever an abandoned task has not settled is orphaned, ready or not.
    return abandoned
        ? new BlockCounts(0, done, lost, block - done - lost)
        : new BlockCounts(readyBelow(block), done, lost, orphaned.countBelow(block));
  }

  private long readyBelow(long block) {
    return Math.clamp(block - freshNext, 0, freshEnd - freshNext)
        + rankBelow(returned, block)
        + rankBelow(scattered, block)
        + rankBelow(retried, block);
  }

  private static long rankBelow(Roaring64Bitmap blocks, long block) {
    return blocks.isEmpty() || block <= blocks.first() ? 0 : blocks.rankLong(block - 1);
  }

  private boolean isReady(long block) {
    return (block >= freshNext && block < freshEnd)
        || scattered.contains(block)
        || returned.contains(block)
        || retried.contains(block);
  }

  /** The first failed block that is not before this one; the total where there is none. */
  long nextFailedFrom(long block) {
    return failed.nextFrom(block);
  }

  FrontierSnapshot snapshot() {
    return new FrontierSnapshot(
        Bitmaps.write(returned),
        freshNext,
        freshEnd,
        Bitmaps.write(scattered),
        Bitmaps.write(retried),
        completed.snapshot(),
        failed.snapshot(),
        orphaned.snapshot(),
        failures.stream().map(Bitmaps::write).toList(),
        abandoned);
  }

  TaskFrontier(long total, FrontierSnapshot snapshot) {
    this.total = total;
    this.returned = Bitmaps.read(snapshot.returned());
    this.freshNext = snapshot.freshNext();
    this.freshEnd = snapshot.freshEnd();
    this.scattered = Bitmaps.read(snapshot.scattered());
    this.retried = Bitmaps.read(snapshot.retried());
    this.completed = BlockSet.restore(total, snapshot.completed());
    this.completedCount = completed.size();
    this.failed = BlockSet.restore(total, snapshot.failed());
    this.orphaned = BlockSet.restore(total, snapshot.orphaned());
    snapshot.failures().stream().map(Bitmaps::read).forEach(failures::add);
    this.abandoned = snapshot.abandoned();
  }
}
