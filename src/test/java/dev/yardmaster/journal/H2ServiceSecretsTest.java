package dev.yardmaster.journal;

import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;

/** Secrets on H2 in a file, with the service's own settings. */
class H2ServiceSecretsTest extends ServiceSecretsContract {

  @TempDir static Path folder;
  private static JournalDatabase database;

  @BeforeAll
  static void open() {
    database = JournalDatabase.h2(folder);
  }

  @AfterAll
  static void close() {
    database.close();
  }

  @Override
  JournalDatabase database() {
    return database;
  }
}
