package dev.yardmaster.journal;

import jakarta.persistence.EntityManagerFactory;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
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
          "forgotten_run");

  /** No {@code @Configuration}: the benchmarks start the service with the tests beside it. */
  @EnableAutoConfiguration
  static class OnlyTheDatabase {}

  private final ConfigurableApplicationContext context;
  private final JdbcTemplate jdbc;

  private JournalDatabase(String... properties) {
    context =
        new SpringApplicationBuilder(OnlyTheDatabase.class)
            .web(WebApplicationType.NONE)
            .properties(properties)
            .run();
    jdbc = context.getBean(JdbcTemplate.class);
  }

  static JournalDatabase h2(Path folder) {
    return new JournalDatabase(
        "yardmaster.data-dir=" + folder,
        "spring.thymeleaf.enabled=false",
        // Tests break rules of the database on purpose.
        "logging.level.org.hibernate.orm.jdbc.error=off");
  }

  JpaJournal journal() {
    return new JpaJournal(
        context.getBean(EntityManagerFactory.class),
        context.getBean(JournalRepository.class),
        context.getBean(AuditRepository.class),
        context.getBean(BlockFailureRepository.class),
        context.getBean(SnapshotRepository.class),
        new DatabasePlace("jdbc:h2:file:/data/yardmaster"));
  }

  void clear() {
    TABLES.forEach(table -> jdbc.update("delete from " + table));
    jdbc.update("update service_time set ticks = 0, wall_millis = 0");
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
