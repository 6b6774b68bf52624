package dev.yardmaster.config;

import dev.yardmaster.api.access.SessionKey;
import dev.yardmaster.journal.ServiceSecrets;
import java.security.SecureRandom;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Keeps in the database with what cookies are signed. */
@Configuration(proxyBeanMethods = false)
class SessionKeyConfiguration {

  private static final String NAME = "session_key";
  private static final int BYTES = 32;

  @Bean
  SessionKey sessionKey(ServiceSecrets secrets) {
    return () -> secrets.get(NAME, SessionKeyConfiguration::fresh);
  }

  private static byte[] fresh() {
    byte[] key = new byte[BYTES];
    new SecureRandom().nextBytes(key);
    return key;
  }
}
