package dev.yardmaster.journal;

import dev.yardmaster.history.HistoryStore;
import dev.yardmaster.scheduler.RunId;
import jakarta.persistence.EntityManagerFactory;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.hibernate.SessionFactory;
import org.hibernate.StatelessSession;
import org.springframework.stereotype.Component;

/** Histories in the database, in transactions of their own. */
@Component
final class JpaHistoryStore implements HistoryStore {

  private final SessionFactory sessions;
  private final HistoryRepository repository;

  JpaHistoryStore(EntityManagerFactory factory, HistoryRepository repository) {
    this.sessions = factory.unwrap(SessionFactory.class);
    this.repository = repository;
  }

  @Override
  public void save(RunId run, Kind kind, byte[] payload) {
    String name = name(kind);
    List<byte[]> parts = Parts.of(payload);
    sessions.inStatelessTransaction(
        session -> {
          delete(session, run, name);
          for (int part = 0; part < parts.size(); part++) {
            session.insert(new HistoryRow(run.value(), name, part, parts.get(part)));
          }
        });
  }

  private static void delete(StatelessSession session, RunId run, String kind) {
    session
        .createMutationQuery("delete from HistoryRow h where h.runId = :run and h.kind = :kind")
        .setParameter("run", run.value())
        .setParameter("kind", kind)
        .executeUpdate();
  }

  @Override
  public Optional<byte[]> load(RunId run, Kind kind) {
    Parts parts = new Parts();
    Optional<byte[]> payload = Optional.empty();
    for (HistoryRow row : repository.findByRunIdAndKindOrderByPart(run.value(), name(kind))) {
      payload = parts.add(row.payload);
    }
    return payload;
  }

  @Override
  public void forget(RunId run) {
    sessions.inStatelessTransaction(
        session ->
            session
                .createMutationQuery("delete from HistoryRow h where h.runId = :run")
                .setParameter("run", run.value())
                .executeUpdate());
  }

  private static String name(Kind kind) {
    return kind.name().toLowerCase(Locale.ROOT);
  }
}
