package dev.yardmaster.scheduler.frontier;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Compared with a plain set of numbers, by operations from fixed seeds. */
class BlockSetTest {

  private static final int TOTAL = 160;
  private static final int STEPS = 500;
  private static final long HUGE = 1L << 40;

  /** A set and what it should be. */
  private record Pair(BlockSet real, TreeSet<Long> model) {

    static Pair empty() {
      return new Pair(new BlockSet(TOTAL), new TreeSet<>());
    }

    static Pair full() {
      return new Pair(BlockSet.full(TOTAL), everything());
    }

    void check() {
      for (long block = 0; block < TOTAL; block++) {
        assertThat(real.contains(block))
            .as("%d in %s", block, model)
            .isEqualTo(model.contains(block));
        Long next = model.ceiling(block);
        assertThat(real.nextFrom(block))
            .as("next from %d in %s", block, model)
            .isEqualTo(next == null ? TOTAL : next);
      }
      assertThat(real.size()).isEqualTo(model.size());
    }
  }

  private static TreeSet<Long> everything() {
    TreeSet<Long> all = new TreeSet<>();
    for (long block = 0; block < TOTAL; block++) {
      all.add(block);
    }
    return all;
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20})
  void itIsTheSetThatAPlainOneIs(long seed) {
    Random random = new Random(seed);
    Pair one = Pair.empty();
    Pair other = Pair.empty();
    for (int step = 0; step < STEPS; step++) {
      one = changed(one, other, random);
      one.check();
      if (random.nextInt(3) == 0) {
        Pair swapped = one;
        one = other;
        other = swapped;
      }
    }
  }

  private static Pair changed(Pair one, Pair other, Random random) {
    return switch (random.nextInt(24)) {
      case 0 -> complement(one);
      case 1 -> and(one, other);
      case 2 -> addAll(one, other);
      case 3 -> random.nextInt(4) == 0 ? Pair.full() : Pair.empty();
      case 4 -> prefix(random.nextInt(TOTAL + 1));
      default -> add(one, random.nextInt(TOTAL));
    };
  }

  private static Pair add(Pair one, long block) {
    assertThat(one.real().add(block)).isEqualTo(one.model().add(block));
    return one;
  }

  private static Pair complement(Pair one) {
    TreeSet<Long> rest = everything();
    rest.removeAll(one.model());
    return new Pair(one.real().complement(), rest);
  }

  private static Pair and(Pair one, Pair other) {
    TreeSet<Long> both = new TreeSet<>(one.model());
    both.retainAll(other.model());
    return new Pair(one.real().and(other.real()), both);
  }

  private static Pair addAll(Pair one, Pair other) {
    int before = one.model().size();
    one.model().addAll(other.model());
    assertThat(one.real().addAll(other.real())).isEqualTo(one.model().size() - before);
    other.check();
    return one;
  }

  private static Pair prefix(int end) {
    Pair pair = Pair.empty();
    for (long block = 0; block < end; block++) {
      add(pair, block);
    }
    return pair;
  }

  @Test
  void theRestOfTheHugestTaskIsTwoNumbers() {
    BlockSet started = new BlockSet(HUGE);
    for (long block = 0; block < 1_000; block++) {
      started.add(block);
    }
    started.add(1_002);
    BlockSet rest = started.complement();
    assertThat(rest.size()).isEqualTo(HUGE - 1_001);
    assertThat(rest.contains(1_001)).isTrue();
    assertThat(rest.contains(1_002)).isFalse();
    assertThat(rest.contains(HUGE - 1)).isTrue();
    assertThat(rest.nextFrom(0)).isEqualTo(1_000);
    assertThat(rest.from()).isEqualTo(1_003);
    assertThat(rest.between().getLongCardinality()).isEqualTo(2);
  }

  @Test
  void twoHugeSetsAreUnitedAndComparedByTheirEnds() {
    BlockSet one = new BlockSet(HUGE).complement();
    assertThat(one.size()).isEqualTo(HUGE);
    BlockSet few = new BlockSet(HUGE);
    few.add(5);
    assertThat(one.and(few).size()).isEqualTo(1);
    assertThat(few.addAll(BlockSet.full(HUGE))).isEqualTo(HUGE - 1);
    assertThat(few.add(HUGE - 1)).isFalse();
    assertThat(few.complement().size()).isZero();
  }

  /** When the slowest block is the first one, everything after it is waiting to be absorbed. */
  @Test
  void aLongRunIsAbsorbedWhenItsFirstBlockComes() {
    BlockSet set = new BlockSet(HUGE);
    for (long block = 1; block < 200_000; block++) {
      set.add(block);
    }
    set.add(200_001);
    assertThat(set.below()).isZero();
    assertThat(set.add(0)).isTrue();
    assertThat(set.below()).isEqualTo(200_000);
    assertThat(set.contains(200_000)).isFalse();
    assertThat(set.contains(200_001)).isTrue();
    assertThat(set.size()).isEqualTo(200_001);
  }

  @Test
  void aTaskOfNoBlocksHasAnEmptySetThatIsFull() {
    assertThat(new BlockSet(0).size()).isZero();
    assertThat(BlockSet.full(0).size()).isZero();
    assertThat(new BlockSet(0).complement().size()).isZero();
    assertThat(new BlockSet(0).nextFrom(0)).isZero();
  }
}
