package dev.yardmaster.config;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import dev.yardmaster.engine.EngineSettings;
import dev.yardmaster.pipeline.Resources;
import dev.yardmaster.scheduler.SchedulerSettings;
import dev.yardmaster.scheduler.placement.BalanceMode;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.slf4j.LoggerFactory;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.ApplicationContext;
import org.springframework.context.annotation.Configuration;

class EnginePropertiesTest {

  @Configuration(proxyBeanMethods = false)
  @EnableConfigurationProperties({
    ServiceProperties.class,
    EngineProperties.class,
    WorkerProperties.class,
    SharingProperties.class,
    RetentionProperties.class
  })
  static class Properties {}

  private final ApplicationContextRunner runner =
      new ApplicationContextRunner().withUserConfiguration(Properties.class);

  /** A context that refuses to start says so in the log; here that is what is wanted. */
  @BeforeAll
  static void quiet() {
    log(Level.ERROR);
  }

  @AfterAll
  static void loud() {
    log(null);
  }

  private static void log(@Nullable Level level) {
    ((Logger) LoggerFactory.getLogger("org.springframework.context")).setLevel(level);
    ((Logger) LoggerFactory.getLogger("org.springframework.boot.test")).setLevel(level);
  }

  @Test
  void whatHoldsWhenNothingIsSaid() {
    runner.run(
        context -> {
          ServiceProperties service = context.getBean(ServiceProperties.class);
          assertThat(service.dataDir()).isEqualTo(Path.of("data"));
          assertThat(service.resources()).isEmpty();
          assertThat(service.budget()).isNull();
          assertThat(context.getBean(EngineProperties.class).settings())
              .isEqualTo(
                  new EngineSettings(
                      10_000,
                      1_000,
                      10_000,
                      2,
                      Duration.ofSeconds(10),
                      10_000,
                      2_000_000,
                      1_000_000,
                      Duration.ofMillis(100),
                      Duration.ofSeconds(5)))
              .isEqualTo(EngineSettings.DEFAULTS);
          assertThat(schedulerSettings(context))
              .isEqualTo(
                  new SchedulerSettings(
                      Duration.ofSeconds(30),
                      Duration.ofSeconds(30),
                      Duration.ofMinutes(5),
                      Duration.ofSeconds(2),
                      Duration.ofSeconds(5),
                      BalanceMode.OPTIMAL))
              .isEqualTo(SchedulerSettings.DEFAULTS);
          assertThat(context.getBean(RetentionProperties.class))
              .isEqualTo(
                  new RetentionProperties(Duration.ofDays(30), 1_000, Duration.ofMinutes(1)));
        });
  }

  @Test
  void everyValueCanBeSaid() {
    runner
        .withPropertyValues(
            "yardmaster.data-dir=/var/lib/yardmaster",
            "yardmaster.resources.cpu=32",
            "yardmaster.resources.gpu=0",
            "yardmaster.engine.mailbox-capacity=11",
            "yardmaster.engine.max-batch-commands=12",
            "yardmaster.engine.max-batch-events=13",
            "yardmaster.engine.max-uncommitted-batches=1",
            "yardmaster.engine.keep-time-every=14s",
            "yardmaster.engine.snapshot-every-batches=22",
            "yardmaster.engine.snapshot-every-bytes=23",
            "yardmaster.engine.snapshot-every-events=24",
            "yardmaster.engine.first-retry=15ms",
            "yardmaster.engine.longest-retry=16s",
            "yardmaster.workers.lost-after=17s",
            "yardmaster.workers.stop-within=18s",
            "yardmaster.workers.start-timeout=19m",
            "yardmaster.sharing.fair-after=20s",
            "yardmaster.sharing.idle-grace=21s",
            "yardmaster.retention.keep-for=22d",
            "yardmaster.retention.keep-runs=23",
            "yardmaster.retention.check-every=24s",
            "yardmaster.balance=greedy")
        .run(
            context -> {
              ServiceProperties service = context.getBean(ServiceProperties.class);
              assertThat(service.dataDir()).isEqualTo(Path.of("/var/lib/yardmaster"));
              assertThat(service.budget()).isEqualTo(Resources.of(Map.of("cpu", 32L)));
              assertThat(context.getBean(EngineProperties.class).settings())
                  .isEqualTo(
                      new EngineSettings(
                          11,
                          12,
                          13,
                          1,
                          Duration.ofSeconds(14),
                          22,
                          23,
                          24,
                          Duration.ofMillis(15),
                          Duration.ofSeconds(16)));
              assertThat(schedulerSettings(context))
                  .isEqualTo(
                      new SchedulerSettings(
                          Duration.ofSeconds(17),
                          Duration.ofSeconds(18),
                          Duration.ofMinutes(19),
                          Duration.ofSeconds(20),
                          Duration.ofSeconds(21),
                          BalanceMode.GREEDY));
              assertThat(context.getBean(RetentionProperties.class))
                  .isEqualTo(
                      new RetentionProperties(Duration.ofDays(22), 23, Duration.ofSeconds(24)));
            });
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "yardmaster.resources.cpu=-1",
        "yardmaster.engine.mailbox-capacity=0",
        "yardmaster.engine.max-batch-commands=0",
        "yardmaster.engine.max-batch-events=0",
        "yardmaster.engine.max-uncommitted-batches=0",
        "yardmaster.engine.keep-time-every=0s",
        "yardmaster.engine.snapshot-every-batches=0",
        "yardmaster.engine.snapshot-every-bytes=0",
        "yardmaster.engine.snapshot-every-events=0",
        "yardmaster.engine.first-retry=0s",
        "yardmaster.engine.longest-retry=-1s",
        "yardmaster.workers.lost-after=0s",
        "yardmaster.workers.stop-within=0s",
        "yardmaster.workers.start-timeout=0s",
        "yardmaster.sharing.fair-after=-1s",
        "yardmaster.sharing.idle-grace=-1s",
        "yardmaster.retention.keep-for=0s",
        "yardmaster.retention.keep-runs=0",
        "yardmaster.retention.keep-runs=100001",
        "yardmaster.retention.check-every=0s",
        "yardmaster.balance=fair"
      })
  void nonsenseIsRefusedAtTheStart(String property) {
    runner.withPropertyValues(property).run(context -> assertThat(context).hasFailed());
  }

  private static SchedulerSettings schedulerSettings(ApplicationContext context) {
    return context
        .getBean(WorkerProperties.class)
        .settings(
            context.getBean(SharingProperties.class),
            context.getBean(ServiceProperties.class).balance());
  }
}
