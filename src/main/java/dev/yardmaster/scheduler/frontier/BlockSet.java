package dev.yardmaster.scheduler.frontier;

import dev.yardmaster.scheduler.snapshot.RunSnapshot.BlockSetSnapshot;
import org.roaringbitmap.longlong.PeekableLongIterator;
import org.roaringbitmap.longlong.Roaring64Bitmap;

/**
 * A set of block numbers of one task.
 *
 * <p>Goal: blocks are worked on nearly in order, so that a set of them is nearly everything below
 * some number (completed) or from some number on (never reached). Constraints: up to 2^40 blocks,
 * no object per block. Method: {@code [0, below)} and {@code [from, total)} are in it as two
 * numbers; only what lies between is a compressed bitmap. Example: 0 to 7 and 9 of 12 are {@code
 * below = 8}, {@code {9}}, {@code from = 12}.
 */
final class BlockSet {

  /** After this many single additions the bitmap is compressed anew, to keep holes cheap. */
  private static final int ADDITIONS_BETWEEN_COMPRESSIONS = 1 << 20;

  /**
   * Blocks come back a little out of order, which is cheapest block by block. But when the first
   * block of a large task was the slowest, a hundred million others wait to be absorbed at once.
   */
  private static final int ABSORBED_ONE_BY_ONE = 64;

  private final long total;
  private long below;
  private long from;
  private final Roaring64Bitmap between;
  private int additions;

  /** The empty set. */
  BlockSet(long total) {
    this(total, 0, total, new Roaring64Bitmap());
  }

  private BlockSet(long total, long below, long from, Roaring64Bitmap between) {
    this.total = total;
    this.below = below;
    this.from = from;
    this.between = between;
    absorb();
  }

  boolean contains(long block) {
    return block < below || block >= from || between.contains(block);
  }

  /** Whether it was not in before. */
  boolean add(long block) {
    if (block == below && block < from) {
      below++;
      absorb();
      return true;
    }
    if (contains(block)) {
      return false;
    }
    between.addLong(block);
    if (++additions == ADDITIONS_BETWEEN_COMPRESSIONS) {
      additions = 0;
      between.runOptimize();
    }
    return true;
  }

  /** Moves what has come to touch the lower end from the bitmap into the number. */
  private void absorb() {
    for (int moved = 0; !between.isEmpty() && between.first() == below; moved++) {
      if (moved == ABSORBED_ONE_BY_ONE) {
        absorbRun();
        return;
      }
      between.removeLong(below);
      below++;
    }
  }

  /**
   * The same for all at once. All blocks up to one are there if as many are as that takes, which is
   * the more so the lower that one is: the end of the run is found by halving.
   */
  private void absorbRun() {
    long sure = below + 1;
    long most = below + between.getLongCardinality();
    while (sure < most) {
      long tried = sure + (most - sure + 1) / 2;
      if (between.rankLong(tried - 1) == tried - below) {
        sure = tried;
      } else {
        most = tried - 1;
      }
    }
    between.andNot(range(below, sure));
    below = sure;
  }

  /** Adds every block of the other set; answers how many were not in before. */
  long addAll(BlockSet other) {
    long before = size();
    below = Math.max(below, other.below);
    from = Math.max(below, Math.min(from, other.from));
    between.or(other.between);
    trim();
    return size() - before;
  }

  private void trim() {
    if (!between.isEmpty() && between.first() < below) {
      between.andNot(range(between.first(), Math.min(below, spanEnd())));
    }
    if (!between.isEmpty() && from <= between.last()) {
      between.andNot(range(from, spanEnd()));
    }
    absorb();
  }

  private static Roaring64Bitmap range(long start, long end) {
    Roaring64Bitmap blocks = new Roaring64Bitmap();
    addRange(blocks, start, end);
    return blocks;
  }

  private long spanStart() {
    return between.isEmpty() ? total : between.first();
  }

  private long spanEnd() {
    return between.isEmpty() ? 0 : between.last() + 1;
  }

  /** The blocks that are in both. */
  BlockSet and(BlockSet other) {
    long low = Math.min(below, other.below);
    long high = Math.max(from, other.from);
    Roaring64Bitmap both = spread(low, high, other);
    both.and(other.spread(low, high, this));
    return new BlockSet(total, low, high, both);
  }

  /**
   * The bitmap of what lies from {@code low} to {@code high}. Of the two ends only what the other
   * set reaches: all of it would be a bitmap as large as the task.
   */
  private Roaring64Bitmap spread(long low, long high, BlockSet other) {
    Roaring64Bitmap wide = between.clone();
    long start = Math.min(other.spanStart(), other.from);
    long end = other.from < below ? below : other.spanEnd();
    addRange(wide, Math.max(low, start), Math.min(below, end));
    start = other.below > from ? from : other.spanStart();
    end = Math.max(other.below, other.spanEnd());
    addRange(wide, Math.max(from, start), Math.min(high, end));
    return wide;
  }

  private static void addRange(Roaring64Bitmap blocks, long start, long end) {
    if (start < end) {
      blocks.addRange(start, end);
    }
  }

  /** The blocks that are not in it. */
  BlockSet complement() {
    long end = from < total ? from : Math.max(below, spanEnd());
    Roaring64Bitmap missing = new Roaring64Bitmap();
    addRange(missing, below, end);
    missing.andNot(between);
    return new BlockSet(total, 0, from < total ? total : end, missing);
  }

  long size() {
    return below + (total - from) + between.getLongCardinality();
  }

  /** Every block of the task. */
  static BlockSet full(long total) {
    return new BlockSet(total, total, total, new Roaring64Bitmap());
  }

  /** The first block in it that is not before {@code block}; {@code total} where there is none. */
  long nextFrom(long block) {
    if (block < below || block >= from) {
      return Math.min(block, total);
    }
    PeekableLongIterator iterator = between.getLongIteratorFrom(block);
    return iterator.hasNext() ? Math.min(iterator.peekNext(), from) : from;
  }

  /** How many blocks below this one are in it. */
  long countBelow(long block) {
    long inBetween =
        between.isEmpty() || block <= between.first() ? 0 : between.rankLong(block - 1);
    return Math.min(block, below) + inBetween + Math.max(0, block - from);
  }

  /** How many blocks the task has. */
  long total() {
    return total;
  }

  /** Everything below this number is in it. */
  long below() {
    return below;
  }

  /** What lies between the two ends; not a copy. */
  Roaring64Bitmap between() {
    return between;
  }

  /** Everything from this number on is in it. */
  long from() {
    return from;
  }

  BlockSetSnapshot snapshot() {
    return new BlockSetSnapshot(below, from, Bitmaps.write(between));
  }

  static BlockSet restore(long total, BlockSetSnapshot snapshot) {
    return new BlockSet(total, snapshot.below(), snapshot.from(), Bitmaps.read(snapshot.between()));
  }
}
