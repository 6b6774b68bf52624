package dev.yardmaster.config;

import dev.yardmaster.engine.Engine;
import dev.yardmaster.engine.EngineViews;
import dev.yardmaster.engine.Views;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Gives replies and pages their pictures of the state. */
@Configuration(proxyBeanMethods = false)
class ViewConfiguration {

  @Bean
  Views views(Engine engine) {
    return new EngineViews(engine);
  }
}
