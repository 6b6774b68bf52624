package dev.yardmaster.config;

import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.env.ConfigurableEnvironment;

/** Looks at the settings before anything is made of them. */
@Configuration(proxyBeanMethods = false)
class SettingsConfiguration {

  @Bean
  static UnknownSettings unknownSettings(ConfigurableEnvironment environment) {
    return new UnknownSettings(environment);
  }
}
