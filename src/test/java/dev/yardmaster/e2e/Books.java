package dev.yardmaster.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import dev.yardmaster.e2e.Ledger.Attempt;
import dev.yardmaster.e2e.Ledger.Block;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import tools.jackson.databind.JsonNode;

/**
 * Compares what the database holds of a run that has ended with what the API shows of it, and its
 * audit trail with its counters.
 */
final class Books {

  private static final List<String> COUNTERS =
      List.of(
          "total",
          "ready",
          "processing",
          "completed",
          "failed",
          "orphaned",
          "pending",
          "skipped",
          "worker_starts",
          "worker_failures",
          "worker_retirements",
          "worker_restarts");

  private final Connection database;

  Books(Connection database) {
    this.database = database;
  }

  /** The names of all runs. */
  Set<String> runs() throws SQLException {
    Set<String> runs = new HashSet<>();
    query("select id from run", row -> runs.add(row.getString(1)));
    return runs;
  }

  /** The rows of the run and of its tasks say what the API says. */
  void checkCounters(RunPicture run) throws SQLException {
    query(
        "select state, late_events_dropped, ended_at_millis from run where id = ?",
        row -> {
          assertThat(row.getString(1)).as(run.id()).isEqualToIgnoringCase(run.state());
          assertThat(row.getLong(2)).isEqualTo(run.json().path("late_events_dropped").asLong());
          assertThat(row.getLong(3)).as("end of %s", run.id()).isPositive();
        },
        run.id());
    Map<String, Map<String, Long>> stored = counters(run.id());
    assertThat(stored).as("tasks of %s", run.id()).hasSize(run.tasks().size());
    for (RunPicture.Task task : run.tasks()) {
      for (String counter : COUNTERS) {
        assertThat(stored.get(task.id()).get(counter))
            .as("%s in the database, of %s: %s", counter, run.id(), task)
            .isEqualTo(task.counter(counter));
      }
    }
  }

  /** What the rows of a run's tasks hold. */
  Map<String, Map<String, Long>> counters(String run) throws SQLException {
    Map<String, Map<String, Long>> tasks = new TreeMap<>();
    query(
        "select task_id, " + String.join(", ", COUNTERS) + " from task where run_id = ?",
        row -> {
          Map<String, Long> counters = new TreeMap<>();
          for (int which = 0; which < COUNTERS.size(); which++) {
            counters.put(COUNTERS.get(which), row.getLong(2 + which));
          }
          tasks.put(row.getString(1), counters);
        },
        run);
    return tasks;
  }

  /** The rows of the trail are the events that the API shows, in the same order. */
  void checkTrail(String run, List<JsonNode> events) throws SQLException {
    List<String> stored = new ArrayList<>();
    query(
        "select seq, kind, task_id, worker, message from audit where run_id = ? order by seq",
        row ->
            stored.add(
                row.getLong(1)
                    + " "
                    + row.getString(2)
                    + " "
                    + row.getString(3)
                    + " "
                    + row.getString(4)
                    + " "
                    + row.getString(5)),
        run);
    List<String> shown = new ArrayList<>();
    for (JsonNode event : events) {
      shown.add(
          event.path("seq").asLong()
              + " "
              + event.path("kind").asString()
              + " "
              + event.path("task").asString(null)
              + " "
              + event.path("worker").asString(null)
              + " "
              + event.path("message").asString());
    }
    assertThat(stored).as("the audit trail of %s", run).isEqualTo(shown);
  }

  /**
   * The failed attempts of each block are numbered without a gap, and as many blocks have used all
   * of theirs as the task counts as failed.
   *
   * @return all of them
   */
  Set<Attempt> checkFailures(RunPicture run, int retries) throws SQLException {
    Map<Block, Integer> last = new TreeMap<>(Books::compare);
    Set<Attempt> all = new HashSet<>();
    query(
        "select task_id, block, attempt from block_failure where run_id = ? order by task_id,"
            + " block, attempt",
        row -> {
          Block block = new Block(run.id() + "/" + row.getString(1), row.getLong(2));
          assertThat(row.getInt(3))
              .as("the next failed attempt at %s", block)
              .isEqualTo(last.getOrDefault(block, 0) + 1);
          last.put(block, row.getInt(3));
          all.add(new Attempt(block, row.getInt(3)));
        },
        run.id());
    for (RunPicture.Task task : run.tasks()) {
      String name = run.id() + "/" + task.id();
      assertThat(
              last.entrySet().stream()
                  .filter(entry -> entry.getKey().task().equals(name))
                  .filter(entry -> entry.getValue() == retries + 1))
          .as("blocks of %s that failed in their last attempt", name)
          .hasSize((int) task.counter("failed"));
    }
    return all;
  }

  private static int compare(Block one, Block other) {
    int tasks = one.task().compareTo(other.task());
    return tasks != 0 ? tasks : Long.compare(one.number(), other.number());
  }

  /** Takes a row. */
  private interface Row {
    void take(ResultSet row) throws SQLException;
  }

  private void query(String sql, Row each, String... arguments) throws SQLException {
    try (PreparedStatement statement = database.prepareStatement(sql)) {
      for (int which = 0; which < arguments.length; which++) {
        statement.setString(which + 1, arguments[which]);
      }
      try (ResultSet rows = statement.executeQuery()) {
        while (rows.next()) {
          each.take(rows);
        }
      }
    }
  }
}
