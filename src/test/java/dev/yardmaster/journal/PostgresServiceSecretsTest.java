package dev.yardmaster.journal;

import org.junit.jupiter.api.extension.RegisterExtension;

/** Secrets on a real PostgreSQL, with the service's own settings. */
class PostgresServiceSecretsTest extends ServiceSecretsContract {

  @RegisterExtension private static final OwnPostgres POSTGRES = new OwnPostgres();

  @Override
  JournalDatabase database() {
    return POSTGRES.database();
  }
}
