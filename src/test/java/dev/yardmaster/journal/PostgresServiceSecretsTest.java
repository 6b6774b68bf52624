package dev.yardmaster.journal;

import dev.yardmaster.testing.PostgresServer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;

/** Secrets on a real PostgreSQL, with the service's own settings. */
class PostgresServiceSecretsTest extends ServiceSecretsContract {

  private static PostgresServer server;
  private static JournalDatabase database;

  @BeforeAll
  static void open() {
    server = PostgresServer.start();
    database = JournalDatabase.postgres(server);
  }

  @AfterAll
  static void close() {
    // Neither is there where the test is skipped.
    if (database != null) {
      database.close();
    }
    if (server != null) {
      server.close();
    }
  }

  @Override
  JournalDatabase database() {
    return database;
  }
}
