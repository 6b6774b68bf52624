package dev.yardmaster.scheduler.state;

import static org.assertj.core.api.Assertions.assertThat;

import dev.yardmaster.scheduler.LeaseId;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LeaseRangesTest {

  private final LeaseRanges ranges = new LeaseRanges();

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5})
  void aPieceIsRememberedInWhateverOrderItCame(long seed) {
    List<Long> piece = new ArrayList<>(LongStream.range(100, 116).boxed().toList());
    Collections.shuffle(piece, new Random(seed));
    piece.forEach(ranges::add);
    piece.forEach(ranges::add);
    assertThat(ranges.toList())
        .isEqualTo(LongStream.range(100, 116).mapToObj(LeaseId::new).toList());
    assertThat(ranges.contains(99)).isFalse();
    assertThat(ranges.contains(116)).isFalse();
  }

  @Test
  void aLongPieceBackwardsIsOnePieceToo() {
    LongStream.iterate(1_000, lease -> lease - 1).limit(1_000).forEach(ranges::add);
    assertThat(LongStream.rangeClosed(1, 1_000)).allMatch(ranges::contains);
  }

  @Test
  void theLastSixteenPiecesAreRememberedAndTheOldestIsForgotten() {
    for (long lease = 2; lease <= 34; lease += 2) {
      ranges.add(lease);
    }
    assertThat(ranges.contains(2)).isFalse();
    assertThat(ranges.toList())
        .isEqualTo(LongStream.rangeClosed(2, 17).map(n -> 2 * n).mapToObj(LeaseId::new).toList());
  }

  @Test
  void nothingIsKnownAfterAllIsForgotten() {
    ranges.add(5);
    ranges.clear();
    assertThat(ranges.contains(5)).isFalse();
    assertThat(ranges.toList()).isEmpty();
  }
}
