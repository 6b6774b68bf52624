package dev.yardmaster.config;

import dev.yardmaster.engine.Engine;
import dev.yardmaster.engine.EngineViews;
import dev.yardmaster.engine.Views;
import java.time.InstantSource;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Gives replies and pages their pictures of the state. */
@Configuration(proxyBeanMethods = false)
class ViewConfiguration {

  @Bean
  Views views(Engine engine) {
    return new EngineViews(engine);
  }

  /** The wall clock; for people alone. */
  @Bean
  InstantSource clock() {
    return InstantSource.system();
  }
}
