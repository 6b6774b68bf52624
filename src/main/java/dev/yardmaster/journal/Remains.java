package dev.yardmaster.journal;

import dev.yardmaster.scheduler.RunId;
import java.util.List;
import org.hibernate.StatelessSession;

/**
 * What is left in the tables of runs that are no longer kept.
 *
 * <p>A run may have a million rows of failed attempts; deleted in the transaction that forgets it,
 * they would hold up everybody's commits for seconds. So that transaction takes away the run's own
 * row and leaves a note; the rest goes little by little, and the note goes last. Since it is in the
 * database, a restart in between loses nothing.
 */
final class Remains {

  /**
   * Every table with rows of runs, by its entity; each has a {@code runId} and an index that begins
   * with it. A test finds out who forgets to add his own.
   */
  static final List<Class<?>> TABLES =
      List.of(TaskEntity.class, BlockFailureEntity.class, AuditEntity.class, HistoryRow.class);

  /** Rows in one transaction: some milliseconds of the database's time. */
  static final int AT_ONCE = 500;

  private Remains() {}

  /** In the transaction that forgets the runs. */
  static void leave(StatelessSession session, List<RunId> forgotten) {
    for (RunId run : forgotten) {
      session
          .createMutationQuery("delete from RunEntity r where r.id = :run")
          .setParameter("run", run.value())
          .executeUpdate();
      session.insert(new ForgottenRun(run.value()));
    }
  }

  /** Deletes some of it; says whether there may be more. */
  static boolean some(StatelessSession session) {
    List<ForgottenRun> notes =
        session
            .createSelectionQuery("from ForgottenRun f order by f.runId", ForgottenRun.class)
            .setMaxResults(1)
            .getResultList();
    if (notes.isEmpty()) {
      return false;
    }
    ForgottenRun note = notes.getFirst();
    for (Class<?> table : TABLES) {
      List<?> rows = rowsOf(session, table, note.runId);
      if (!rows.isEmpty()) {
        session.deleteMultiple(rows);
        return true;
      }
    }
    session.delete(note);
    return true;
  }

  private static <T> List<T> rowsOf(StatelessSession session, Class<T> table, String run) {
    return session
        .createSelectionQuery(
            "from " + table.getSimpleName() + " row where row.runId = :run", table)
        .setParameter("run", run)
        .setMaxResults(AT_ONCE)
        .getResultList();
  }
}
