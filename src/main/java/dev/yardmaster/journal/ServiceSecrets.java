package dev.yardmaster.journal;

import jakarta.persistence.EntityManagerFactory;
import java.util.function.Supplier;
import org.hibernate.SessionFactory;
import org.springframework.stereotype.Component;

/** What the service has thought up for itself and has to know again after a restart. */
@Component
public final class ServiceSecrets {

  private final SessionFactory sessions;

  ServiceSecrets(EntityManagerFactory factory) {
    this.sessions = factory.unwrap(SessionFactory.class);
  }

  /**
   * The secret of that name.
   *
   * @param name at most 40 characters
   * @param fresh makes it, at most 256 bytes, where there is none yet
   */
  public byte[] get(String name, Supplier<byte[]> fresh) {
    return sessions.fromStatelessTransaction(
        session -> {
          SecretRow stored = session.get(SecretRow.class, name);
          if (stored == null) {
            stored = new SecretRow(name, fresh.get());
            session.insert(stored);
          }
          return stored.secret;
        });
  }
}
