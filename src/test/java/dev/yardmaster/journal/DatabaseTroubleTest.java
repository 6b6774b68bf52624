package dev.yardmaster.journal;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.sql.SQLException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What somebody who is tired reads when the database does not work. */
class DatabaseTroubleTest {

  private static final DatabasePlace PLACE =
      new DatabasePlace("jdbc:h2:file:/data/y;WRITE_DELAY=0");

  private static DatabaseTrouble told(Throwable cause) {
    Throwable wrapped = new RuntimeException("Unable to commit", new SQLException("COMMIT", cause));
    return DatabaseTrouble.of(wrapped, PLACE).orElseThrow();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "No space left on device",
        "File too large",
        "Disk quota exceeded",
        "There is not enough space on the disk"
      })
  void aFullDiskNamesTheFileAndTheRemedy(String reason) {
    DatabaseTrouble trouble = told(new IOException(reason));
    assertThat(trouble.what())
        .isEqualTo("There is no room for the database /data/y.mv.db (" + reason + ").");
    assertThat(trouble.remedy()).startsWith("Make room there");
  }

  @Test
  void aFullDiskOfAServerIsKnownByItsState() {
    SQLException full = new SQLException("could not extend file \"base/5\"", "53100");
    assertThat(
            DatabaseTrouble.of(full, new DatabasePlace("jdbc:postgresql://db/y?password=secret")))
        .get()
        .extracting(DatabaseTrouble::what)
        .isEqualTo(
            "There is no room for the database jdbc:postgresql://db/y (could not extend file"
                + " \"base/5\").");
  }

  @Test
  void whatIsReadOnlyNamesTheUserWhoHasToBeLetIn() {
    for (Throwable cause :
        List.of(
            new SQLException("The database is read only; SQL statement:\ninsert", "90097", 90097),
            new AccessDeniedException("/data/y.mv.db"),
            new IOException("Read-only file system"),
            new SQLException("cannot execute INSERT in a read-only transaction", "25006"))) {
      DatabaseTrouble trouble = told(cause);
      assertThat(trouble.what())
          .startsWith("The database /data/y.mv.db cannot be written to (")
          .doesNotContain("SQL statement");
      assertThat(trouble.remedy())
          .contains("Let the user " + System.getProperty("user.name") + " write", "--data-dir");
    }
  }

  @Test
  void aDamagedFileIsLeftAsItIs() {
    DatabaseTrouble trouble =
        told(new SQLException("File corrupted while reading record", "90030", 90030));
    assertThat(trouble.what()).startsWith("The file /data/y.mv.db is damaged");
    assertThat(trouble.remedy()).contains("Restore it from a backup");
  }

  @Test
  void whatThisVersionCannotReadNamesTheOneThatCan() {
    DatabaseTrouble trouble = told(new UnreadableJournalException("Its format is 9.", null));
    assertThat(trouble.what()).endsWith("cannot read: Its format is 9.");
    assertThat(trouble.remedy()).startsWith("Start the version that wrote it, or a newer one");
  }

  @Test
  void anythingElseIsNotGuessedAt() {
    assertThat(DatabaseTrouble.of(new IllegalStateException("a bug"), PLACE)).isEmpty();
    assertThat(DatabaseTrouble.of(new SQLException("connection refused", "08001"), PLACE))
        .isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "jdbc:h2:file:/data/y;WRITE_DELAY=0, /data/y.mv.db",
    "jdbc:h2:/data/../y, /y.mv.db",
    "jdbc:h2:mem:y;A=1, jdbc:h2:mem:y",
    "jdbc:postgresql://db:5432/y?user=u&password=p, jdbc:postgresql://db:5432/y"
  })
  void thePlaceIsWhereSomebodyWouldLook(String url, String place) {
    assertThat(new DatabasePlace(url)).hasToString(place);
  }
}
