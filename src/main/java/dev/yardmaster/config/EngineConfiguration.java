package dev.yardmaster.config;

import dev.yardmaster.engine.EngineClock;
import dev.yardmaster.engine.Housekeeper;
import dev.yardmaster.engine.Journal;
import dev.yardmaster.engine.SchedulerEngine;
import dev.yardmaster.scheduler.SchedulerSettings;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** The engine on the journal, with the settings it was given. */
@Configuration(proxyBeanMethods = false)
@EnableConfigurationProperties({
  ServiceProperties.class,
  EngineProperties.class,
  WorkerProperties.class,
  SharingProperties.class,
  RetentionProperties.class
})
class EngineConfiguration {

  @Bean
  SchedulerSettings schedulerSettings(
      WorkerProperties workers, SharingProperties sharing, ServiceProperties service) {
    return workers.settings(sharing, service.balance());
  }

  @Bean
  SchedulerEngine engine(
      Journal journal,
      SchedulerSettings schedulerSettings,
      ServiceProperties service,
      EngineProperties engine) {
    return new SchedulerEngine(
        journal, schedulerSettings, service.budget(), engine.settings(), EngineClock.system());
  }

  /** Its name is its place in the endpoint's groups. */
  @Bean
  EngineHealthIndicator engineHealthIndicator(SchedulerEngine engine) {
    return new EngineHealthIndicator(engine);
  }

  @Bean
  EngineLifecycle engineLifecycle(SchedulerEngine engine) {
    return new EngineLifecycle(engine);
  }

  @Bean
  HandingOut handingOut(SchedulerEngine engine) {
    return new HandingOut(engine);
  }

  @Bean
  RetentionLifecycle retentionLifecycle(
      SchedulerEngine engine, Journal journal, RetentionProperties retention) {
    return new RetentionLifecycle(
        new Housekeeper(engine, journal, retention.keepFor(), retention.keepRuns()),
        retention.checkEvery());
  }
}
