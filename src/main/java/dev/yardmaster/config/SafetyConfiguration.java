package dev.yardmaster.config;

import dev.yardmaster.api.CommandPolicy;
import dev.yardmaster.api.WireJson;
import dev.yardmaster.api.access.AccessTokens;
import dev.yardmaster.api.problem.ProblemValve;
import dev.yardmaster.api.problem.ProblemWriter;
import dev.yardmaster.api.safety.BindRule;
import dev.yardmaster.api.safety.RequestIdFilter;
import dev.yardmaster.api.safety.SafetyFilter;
import java.util.Objects;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.tomcat.servlet.TomcatServletWebServerFactory;
import org.springframework.boot.web.server.WebServerFactoryCustomizer;
import org.springframework.boot.web.server.autoconfigure.ServerProperties;
import org.springframework.boot.web.server.servlet.ConfigurableServletWebServerFactory;
import org.springframework.boot.web.servlet.FilterRegistrationBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.Ordered;
import org.springframework.core.env.Environment;

/** Puts the safety rules before everything that answers. */
@Configuration(proxyBeanMethods = false)
@EnableConfigurationProperties({
  HttpProperties.class,
  CommandProperties.class,
  ServerProperties.class
})
class SafetyConfiguration {

  private static final int USUAL_PORT = 8080;

  /** Before all others, so that whatever they answer has the id too. */
  @Bean
  FilterRegistrationBean<RequestIdFilter> requestIdFilter() {
    FilterRegistrationBean<RequestIdFilter> registration =
        new FilterRegistrationBean<>(new RequestIdFilter());
    registration.setOrder(Ordered.HIGHEST_PRECEDENCE);
    return registration;
  }

  @Bean
  FilterRegistrationBean<SafetyFilter> safetyFilter(HttpProperties http, AccessTokens tokens) {
    FilterRegistrationBean<SafetyFilter> registration =
        new FilterRegistrationBean<>(
            new SafetyFilter(
                http.allowedHosts(),
                http.allowedOrigins(),
                tokens.configured(),
                new ProblemWriter(WireJson.MAPPER)));
    registration.setOrder(Ordered.HIGHEST_PRECEDENCE + 1);
    return registration;
  }

  /** Innermost, so that it comes before the server's own page. */
  @Bean
  WebServerFactoryCustomizer<TomcatServletWebServerFactory> problemValve() {
    return factory ->
        factory.addContextCustomizers(
            context ->
                context
                    .getParent()
                    .getPipeline()
                    .addValve(new ProblemValve(new ProblemWriter(WireJson.MAPPER))));
  }

  @Bean
  CommandPolicy commandPolicy(CommandProperties commands, ServerProperties server) {
    return new CommandPolicy(commands.allowedOn(BindRule.isLoopback(server.getAddress())));
  }

  /** Looks before the server opens its port. */
  @Bean
  WebServerFactoryCustomizer<ConfigurableServletWebServerFactory> bindCheck(
      ServerProperties server, Environment environment, AccessTokens tokens) {
    return _ ->
        BindRule.check(
            server.getAddress(),
            Objects.requireNonNullElse(server.getPort(), USUAL_PORT),
            environment.getProperty("management.server.port", Integer.class),
            tokens.configured());
  }
}
