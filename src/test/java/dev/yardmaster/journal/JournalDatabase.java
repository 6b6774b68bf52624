package dev.yardmaster.journal;

import com.zaxxer.hikari.HikariDataSource;
import dev.yardmaster.journal.postgres.AdvisoryLock;
import dev.yardmaster.journal.postgres.PostgresPool;
import dev.yardmaster.testing.PostgresServer;
import jakarta.persistence.EntityManagerFactory;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.jdbc.core.ConnectionCallback;
import org.springframework.jdbc.core.JdbcTemplate;

/** A real database with the service's settings and schema, and nothing else of the service. */
final class JournalDatabase implements AutoCloseable {

  private static final List<String> TABLES =
      List.of(
          "journal",
          "run",
          "task",
          "audit",
          "block_failure",
          "run_snapshot",
          "service_snapshot",
          "forgotten_run",
          "run_history");

  /** No {@code @Configuration}: the benchmarks start the service with the tests beside it. */
  @EnableAutoConfiguration
  static class OnlyTheDatabase {

    @Bean
    static PostgresPool pool() {
      return new PostgresPool();
    }
  }

  private final ConfigurableApplicationContext context;
  private final JdbcTemplate jdbc;
  private final ExclusiveUse use;

  /**
   * @param settings as on the command line, so that they come before those of the service
   */
  private JournalDatabase(String... settings) {
    context =
        new SpringApplicationBuilder(OnlyTheDatabase.class)
            .web(WebApplicationType.NONE)
            .properties("spring.thymeleaf.enabled=false")
            // The indicator that a group names is the engine's.
            .properties("management.endpoint.health.validate-group-membership=false")
            .run(settings);
    jdbc = context.getBean(JdbcTemplate.class);
    HikariDataSource pool = context.getBean(HikariDataSource.class);
    use =
        PostgresPool.isPostgres(pool.getJdbcUrl())
            ? new AdvisoryLock(pool)
            : ExclusiveUse.BY_ITSELF;
  }

  static JournalDatabase h2(Path folder) {
    return new JournalDatabase("--yardmaster.data-dir=" + folder);
  }

  static JournalDatabase postgres(PostgresServer server) {
    return new JournalDatabase("--spring.datasource.url=" + server.newDatabase());
  }

  JpaJournal journal() {
    return new JpaJournal(
        context.getBean(EntityManagerFactory.class),
        context.getBean(JournalRepository.class),
        context.getBean(AuditRepository.class),
        context.getBean(BlockFailureRepository.class),
        context.getBean(SnapshotRepository.class),
        use,
        new DatabasePlace("jdbc:h2:file:/data/yardmaster"));
  }

  ServiceSecrets secrets() {
    return new ServiceSecrets(context.getBean(EntityManagerFactory.class));
  }

  JpaHistoryStore histories() {
    return new JpaHistoryStore(
        context.getBean(EntityManagerFactory.class), context.getBean(HistoryRepository.class));
  }

  void clear() {
    TABLES.forEach(table -> jdbc.update("delete from " + table));
    jdbc.update("update service_time set ticks = 0, wall_millis = 0");
  }

  /** The first column of a query's rows. */
  List<Object> column(String query) {
    return jdbc.queryForList(query, Object.class);
  }

  void execute(String statement) {
    jdbc.execute(statement);
  }

  String url() {
    return context.getBean(HikariDataSource.class).getJdbcUrl();
  }

  /** What its driver calls it. */
  String product() {
    return jdbc.execute(
        (ConnectionCallback<String>)
            connection -> connection.getMetaData().getDatabaseProductName());
  }

  /** The only row of a query, by the names of its columns. */
  Map<String, Object> row(String query) {
    return jdbc.queryForMap(query);
  }

  /** The only column of a query. */
  List<String> names(String query) {
    return jdbc.queryForList(query, String.class);
  }

  @Override
  public void close() {
    context.close();
  }
}
