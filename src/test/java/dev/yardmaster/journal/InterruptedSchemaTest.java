package dev.yardmaster.journal;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The first start of a service on H2 is killed while it makes the schema. H2 commits after each
 * statement, and a migration counts as done after its last.
 */
class InterruptedSchemaTest {

  @TempDir Path folder;

  /** Of the first migration. */
  private static List<String> statements() {
    try (InputStream script =
        InterruptedSchemaTest.class.getResourceAsStream("/db/migration/V1__journal.sql")) {
      String text =
          new String(Objects.requireNonNull(script).readAllBytes(), StandardCharsets.UTF_8);
      return Stream.of(text.split(";")).filter(statement -> statement.contains("\n  ")).toList();
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  private void killedAfter(double part) {
    try (JournalDatabase database = JournalDatabase.h2(folder)) {
      for (Object table :
          database.column(
              "select table_name from information_schema.tables where table_schema = 'PUBLIC'"
                  + " and table_name <> 'flyway_schema_history'")) {
        database.execute("drop table \"" + table + "\"");
      }
      database.execute("delete from \"flyway_schema_history\"");
      statements().stream()
          .limit(Math.round(statements().size() * part))
          .forEach(database::execute);
    }
  }

  @ParameterizedTest
  @ValueSource(doubles = {0, 0.5, 1})
  void theNextStartMakesWhatIsMissing(double part) {
    killedAfter(part);

    try (JournalDatabase database = JournalDatabase.h2(folder)) {
      assertThat(database.row("select count(*) as n from journal")).containsEntry("n", 0L);
      assertThat(database.row("select count(*) as n from audit")).containsEntry("n", 0L);
      assertThat(database.row("select count(*) as n from service_time")).containsEntry("n", 1L);
    }
  }
}
