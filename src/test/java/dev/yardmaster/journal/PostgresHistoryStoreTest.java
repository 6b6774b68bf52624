package dev.yardmaster.journal;

import org.junit.jupiter.api.extension.RegisterExtension;

/** Histories on a real PostgreSQL, with the service's own settings. */
class PostgresHistoryStoreTest extends HistoryStoreContract {

  @RegisterExtension private static final OwnPostgres POSTGRES = new OwnPostgres();

  @Override
  JournalDatabase database() {
    return POSTGRES.database();
  }
}
