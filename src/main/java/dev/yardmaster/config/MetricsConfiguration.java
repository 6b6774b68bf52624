package dev.yardmaster.config;

import dev.yardmaster.YardmasterApplication;
import dev.yardmaster.engine.EngineClock;
import dev.yardmaster.engine.SchedulerEngine;
import dev.yardmaster.live.LiveService;
import dev.yardmaster.metrics.ForeignMeters;
import dev.yardmaster.metrics.MetricsService;
import io.micrometer.core.instrument.MeterRegistry;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.context.SmartLifecycle;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** What somebody who watches over the service sees. */
@Configuration(proxyBeanMethods = false)
class MetricsConfiguration {

  @Bean
  MetricsService metrics(
      SchedulerEngine engine,
      LiveService live,
      MeterRegistry registry,
      ObjectProvider<PrometheusRegistry> prometheus) {
    MetricsService metrics =
        new MetricsService(
            engine, EngineClock.system(), registry, engine::load, live::clients, version());
    prometheus.ifAvailable(page -> page.register(metrics.state()));
    return metrics;
  }

  @Bean
  ForeignMeters foreignMeters() {
    return new ForeignMeters();
  }

  /** The jar's manifest knows; there is none where classes are run as they were compiled. */
  private static String version() {
    String version = YardmasterApplication.class.getPackage().getImplementationVersion();
    return version == null ? "working copy" : version;
  }

  /** Sees everything that is committed after the engine's start, and outlives the web server. */
  @Bean
  SmartLifecycle metricsLifecycle(MetricsService metrics) {
    return new Following(EngineLifecycle.BEFORE_THE_WEB_SERVER + 1, metrics::start, metrics::stop);
  }
}
