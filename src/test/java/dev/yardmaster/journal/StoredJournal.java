package dev.yardmaster.journal;

import dev.yardmaster.scheduler.event.Event;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;

/** Reads the journal out of a database that no service has open, for tests that compare with it. */
public final class StoredJournal {

  private StoredJournal() {}

  /** Whether it has been compacted: what a snapshot has replaced is not there any more. */
  public static boolean isCompacted(Connection database) throws SQLException {
    try (Statement statement = database.createStatement();
        ResultSet rows = statement.executeQuery("select count(*) from service_snapshot")) {
      rows.next();
      return rows.getLong(1) > 0;
    }
  }

  /**
   * Every event of a journal that was never compacted, oldest first.
   *
   * @throws IllegalStateException if a batch is missing or cannot be read
   */
  public static List<Event.Durable> events(Connection database) throws SQLException {
    List<Event.Durable> events = new ArrayList<>();
    Replay replay = new Replay(new EventCodec(), (event, _) -> events.add(event));
    try (Statement statement = database.createStatement();
        ResultSet rows =
            statement.executeQuery(
                "select number, part, ticks, wall_millis, payload from journal"
                    + " order by number, part")) {
      while (rows.next()) {
        replay.accept(
            new JournalRow(
                rows.getLong(1),
                rows.getInt(2),
                rows.getLong(3),
                rows.getLong(4),
                rows.getBytes(5)));
      }
    }
    return events;
  }
}
