package dev.yardmaster.journal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.yardmaster.history.HistoryStore;
import dev.yardmaster.history.HistoryStore.Kind;
import dev.yardmaster.scheduler.RunId;
import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What a store of histories promises, on any database. */
abstract class HistoryStoreContract {

  private static final RunId RUN = new RunId("deepfield-12");
  private static final RunId OTHER = new RunId("other-1");

  private final HistoryStore store = database().histories();

  /** Open for as long as the tests of the class run. */
  abstract JournalDatabase database();

  @BeforeEach
  void empty() {
    database().clear();
  }

  private static byte[] bytes(int length) {
    byte[] bytes = new byte[length];
    new Random(length).nextBytes(bytes);
    return bytes;
  }

  @Test
  void whatIsStoredIsThereWhateverItsLength() {
    for (int length : new int[] {0, 1, 499_999, 500_000, 1_200_000}) {
      store.save(RUN, Kind.CURVES, bytes(length));

      assertThat(store.load(RUN, Kind.CURVES)).contains(bytes(length));
    }
  }

  @Test
  void whatIsNotStoredIsNotThere() {
    store.save(RUN, Kind.CURVES, bytes(10));

    assertThat(store.load(RUN, Kind.TIMELINE)).isEmpty();
    assertThat(store.load(OTHER, Kind.CURVES)).isEmpty();
  }

  @Test
  void aShorterOneTakesThePlaceOfALongerOne() {
    store.save(RUN, Kind.CURVES, bytes(1_200_000));
    store.save(RUN, Kind.CURVES, bytes(10));

    assertThat(store.load(RUN, Kind.CURVES)).contains(bytes(10));
    assertThat(database().column("select run_id from run_history")).containsExactly(RUN.value());
  }

  @Test
  void aRunIsForgottenAsAWhole() {
    store.save(RUN, Kind.CURVES, bytes(10));
    store.save(RUN, Kind.TIMELINE, bytes(10));
    store.save(OTHER, Kind.CURVES, bytes(10));

    store.forget(RUN);

    assertThat(store.load(RUN, Kind.CURVES)).isEmpty();
    assertThat(store.load(RUN, Kind.TIMELINE)).isEmpty();
    assertThat(store.load(OTHER, Kind.CURVES)).isPresent();
  }
}
