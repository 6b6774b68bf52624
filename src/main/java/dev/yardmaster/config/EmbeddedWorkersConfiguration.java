package dev.yardmaster.config;

import dev.yardmaster.api.CommandPolicy;
import dev.yardmaster.api.access.AccessTokens;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.ssl.SslBundles;
import org.springframework.boot.web.server.autoconfigure.ServerProperties;
import org.springframework.boot.web.server.servlet.context.ServletWebServerApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Command workers inside the service, where commands are allowed. */
@Configuration(proxyBeanMethods = false)
@EnableConfigurationProperties(EmbeddedWorkerProperties.class)
class EmbeddedWorkersConfiguration {

  @Bean
  EmbeddedWorkers embeddedWorkers(
      ServletWebServerApplicationContext context,
      EmbeddedWorkerProperties properties,
      CommandPolicy commands,
      ServerProperties server,
      ObjectProvider<SslBundles> bundles,
      AccessTokens tokens) {
    return new EmbeddedWorkers(
        context,
        commands.allowed() ? properties : properties.withoutAny(),
        new OwnDoor(server.getAddress(), server.getSsl(), bundles.getIfAvailable()),
        tokens.ofEmbeddedWorkers());
  }
}
