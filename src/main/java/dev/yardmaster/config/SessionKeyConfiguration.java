package dev.yardmaster.config;

import dev.yardmaster.api.access.SessionKey;
import dev.yardmaster.engine.JournalUnavailableException;
import dev.yardmaster.journal.ServiceSecrets;
import java.security.SecureRandom;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Keeps in the database with what cookies are signed. */
@Configuration(proxyBeanMethods = false)
class SessionKeyConfiguration {

  private static final String NAME = "session_key";
  private static final int BYTES = 32;

  /**
   * Looks for the secrets when the first cookie is made or shown: filters come to be before there
   * is a database, whose troubles are told elsewhere.
   */
  @Bean
  SessionKey sessionKey(ObjectProvider<ServiceSecrets> secrets) {
    return () -> key(secrets.getObject());
  }

  private static byte[] key(ServiceSecrets secrets) {
    try {
      return secrets.get(NAME, SessionKeyConfiguration::fresh);
    } catch (RuntimeException away) {
      throw new JournalUnavailableException("the key of cookies could not be read", away);
    }
  }

  private static byte[] fresh() {
    byte[] key = new byte[BYTES];
    new SecureRandom().nextBytes(key);
    return key;
  }
}
