package dev.yardmaster.journal.postgres;

import com.zaxxer.hikari.HikariDataSource;
import java.time.Duration;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.config.BeanPostProcessor;

/**
 * Gives a pool of connections to PostgreSQL what a service needs that must never wait without end.
 * What the URL, or {@code spring.datasource.hikari.data-source-properties}, says itself is left as
 * it is.
 */
public final class PostgresPool implements BeanPostProcessor {

  private static final String PREFIX = "jdbc:postgresql:";

  /**
   * How long an answer may take. A commit takes milliseconds; after this long the server hangs, or
   * the network swallows what is sent. Then callers are told, and the state is built again.
   */
  static final Duration LONGEST_ANSWER = Duration.ofSeconds(10);

  /** How long it may take until a server that is there takes a connection. */
  static final Duration LONGEST_CONNECT = Duration.ofSeconds(3);

  private static final Map<String, String> DRIVER =
      Map.of(
          "socketTimeout",
          Long.toString(LONGEST_ANSWER.toSeconds()),
          "connectTimeout",
          Long.toString(LONGEST_CONNECT.toSeconds()),
          "tcpKeepAlive",
          "true",
          "ApplicationName",
          "yardmaster");

  /**
   * A server, database or user may have it switched off; then a crash of the server would lose what
   * was answered. What is stronger than "on" is left.
   */
  private static final String SYNCHRONOUS =
      "select set_config('synchronous_commit', 'on', false)"
          + " where current_setting('synchronous_commit') = 'off'";

  /** Whether it leads to PostgreSQL. */
  public static boolean isPostgres(@Nullable String url) {
    return url != null && url.startsWith(PREFIX);
  }

  @Override
  public Object postProcessBeforeInitialization(Object bean, String name) {
    if (bean instanceof HikariDataSource pool && isPostgres(pool.getJdbcUrl())) {
      prepare(pool);
    }
    return bean;
  }

  private static void prepare(HikariDataSource pool) {
    DRIVER.forEach(pool.getDataSourceProperties()::putIfAbsent);
    String first = pool.getConnectionInitSql();
    pool.setConnectionInitSql(first == null ? SYNCHRONOUS : SYNCHRONOUS + "; " + first);
    // The first connection is waited for, with words, by FirstContact.
    pool.setInitializationFailTimeout(-1);
  }
}
