package dev.yardmaster.journal;

import dev.yardmaster.engine.Journal.Batch;
import dev.yardmaster.engine.Journal.RunRow;
import dev.yardmaster.engine.Journal.TaskRow;
import dev.yardmaster.scheduler.Moment;
import dev.yardmaster.scheduler.RunId;
import dev.yardmaster.scheduler.event.Event;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.hibernate.StatelessSession;

/**
 * The rows of one batch.
 *
 * @param newRows to insert, those of a table next to one another
 * @param tasks to update
 * @param ended runs that came to an end
 * @param runs to update in what may change after the end too
 * @param forgotten runs that are no longer kept
 */
record Rows(
    Moment at,
    List<Object> newRows,
    List<TaskEntity> tasks,
    List<Event.RunEnded> ended,
    List<RunRow> runs,
    List<RunId> forgotten) {

  static Rows of(Batch batch, byte[] payload, Chronicle.Chapter chapter) {
    List<Object> newRows = new ArrayList<>(parts(batch, payload));
    List<Event.RunEnded> ended = new ArrayList<>();
    List<RunId> forgotten = new ArrayList<>();
    Map<RunId, Integer> nextPlaces = new HashMap<>();
    for (Event.Durable event : batch.events()) {
      if (event instanceof Event.RunSubmitted submitted) {
        newRows.add(new RunEntity(submitted, batch.at()));
        nextPlaces.put(submitted.run(), 0);
      } else if (event instanceof Event.RunEnded end) {
        ended.add(end);
      } else if (event instanceof Event.RunForgotten gone) {
        forgotten.add(gone.run());
      }
    }
    List<TaskEntity> changed = new ArrayList<>();
    for (TaskRow row : batch.tasks()) {
      Integer place = nextPlaces.computeIfPresent(row.task().run(), (run, next) -> next + 1);
      if (place == null) {
        changed.add(new TaskEntity(row, 0));
      } else {
        newRows.add(new TaskEntity(row, place - 1));
      }
    }
    chapter.entries().forEach(entry -> newRows.add(new AuditEntity(entry)));
    chapter
        .failures()
        .forEach(failure -> newRows.add(new BlockFailureEntity(failure.task(), failure.attempt())));
    return new Rows(batch.at(), newRows, changed, ended, batch.runs(), forgotten);
  }

  private static List<JournalRow> parts(Batch batch, byte[] payload) {
    List<JournalRow> parts = new ArrayList<>();
    for (byte[] bytes : Parts.of(payload)) {
      parts.add(
          new JournalRow(
              batch.number(), parts.size(), batch.at().ticks(), batch.at().wallMillis(), bytes));
    }
    return parts;
  }

  void writeTo(StatelessSession session) {
    session.insertMultiple(newRows);
    if (!tasks.isEmpty()) {
      session.updateMultiple(tasks);
    }
    ended.forEach(end -> endRun(session, end));
    runs.forEach(run -> updateRun(session, run));
    Remains.leave(session, forgotten);
  }

  private void endRun(StatelessSession session, Event.RunEnded end) {
    session
        .createMutationQuery(
            "update RunEntity r set r.why = :why, r.endedAtMillis = :at where r.id = :id")
        .setParameter("why", Texts.storable(end.why()))
        .setParameter("at", at.wallMillis())
        .setParameter("id", end.run().value())
        .executeUpdate();
  }

  private static void updateRun(StatelessSession session, RunRow run) {
    session
        .createMutationQuery(
            "update RunEntity r set r.state = :state, r.lateEventsDropped = :late"
                + " where r.id = :id")
        .setParameter("state", run.state())
        .setParameter("late", run.lateEventsDropped())
        .setParameter("id", run.run().value())
        .executeUpdate();
  }
}
