package dev.yardmaster.config;

import com.zaxxer.hikari.HikariDataSource;
import dev.yardmaster.journal.ExclusiveUse;
import dev.yardmaster.journal.postgres.AdvisoryLock;
import dev.yardmaster.journal.postgres.FirstContact;
import dev.yardmaster.journal.postgres.PostgresPool;
import java.sql.SQLException;
import javax.sql.DataSource;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.flyway.autoconfigure.FlywayMigrationStrategy;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** What is particular to the database in use, before the first look at its schema. */
@Configuration(proxyBeanMethods = false)
@EnableConfigurationProperties(DatabaseProperties.class)
class DatabaseConfiguration {

  @Bean
  static PostgresPool postgresPool() {
    return new PostgresPool();
  }

  @Bean
  ExclusiveUse exclusiveUse(DataSource dataSource) throws SQLException {
    HikariDataSource pool = dataSource.unwrap(HikariDataSource.class);
    return PostgresPool.isPostgres(pool.getJdbcUrl())
        ? new AdvisoryLock(pool)
        : ExclusiveUse.BY_ITSELF;
  }

  /** Only who has the database to itself may change its schema. */
  @Bean
  FlywayMigrationStrategy migration(ExclusiveUse use, DatabaseProperties database) {
    return flyway -> {
      if (use instanceof AdvisoryLock lock) {
        FirstContact.with(lock).await(database.waitAtStart());
      }
      flyway.migrate();
    };
  }
}
