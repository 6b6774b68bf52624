package dev.yardmaster.journal.postgres;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import com.zaxxer.hikari.HikariDataSource;
import dev.yardmaster.testing.PostgresServer;
import dev.yardmaster.testing.PostgresServer.Stop;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Two services on one PostgreSQL, and what the pool makes of a server that is not well. */
class AdvisoryLockTest {

  private static @Nullable PostgresServer started;

  @BeforeAll
  static void start() {
    started = PostgresServer.start();
  }

  @AfterAll
  static void end() {
    if (started != null) {
      started.close();
    }
  }

  private static PostgresServer server() {
    if (started == null) {
      throw new IllegalStateException("PostgreSQL was not started");
    }
    return started;
  }

  /** As the service makes it. */
  private static HikariDataSource pool(String url) {
    HikariDataSource pool = new HikariDataSource();
    pool.setJdbcUrl(url);
    pool.setMaximumPoolSize(3);
    pool.setConnectionTimeout(3_000);
    pool.setValidationTimeout(2_000);
    new PostgresPool().postProcessBeforeInitialization(pool, "dataSource");
    return pool;
  }

  @Test
  void theSecondServiceIsRefusedUntilTheFirstIsGone() {
    String url = server().newDatabase();
    try (HikariDataSource second = pool(url);
        AdvisoryLock theirs = new AdvisoryLock(second)) {
      try (HikariDataSource first = pool(url);
          AdvisoryLock ours = new AdvisoryLock(first)) {
        ours.take();
        ours.take();
        ours.check();

        assertThatThrownBy(theirs::take)
            .isInstanceOf(IllegalStateException.class)
            .hasMessageStartingWith("The database " + DatabaseAddress.of(url))
            .hasMessageContaining("is in use by another Yardmaster (127.0.0.1 since 2");
        assertThatThrownBy(theirs::check).isInstanceOf(IllegalStateException.class);
      }
      await().ignoreExceptions().untilAsserted(theirs::take);
    }
  }

  @Test
  void anotherDatabaseAndAnotherSchemaAreAnotherMatter() {
    String url = server().newDatabase();
    PostgresServer.execute(url, "create schema elsewhere");
    try (HikariDataSource first = pool(url);
        HikariDataSource schema = pool(url + "&currentSchema=elsewhere");
        HikariDataSource database = pool(server().newDatabase());
        AdvisoryLock ours = new AdvisoryLock(first);
        AdvisoryLock inSchema = new AdvisoryLock(schema);
        AdvisoryLock inDatabase = new AdvisoryLock(database)) {
      ours.take();
      inSchema.take();
      inDatabase.take();
    }
  }

  @Test
  void aServerThatWasAwayHasForgottenTheLockAndItIsTakenAgain() {
    String url = server().newDatabase();
    try (HikariDataSource pool = pool(url);
        AdvisoryLock lock = new AdvisoryLock(pool)) {
      lock.take();
      server().stop(Stop.IMMEDIATE);
      assertThatThrownBy(lock::check).isInstanceOf(IllegalStateException.class);
      assertThatThrownBy(lock::take)
          .hasMessageStartingWith(
              "PostgreSQL at " + DatabaseAddress.of(url) + " does not answer: ");

      server().startAgain();

      assertThatThrownBy(lock::check).isInstanceOf(IllegalStateException.class);
      await().atMost(Duration.ofMinutes(1)).ignoreExceptions().untilAsserted(lock::take);
      lock.check();
    }
  }

  @Test
  void aServerThatHangsIsGivenUpInSeconds() {
    try (HikariDataSource pool = pool(server().newDatabase());
        AdvisoryLock lock = new AdvisoryLock(pool)) {
      lock.take();
      server().freeze();
      long begun = System.nanoTime();
      try {
        assertThatThrownBy(lock::take).isInstanceOf(IllegalStateException.class);
        assertThat(Duration.ofNanos(System.nanoTime() - begun))
            .isLessThan(PostgresPool.LONGEST_ANSWER.multipliedBy(2));
      } finally {
        server().resume();
      }
      await().atMost(Duration.ofMinutes(1)).ignoreExceptions().untilAsserted(lock::take);
    }
  }

  @Test
  void aDatabaseThatDoesNotExistIsALastingFailure() {
    try (HikariDataSource pool = pool(server().newDatabase().replaceFirst("yard\\d+", "nowhere"));
        AdvisoryLock lock = new AdvisoryLock(pool)) {
      assertThat(lock.attempt())
          .isInstanceOfSatisfying(
              Attempt.Failed.class,
              failed -> {
                assertThat(failed.mayPass()).isFalse();
                assertThat(failed.why()).contains("database \"nowhere\" does not exist");
              });
    }
  }

  @Test
  void commitsAreSynchronousWhateverTheDatabaseSays() throws SQLException {
    String url = server().newDatabase();
    String name = DatabaseAddress.of(url).replaceFirst(".*/", "");
    PostgresServer.execute(url, "alter database " + name + " set synchronous_commit = off");
    assertThat(PostgresServer.query(url, "show synchronous_commit")).containsExactly("off");

    try (HikariDataSource pool = pool(url);
        Connection connection = pool.getConnection();
        Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery("show synchronous_commit")) {
      assertThat(row.next()).isTrue();
      assertThat(row.getString(1)).isEqualTo("on");
    }
  }

  @Test
  void whatTheUrlOrASettingSaysIsLeft() {
    HikariDataSource pool = new HikariDataSource();
    pool.setJdbcUrl("jdbc:postgresql://db/yard");
    pool.addDataSourceProperty("socketTimeout", "99");
    new PostgresPool().postProcessBeforeInitialization(pool, "dataSource");

    assertThat(pool.getDataSourceProperties())
        .containsEntry("socketTimeout", "99")
        .containsEntry("connectTimeout", "3");
  }

  @Test
  void otherDatabasesAreLeftAsTheyAre() {
    HikariDataSource pool = new HikariDataSource();
    pool.setJdbcUrl("jdbc:h2:mem:x");
    new PostgresPool().postProcessBeforeInitialization(pool, "dataSource");

    assertThat(pool.getDataSourceProperties()).isEmpty();
    assertThat(pool.getInitializationFailTimeout()).isEqualTo(1);
  }
}
