package dev.yardmaster.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.yardmaster.engine.Journal;
import dev.yardmaster.engine.Journal.End;
import dev.yardmaster.engine.JournalUnavailableException;
import dev.yardmaster.testing.PostgresServer.Stop;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The journal on a real PostgreSQL, with the service's own settings. */
class PostgresJournalTest extends DatabaseJournalContract {

  @RegisterExtension private static final OwnPostgres POSTGRES = new OwnPostgres();

  @Test
  void aServerThatWasRestartedIsNoticedAndThenReadAnew() {
    Journal journal = empty();
    replayed(journal);
    journal.append(batch(1, at(1), submitted()));

    POSTGRES.server().stop(Stop.IMMEDIATE);
    assertThatThrownBy(journal::probe).isInstanceOf(JournalUnavailableException.class);
    assertThatThrownBy(() -> journal.append(batch(2, at(2), registered())))
        .isInstanceOf(JournalUnavailableException.class);
    POSTGRES.server().startAgain();

    // Somebody else may have had the database meanwhile.
    assertThatThrownBy(journal::probe).isInstanceOf(JournalUnavailableException.class);
    await()
        .atMost(Duration.ofMinutes(1))
        .ignoreExceptions()
        .untilAsserted(() -> assertThat(replayed(journal).end).isEqualTo(new End(1, 1)));
    journal.append(batch(2, at(3), registered()));
    journal.probe();
  }

  /**
   * Somebody locks the table by hand, or the server cannot write: it is alive, but nothing ends.
   */
  @Test
  void aCommitThatHangsIsGivenUpAndLeavesNothing() throws SQLException {
    Journal journal = empty();
    replayed(journal);
    journal.append(batch(1, at(1), submitted()));

    try (Connection other = DriverManager.getConnection(POSTGRES.database().url());
        Statement statement = other.createStatement()) {
      other.setAutoCommit(false);
      statement.execute("lock table journal in exclusive mode");
      long begun = System.nanoTime();
      assertThatThrownBy(() -> journal.append(batch(2, at(2), registered(), bound())))
          .isInstanceOf(JournalUnavailableException.class);
      assertThat(Duration.ofNanos(System.nanoTime() - begun)).isLessThan(Duration.ofSeconds(20));
      other.rollback();
    }

    assertThat(replayed(journal).end).isEqualTo(new End(1, 1));
    journal.append(batch(2, at(3), registered()));
    assertThat(replayed(reopened()).events).hasSize(2);
  }

  @Override
  String product() {
    return "PostgreSQL";
  }

  @Override
  JournalDatabase database() {
    return POSTGRES.database();
  }
}
