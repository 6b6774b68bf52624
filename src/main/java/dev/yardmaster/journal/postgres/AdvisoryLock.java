package dev.yardmaster.journal.postgres;

import com.zaxxer.hikari.HikariDataSource;
import dev.yardmaster.journal.ExclusiveUse;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps a second service away with an advisory lock of PostgreSQL, on a connection that does
 * nothing else. The lock ends with its connection, so that nothing is left to clean up after {@code
 * kill -9}, and is one of the database and schema in use.
 *
 * <p>A server that is restarted forgets it. Whoever takes it first afterwards has it; what the
 * other has decided meanwhile is refused by the journal's key.
 */
public final class AdvisoryLock implements ExclusiveUse, AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(AdvisoryLock.class);

  /** How long a look at the connection may take; far above what a healthy server needs. */
  private static final Duration LOOK = Duration.ofSeconds(2);

  /** Sets Yardmaster's locks apart from other people's: "yard" in ASCII. */
  private static final String KEY = "2036429412, hashtext(coalesce(current_schema(), ''))";

  private static final String TRY = "select pg_try_advisory_lock(" + KEY + ")";

  private static final String HOLDER =
      "select coalesce(host(a.client_addr), 'the same machine') || ' since '"
          + " || date_trunc('second', a.backend_start)"
          + " from pg_locks l join pg_stat_activity a on a.pid = l.pid"
          + " join pg_database d on d.oid = l.database and d.datname = current_database()"
          + " where l.locktype = 'advisory' and l.granted and l.classid = 2036429412"
          + " and l.objid::bigint = hashtext(coalesce(current_schema(), ''))::bigint & 4294967295";

  /**
   * A machine that vanishes says no goodbye; without these the server would keep its lock for two
   * hours, and nobody could take its place.
   */
  private static final String NOTICE_WHO_VANISHES =
      "set tcp_keepalives_idle = 10; set tcp_keepalives_interval = 5; set tcp_keepalives_count = 3";

  private final HikariDataSource pool;
  private @Nullable Connection holding;

  /**
   * @param pool one connection of it is kept
   */
  public AdvisoryLock(HikariDataSource pool) {
    this.pool = pool;
  }

  /** The database's address, for people. */
  String address() {
    return DatabaseAddress.of(pool.getJdbcUrl());
  }

  @Override
  public void take() {
    switch (attempt()) {
      case Attempt.Held() -> {}
      case Attempt.Taken(String by) ->
          throw new IllegalStateException(
              "The database " + address() + " is in use by another Yardmaster (" + by + ").");
      case Attempt.Failed failed ->
          throw new IllegalStateException(
              "PostgreSQL at " + address() + " does not answer: " + failed.why(), failed.cause());
    }
  }

  @Override
  public synchronized void check() {
    if (!isHeld()) {
      throw new IllegalStateException(
          "The connection to " + address() + " that keeps other services away is lost.");
    }
  }

  /** Takes the lock, unless it is held; says what came of it. */
  synchronized Attempt attempt() {
    if (isHeld()) {
      return new Attempt.Held();
    }
    close();
    try {
      Connection fresh = pool.getConnection();
      try {
        Attempt attempt = lock(fresh);
        if (attempt instanceof Attempt.Held) {
          holding = fresh;
        }
        return attempt;
      } finally {
        if (holding == null) {
          // Closed for good: going back to the pool it might take a lock with it.
          pool.evictConnection(fresh);
        }
      }
    } catch (SQLException e) {
      return new Attempt.Failed(e);
    }
  }

  private static Attempt lock(Connection connection) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute(NOTICE_WHO_VANISHES);
      if (text(statement, TRY).equals("t")) {
        warnIfUnsafe(text(statement, "show fsync"));
        return new Attempt.Held();
      }
      return new Attempt.Taken(text(statement, HOLDER));
    }
  }

  private static void warnIfUnsafe(String fsync) {
    if (!fsync.equals("on")) {
      LOG.warn(
          "PostgreSQL runs with fsync={}: a power cut may lose what was answered, or the whole"
              + " database. Set fsync=on.",
          fsync);
    }
  }

  /** The first row's text; empty where there is none. */
  private static String text(Statement statement, String query) throws SQLException {
    try (ResultSet rows = statement.executeQuery(query)) {
      return rows.next() ? String.valueOf(rows.getString(1)) : "";
    }
  }

  private boolean isHeld() {
    try {
      return holding != null && holding.isValid((int) LOOK.toSeconds());
    } catch (SQLException e) {
      return false;
    }
  }

  /** Lets another service have it. */
  @Override
  public synchronized void close() {
    if (holding != null) {
      pool.evictConnection(holding);
      holding = null;
    }
  }
}
