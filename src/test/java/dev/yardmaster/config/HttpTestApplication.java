package dev.yardmaster.config;

import static org.springframework.test.web.servlet.request.MockMvcRequestBuilders.get;

import dev.yardmaster.api.access.SessionKey;
import dev.yardmaster.engine.Engine;
import dev.yardmaster.engine.Journal;
import dev.yardmaster.engine.Views;
import dev.yardmaster.history.Histories;
import dev.yardmaster.scheduler.SchedulerSettings;
import dev.yardmaster.testing.FakeService;
import dev.yardmaster.testing.Samples;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.InstantSource;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.flyway.autoconfigure.FlywayAutoConfiguration;
import org.springframework.boot.hibernate.autoconfigure.HibernateJpaAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration;
import org.springframework.boot.webmvc.test.autoconfigure.MockMvcBuilderCustomizer;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.ComponentScan;
import org.springframework.context.annotation.Import;

/**
 * What answers HTTP, without engine, journal and database. It bears no {@code @Configuration}, so
 * that nobody finds it by scanning.
 */
@EnableAutoConfiguration(
    exclude = {
      DataSourceAutoConfiguration.class,
      HibernateJpaAutoConfiguration.class,
      FlywayAutoConfiguration.class
    })
@ComponentScan({"dev.yardmaster.api", "dev.yardmaster.worker", "dev.yardmaster.dashboard"})
@Import({
  WireConfiguration.class,
  SafetyConfiguration.class,
  AccessConfiguration.class,
  LongPollsConfiguration.class,
  OpenApiConfiguration.class
})
public class HttpTestApplication {

  @Bean
  FakeService service() {
    return new FakeService();
  }

  @Bean
  Engine engine(FakeService service) {
    return service.engine();
  }

  @Bean
  EngineHealthIndicator engineHealthIndicator(FakeService service) {
    return new EngineHealthIndicator(service.engine());
  }

  @Bean
  Views views(FakeService service) {
    return service.views();
  }

  @Bean
  Journal journal(FakeService service) {
    return service.journal();
  }

  @Bean
  Histories histories(FakeService service) {
    return service.histories();
  }

  @Bean
  SchedulerSettings settings() {
    return SchedulerSettings.DEFAULTS;
  }

  @Bean
  SessionKey sessionKey() {
    return () -> "a key for tests, of 32 characters".getBytes(StandardCharsets.US_ASCII);
  }

  /** A minute after the samples were submitted. */
  @Bean
  InstantSource clock() {
    return InstantSource.fixed(Instant.ofEpochMilli(Samples.NOON + 60_000));
  }

  /** Every browser and program says whom it calls; tests that say nothing call localhost. */
  @Bean
  MockMvcBuilderCustomizer localhost() {
    return builder -> builder.defaultRequest(get("/").header("Host", "localhost:8080"));
  }
}
