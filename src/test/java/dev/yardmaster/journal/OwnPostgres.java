package dev.yardmaster.journal;

import dev.yardmaster.testing.PostgresServer;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/** A real PostgreSQL for one test class, and the service's tables in it. */
final class OwnPostgres implements BeforeAllCallback, AfterAllCallback {

  private @Nullable PostgresServer server;
  private @Nullable JournalDatabase database;

  @Override
  public void beforeAll(ExtensionContext context) {
    server = PostgresServer.start();
    database = JournalDatabase.postgres(server);
  }

  @Override
  public void afterAll(ExtensionContext context) {
    // Neither is there where the test is skipped.
    if (database != null) {
      database.close();
    }
    if (server != null) {
      server.close();
    }
  }

  PostgresServer server() {
    return Objects.requireNonNull(server);
  }

  JournalDatabase database() {
    return Objects.requireNonNull(database);
  }
}
