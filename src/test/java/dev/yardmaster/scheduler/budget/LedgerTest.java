package dev.yardmaster.scheduler.budget;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.yardmaster.pipeline.Resources;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** I4: used is what was taken and not given back, never negative, never raised above the budget. */
class LedgerTest {

  private static Resources of(String key, long amount) {
    return Resources.of(Map.of(key, amount));
  }

  private static Resources of(String key, long amount, String other, long more) {
    return Resources.of(Map.of(key, amount, other, more));
  }

  @Test
  void whatIsTakenIsUsedUntilItIsGivenBack() {
    Ledger ledger = new Ledger(of("gpu", 6));
    ledger.allocate(of("gpu", 3));
    ledger.allocate(of("gpu", 2));
    assertThat(ledger.used("gpu")).isEqualTo(5);
    assertThat(ledger.free("gpu")).isEqualTo(1);
    ledger.release(of("gpu", 3));
    assertThat(ledger.used()).isEqualTo(of("gpu", 2));
    ledger.release(of("gpu", 2));
    assertThat(ledger.used()).isEqualTo(Resources.NONE);
  }

  @Test
  void aSecondReleaseShows() {
    Ledger ledger = new Ledger(of("gpu", 6));
    ledger.allocate(of("gpu", 3));
    ledger.release(of("gpu", 3));
    assertThatThrownBy(() -> ledger.release(of("gpu", 3)))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("I4");
    assertThat(ledger.used("gpu")).isZero();
  }

  @Test
  void moreThanIsFreeIsRefusedWholly() {
    Ledger ledger = new Ledger(of("cpu", 4, "gpu", 1));
    ledger.allocate(of("gpu", 1));
    assertThat(ledger.fits(of("cpu", 1, "gpu", 1))).isFalse();
    assertThatThrownBy(() -> ledger.allocate(of("cpu", 1, "gpu", 1)))
        .isInstanceOf(IllegalStateException.class);
    assertThat(ledger.used("cpu")).isZero();
  }

  @Test
  void allKeysFitAtOnceOrNot() {
    Ledger ledger = new Ledger(of("cpu", 2, "gpu", 1));
    assertThat(ledger.fits(of("cpu", 2, "gpu", 1))).isTrue();
    assertThat(ledger.fits(of("cpu", 3, "gpu", 1))).isFalse();
    assertThat(ledger.fits(of("cpu", 2, "gpu", 2))).isFalse();
    assertThat(ledger.fits(Resources.NONE)).isTrue();
  }

  @Test
  void whatALevelHasNoBudgetOfItDoesNotBound() {
    Ledger unbounded = new Ledger(null);
    unbounded.allocate(of("cpu", 1_000));
    assertThat(unbounded.fits(of("cpu", Long.MAX_VALUE / 2))).isTrue();
    assertThat(unbounded.used("cpu")).isEqualTo(1_000);
    Ledger other = new Ledger(of("gpu", 1));
    assertThat(other.fits(of("cpu", 1_000))).isTrue();
    assertThat(other.bounds("cpu")).isFalse();
  }

  @Test
  void aLoweredBudgetKillsNobodyAndStartsNobody() {
    Ledger ledger = new Ledger(of("cpu", 4));
    ledger.allocate(of("cpu", 3));
    ledger.setBudget(of("cpu", 2));
    assertThat(ledger.used("cpu")).isEqualTo(3);
    assertThat(ledger.free("cpu")).isEqualTo(-1);
    assertThat(ledger.fits(of("cpu", 1))).isFalse();
    ledger.release(of("cpu", 3));
    assertThat(ledger.fits(of("cpu", 2))).isTrue();
  }
}
