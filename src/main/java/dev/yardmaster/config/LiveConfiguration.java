package dev.yardmaster.config;

import dev.yardmaster.api.ApiPaths;
import dev.yardmaster.api.WireJson;
import dev.yardmaster.api.problem.ProblemWriter;
import dev.yardmaster.engine.Engine;
import dev.yardmaster.engine.EngineClock;
import dev.yardmaster.history.Histories;
import dev.yardmaster.history.HistoryStore;
import dev.yardmaster.history.RunHistories;
import dev.yardmaster.live.LiveHandshake;
import dev.yardmaster.live.LiveService;
import java.time.InstantSource;
import java.util.Map;
import org.springframework.context.SmartLifecycle;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.Ordered;
import org.springframework.web.servlet.handler.SimpleUrlHandlerMapping;

/** What follows committed facts: histories, and live push. */
@Configuration(proxyBeanMethods = false)
class LiveConfiguration {

  @Bean
  RunHistories histories(Engine engine, HistoryStore store) {
    return new RunHistories(engine, store, EngineClock.system());
  }

  @Bean
  LiveService live(Engine engine, Histories histories) {
    return new LiveService(engine, histories, EngineClock.system(), InstantSource.system());
  }

  @Bean
  SimpleUrlHandlerMapping liveMapping(LiveService live) {
    ProblemWriter problems = new ProblemWriter(WireJson.MAPPER);
    return new SimpleUrlHandlerMapping(
        Map.of(ApiPaths.BASE + "/live", new LiveHandshake(live, problems)),
        Ordered.HIGHEST_PRECEDENCE);
  }

  @Bean
  SmartLifecycle historiesLifecycle(RunHistories histories) {
    return new Following(SmartLifecycle.DEFAULT_PHASE - 4_095, histories::start, histories::stop);
  }

  /** Ends before the server, which waits for open calls. */
  @Bean
  SmartLifecycle liveLifecycle(LiveService live) {
    return new Following(SmartLifecycle.DEFAULT_PHASE - 768, live::start, live::stop);
  }
}
