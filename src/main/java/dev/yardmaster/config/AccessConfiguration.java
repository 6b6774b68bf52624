package dev.yardmaster.config;

import dev.yardmaster.api.WireJson;
import dev.yardmaster.api.access.AccessFilter;
import dev.yardmaster.api.access.AccessToken;
import dev.yardmaster.api.access.AccessTokens;
import dev.yardmaster.api.access.Doorkeeper;
import dev.yardmaster.api.access.SessionKey;
import dev.yardmaster.api.access.Sessions;
import dev.yardmaster.api.problem.ProblemWriter;
import jakarta.servlet.ServletException;
import java.security.SecureRandom;
import java.time.InstantSource;
import java.util.List;
import java.util.stream.IntStream;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.web.servlet.FilterRegistrationBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.Ordered;

/** Who may call. */
@Configuration(proxyBeanMethods = false)
@EnableConfigurationProperties(AccessProperties.class)
class AccessConfiguration {

  @Bean
  AccessTokens accessTokens(AccessProperties access) {
    List<AccessProperties.Token> tokens = access.tokens();
    List<AccessToken> parsed =
        IntStream.range(0, tokens.size()).mapToObj(i -> parse(i, tokens.get(i))).toList();
    return AccessTokens.of(parsed, new SecureRandom());
  }

  private static AccessToken parse(int index, AccessProperties.Token token) {
    String property = "yardmaster.access.tokens[" + index + "]";
    return AccessToken.parse(property, token.name(), token.roles(), token.hash());
  }

  @Bean
  Doorkeeper doorkeeper(AccessTokens tokens) {
    return new Doorkeeper(tokens, System::nanoTime);
  }

  @Bean
  Sessions sessions(
      AccessTokens tokens, AccessProperties access, SessionKey key, InstantSource clock) {
    return new Sessions(tokens, key, access.sessionLasts(), clock);
  }

  /** Where nobody has a token, nothing stands there. */
  @Bean
  FilterRegistrationBean<AccessFilter> accessFilter(
      AccessTokens tokens, Doorkeeper doorkeeper, Sessions sessions) throws ServletException {
    FilterRegistrationBean<AccessFilter> registration =
        new FilterRegistrationBean<>(
            new AccessFilter(doorkeeper, sessions, new ProblemWriter(WireJson.MAPPER)));
    registration.setEnabled(tokens.configured());
    registration.setOrder(Ordered.HIGHEST_PRECEDENCE + 2);
    return registration;
  }
}
